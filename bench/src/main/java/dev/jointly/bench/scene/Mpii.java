package dev.jointly.bench.scene;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.cost.PartNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The anatomy of the paper's problems: 14 parts as MPII names them, with the neck as the major part. COCO annotates
 * neither head nor neck: its nose stands for the head, and the middle of the shoulders for the neck. The limbs are
 * those an OpenPose-style network has fields for.
 */
public final class Mpii {
    private static final List<String> PARTS =
            List.of("neck head rshoulder relbow rwrist lshoulder lelbow lwrist rhip rknee rankle lhip lknee lankle"
                    .split(" ", -1));

    /** What COCO and CrowdPose call them, in the same order. */
    private static final List<String> THEIRS = PARTS.stream()
            .map(part -> part.replaceFirst("^r", "right_").replaceFirst("^l", "left_"))
            .toList();

    private static final int[][] LIMBS = {
        {0, 1}, {0, 2}, {2, 3}, {3, 4}, {0, 5}, {5, 6}, {6, 7}, {0, 8}, {8, 9}, {9, 10}, {0, 11}, {11, 12}, {12, 13}
    };
    /** Share of a person's box that the person covers, on average over COCO's people; areas are not in every file. */
    private static final double COVERED = 0.53;

    private static final Joint ABSENT = new Joint(0, 0, Mark.ABSENT);

    /** The anatomy itself. */
    public static final Anatomy BODY = new Anatomy(
            "mpii-14",
            PARTS,
            List.of(0),
            Arrays.stream(LIMBS).map(l -> new Limb(l[0], l[1])).toList());

    private Mpii() {}

    /** The people of an image who have a joint of this body marked, from left to right. */
    static Truth people(Truth truth) {
        List<Person> people = new ArrayList<>();
        for (Person person : truth.people()) {
            Box box = person.box();
            if (box == null || person.crowd() || !(box.width() > 0 && box.height() > 0)) {
                continue;
            }
            Person own = new Person(joints(person, truth.parts()), box, COVERED * box.width() * box.height(), false);
            if (own.marked() > 0) {
                people.add(own);
            }
        }
        // files list people in different orders
        people.sort(Comparator.comparingDouble((Person p) -> left(p)).thenComparingDouble(p -> -p.area()));
        return new Truth(truth.id(), truth.image(), PARTS, people);
    }

    private static double left(Person person) {
        Box box = person.box();
        return box == null ? 0 : box.left();
    }

    private static List<Joint> joints(Person person, List<String> parts) {
        List<Joint> joints = new ArrayList<>();
        for (String name : THEIRS) {
            int at = PartNames.find(name, parts);
            if (at >= 0) {
                joints.add(person.joints().get(at));
            } else if (name.equals("head")) {
                joints.add(joint(person, parts, "nose"));
            } else {
                joints.add(middle(joint(person, parts, "left_shoulder"), joint(person, parts, "right_shoulder")));
            }
        }
        return joints;
    }

    private static Joint joint(Person person, List<String> parts, String name) {
        int at = PartNames.find(name, parts);
        return at < 0 ? ABSENT : person.joints().get(at);
    }

    private static Joint middle(Joint one, Joint other) {
        if (one.mark() == Mark.ABSENT || other.mark() == Mark.ABSENT) {
            return ABSENT;
        }
        return new Joint((one.x() + other.x()) / 2, (one.y() + other.y()) / 2, Mark.VISIBLE);
    }

    /** The part of a network's evidence that is about this anatomy; the network's nose is the head. */
    static Evidence evidence(Evidence seen) {
        List<String> renamed =
                seen.parts().stream().map(p -> p.equals("nose") ? "head" : p).toList();
        return AnatomyChoice.within(
                BODY, new Evidence(seen.id(), seen.image(), renamed, seen.candidates(), seen.edges()));
    }
}
