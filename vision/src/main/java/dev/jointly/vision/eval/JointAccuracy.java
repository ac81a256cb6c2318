package dev.jointly.vision.eval;

import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.List;

/**
 * How many joints are assigned to the right person. A joint found is <em>correct</em> for a true person if it is within
 * the tolerance of that person's joint of the same part. People found are matched with true ones, one to one, so that
 * as many joints as possible are correct. Accuracy is the share of the annotated joints that are then correct; joints
 * without a candidate count against it, equally for every method. Precision is the share of the joints found that are
 * correct, and F1 is their harmonic mean: a method that uses every candidate has the best accuracy at the cost of
 * precision.
 */
public final class JointAccuracy {
    /** Counts of one image, or of several. */
    public record Count(int marked, int found, int right) {
        /** Both together. */
        public Count plus(Count other) {
            return new Count(marked + other.marked, found + other.found, right + other.right);
        }

        public double accuracy() {
            return marked == 0 ? Double.NaN : right / (double) marked;
        }

        public double precision() {
            return found == 0 ? Double.NaN : right / (double) found;
        }

        /** Harmonic mean of the two. */
        public double f1() {
            return marked + found == 0 ? Double.NaN : 2.0 * right / (marked + found);
        }
    }

    private JointAccuracy() {}

    /** Evaluates one image; the tolerance is in units of {@link BodySize}. */
    public static Count judge(EvaluatedImage image, double tolerance) {
        List<Person> people = image.truth().people().stream()
                .filter(person -> !person.crowd())
                .toList();
        double[][] right = new double[image.found().size()][people.size()];
        int found = 0;
        for (int f = 0; f < right.length; f++) {
            Found one = image.found().get(f);
            for (int p = 0; p < one.x().length; p++) {
                found += one.has(p) ? 1 : 0;
            }
            for (int g = 0; g < people.size(); g++) {
                right[f][g] = right(one, people.get(g), tolerance);
            }
        }
        int sum = 0;
        int[] match = Assignment.largest(right, people.size());
        for (int f = 0; f < right.length; f++) {
            sum += match[f] < 0 ? 0 : (int) right[f][match[f]];
        }
        return new Count(people.stream().mapToInt(Person::marked).sum(), found, sum);
    }

    private static int right(Found one, Person person, double tolerance) {
        double reach = tolerance * BodySize.of(person);
        int right = 0;
        for (int p = 0; p < one.x().length; p++) {
            Joint joint = person.joints().get(p);
            if (one.has(p)
                    && joint.mark() != Mark.ABSENT
                    && Math.hypot(one.x()[p] - joint.x(), one.y()[p] - joint.y()) <= reach) {
                right++;
            }
        }
        return right;
    }
}
