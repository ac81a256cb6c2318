package dev.jointly.vision.compare;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.compare.ComparedFrame.ComparedJoint;
import dev.jointly.vision.compare.ComparedFrame.PersonPair;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.eval.Assignment;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares two sets of people of one frame. First people are paired, one to one: the pairing with the most joints in the same
 * place and, among those, with the nearest joints. Two people can be a pair if a part of both is in the same place, or
 * less than half a body size apart; the body size is the diagonal of the box around the joints of the larger one. Then each joint gets one
 * verdict. A swapped joint is one in the same place as that of a person who is not the partner; it is counted once, not
 * again as missing.
 *
 * @param tolerance two joints at most so many pixels apart are in the same place
 */
public record FrameComparison(double tolerance) {
    private static final double REACH = 0.5;

    public FrameComparison {
        if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
            throw new IllegalArgumentException("tolerance " + tolerance + " must be a number of pixels from 0");
        }
    }

    /** Compares two sets with the same parts. */
    public ComparedFrame compare(Truth a, Truth b) {
        if (!a.parts().equals(b.parts())) {
            throw new IllegalArgumentException("the parts are " + a.parts() + " and " + b.parts() + "; make them one");
        }
        Work work = new Work(a.people(), b.people(), a.parts().size());
        List<PersonPair> pairs = work.pairs();
        work.verdicts(pairs);
        return new ComparedFrame(a, b, pairs, work.joints);
    }

    private static double size(Person person) {
        return Math.hypot(BodySize.extent(person, Joint::x), BodySize.extent(person, Joint::y));
    }

    /** One frame; joints that have their verdict are no longer open. */
    private final class Work {
        private final List<Person> a;
        private final List<Person> b;
        private final int parts;
        private final boolean[][] openA;
        private final boolean[][] openB;
        private final List<ComparedJoint> joints = new ArrayList<>();

        Work(List<Person> a, List<Person> b, int parts) {
            this.a = a;
            this.b = b;
            this.parts = parts;
            this.openA = marked(a);
            this.openB = marked(b);
        }

        private boolean[][] marked(List<Person> people) {
            boolean[][] marked = new boolean[people.size()][parts];
            for (int i = 0; i < marked.length; i++) {
                for (int part = 0; part < parts; part++) {
                    marked[i][part] = people.get(i).joints().get(part).mark() != Mark.ABSENT;
                }
            }
            return marked;
        }

        void verdicts(List<PersonPair> pairs) {
            ofPairs(pairs, tolerance, JointVerdict.SAME);
            for (int i = 0; i < a.size(); i++) {
                for (int part = 0; part < parts; part++) {
                    int other = inItsPlace(i, part);
                    if (other >= 0) {
                        verdict(part, i, other, JointVerdict.SWAPPED);
                    }
                }
            }
            ofPairs(pairs, Double.POSITIVE_INFINITY, JointVerdict.MOVED);
            for (int part = 0; part < parts; part++) {
                for (int i = 0; i < a.size(); i++) {
                    if (openA[i][part]) {
                        verdict(part, i, -1, JointVerdict.ONLY_A);
                    }
                }
                for (int j = 0; j < b.size(); j++) {
                    if (openB[j][part]) {
                        verdict(part, -1, j, JointVerdict.ONLY_B);
                    }
                }
            }
        }

        private void ofPairs(List<PersonPair> pairs, double within, JointVerdict verdict) {
            for (PersonPair pair : pairs) {
                for (int part = 0; part < parts; part++) {
                    if (open(pair.a(), pair.b(), part) && distance(pair.a(), pair.b(), part) <= within) {
                        verdict(part, pair.a(), pair.b(), verdict);
                    }
                }
            }
        }

        List<PersonPair> pairs() {
            // so small that nearness never outweighs a joint in the same place
            double small = 1.0 / (parts * (double) Math.max(1, Math.min(a.size(), b.size())) + 1);
            double[][] value = new double[a.size()][b.size()];
            for (int i = 0; i < a.size(); i++) {
                for (int j = 0; j < b.size(); j++) {
                    value[i][j] = value(i, j, small);
                }
            }
            int[] partner = Assignment.largest(value, b.size());
            List<PersonPair> pairs = new ArrayList<>();
            for (int i = 0; i < a.size(); i++) {
                if (partner[i] >= 0 && value[i][partner[i]] > 0) {
                    pairs.add(new PersonPair(i, partner[i]));
                }
            }
            return pairs;
        }

        private double value(int i, int j, double small) {
            double reach = REACH * Math.max(size(a.get(i)), size(b.get(j)));
            double value = 0;
            for (int part = 0; part < parts; part++) {
                if (open(i, j, part)) {
                    double distance = distance(i, j, part);
                    value += distance <= tolerance ? 1 : 0;
                    value += distance < reach ? small * (1 - distance / reach) : 0;
                }
            }
            return value;
        }

        /** Whether both have this part and neither joint has its verdict yet. */
        private boolean open(int i, int j, int part) {
            return openA[i][part] && openB[j][part];
        }

        private double distance(int i, int j, int part) {
            Joint p = a.get(i).joints().get(part);
            Joint q = b.get(j).joints().get(part);
            return Math.hypot(p.x() - q.x(), p.y() - q.y());
        }

        /** Whose joint in B is in the place of this one of A: the nearest, -1 if there is none. */
        private int inItsPlace(int i, int part) {
            int nearest = -1;
            for (int j = 0; j < b.size(); j++) {
                if (open(i, j, part)
                        && distance(i, j, part) <= tolerance
                        && (nearest < 0 || distance(i, j, part) < distance(i, nearest, part))) {
                    nearest = j;
                }
            }
            return nearest;
        }

        private void verdict(int part, int i, int j, JointVerdict verdict) {
            joints.add(new ComparedJoint(part, i, j, verdict));
            if (i >= 0) {
                openA[i][part] = false;
            }
            if (j >= 0) {
                openB[j][part] = false;
            }
        }
    }
}
