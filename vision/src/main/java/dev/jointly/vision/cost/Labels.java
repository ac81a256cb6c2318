package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Matches each candidate with a person: the one whose joint of that part is nearest in units of {@link BodySize}, if
 * that is within the tolerance. Several candidates may match one joint.
 */
public final class Labels {
    /** Marks a candidate that matches no joint. */
    public static final int NONE = -1;

    private final int[] person;
    private final boolean[] known;

    public Labels(Evidence evidence, Truth truth, Anatomy anatomy, double tolerance) {
        List<Candidate> candidates = evidence.candidates();
        person = new int[candidates.size()];
        Arrays.fill(person, NONE);
        known = new boolean[candidates.size()];
        Joint[][] joints = joints(truth, anatomy);
        for (int d = 0; d < person.length; d++) {
            Candidate seen = candidates.get(d);
            int part = anatomy.parts().indexOf(evidence.parts().get(seen.part()));
            double nearest = tolerance;
            known[d] = true;
            for (int g = 0; g < joints.length && part >= 0; g++) {
                double size = BodySize.of(truth.people().get(g));
                Joint joint = joints[g][part];
                if (joint.mark() == Mark.ABSENT) {
                    known[d] &= !within(truth.people().get(g), seen);
                } else if (Math.hypot(joint.x() - seen.x(), joint.y() - seen.y()) <= nearest * size) {
                    nearest = Math.hypot(joint.x() - seen.x(), joint.y() - seen.y()) / size;
                    person[d] = g;
                }
            }
            known[d] |= person[d] != NONE;
        }
    }

    /** Position in the truth of the person whose joint a candidate matches, or {@link #NONE}. */
    public int person(int d) {
        return person[d];
    }

    /** Whether a candidate matches a joint. */
    boolean matched(int d) {
        return person[d] != NONE;
    }

    /**
     * Whether the truth is known: not if the annotator left out the part for a person whose box contains the candidate.
     */
    public boolean known(int d) {
        return known[d];
    }

    boolean same(int a, int b) {
        return matched(a) && person[a] == person[b];
    }

    private static boolean within(Person person, Candidate seen) {
        Truth.Box box = person.box();
        return box != null
                && seen.x() >= box.left()
                && seen.x() <= box.left() + box.width()
                && seen.y() >= box.top()
                && seen.y() <= box.top() + box.height();
    }

    /** Joints of each person in the parts of the anatomy. */
    public static Joint[][] joints(Truth truth, Anatomy anatomy) {
        int[] own = anatomy.parts().stream()
                .mapToInt(part -> PartNames.find(part, truth.parts()))
                .toArray();
        int left = PartNames.find("left_shoulder", truth.parts());
        int right = PartNames.find("right_shoulder", truth.parts());
        Joint[][] joints = new Joint[truth.people().size()][anatomy.size()];
        for (int g = 0; g < joints.length; g++) {
            List<Joint> marked = truth.people().get(g).joints();
            for (int p = 0; p < own.length; p++) {
                joints[g][p] = new Joint(0, 0, Mark.ABSENT);
                if (own[p] >= 0) {
                    joints[g][p] = marked.get(own[p]);
                } else if (anatomy.parts().get(p).equals("centre")) {
                    joints[g][p] = middle(truth.people().get(g).box());
                } else if (anatomy.parts().get(p).equals("neck") && left >= 0 && right >= 0) {
                    joints[g][p] = middle(marked.get(left), marked.get(right));
                }
            }
        }
        return joints;
    }

    /** The centre of a person is the middle of the box, where networks of centres are trained to find it. */
    private static Joint middle(Truth.@Nullable Box box) {
        return box == null
                ? new Joint(0, 0, Mark.ABSENT)
                : new Joint(box.left() + box.width() / 2, box.top() + box.height() / 2, Mark.VISIBLE);
    }

    /**
     * The neck, which COCO does not annotate, is where OpenPose trained its network to find it: between the shoulders.
     */
    private static Joint middle(Joint left, Joint right) {
        if (left.mark() == Mark.ABSENT || right.mark() == Mark.ABSENT) {
            return new Joint(0, 0, Mark.ABSENT);
        }
        return new Joint((left.x() + right.x()) / 2, (left.y() + right.y()) / 2, Mark.VISIBLE);
    }
}
