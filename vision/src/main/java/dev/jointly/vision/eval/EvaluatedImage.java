package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.vision.cost.PartNames;
import java.util.Arrays;
import java.util.List;

/** One image: the true people and the people found. */
public record EvaluatedImage(Truth truth, List<Found> found) {
    public EvaluatedImage {
        found = List.copyOf(found);
        for (Found one : found) {
            if (one.x().length != truth.parts().size()) {
                throw new IllegalArgumentException("a person found has " + one.x().length + " joints but the truth has "
                        + truth.parts().size() + " parts");
            }
        }
    }

    /** An image with these people as those found, in the parts of the truth; parts are matched by name. */
    public static EvaluatedImage of(Evidence evidence, List<GroupedPerson> people, Truth truth) {
        int[] own = truth.parts().stream()
                .mapToInt(part -> PartNames.find(part, evidence.parts()))
                .toArray();
        return new EvaluatedImage(
                truth,
                people.stream().map(person -> found(evidence, person, own)).toList());
    }

    private static Found found(Evidence evidence, GroupedPerson person, int[] own) {
        double[] x = new double[own.length];
        double[] y = new double[own.length];
        Arrays.fill(x, Double.NaN);
        Arrays.fill(y, Double.NaN);
        for (int p = 0; p < own.length; p++) {
            if (own[p] >= 0 && person.candidate()[own[p]] != GroupedPerson.NONE) {
                Candidate seen = evidence.candidates().get(person.candidate()[own[p]]);
                x[p] = seen.x();
                y[p] = seen.y();
            }
        }
        return new Found(x, y, person.score());
    }

    /**
     * A person found, in the parts of the truth.
     *
     * @param x NaN, like y, where the joint was not found
     */
    public record Found(double[] x, double[] y, double score) {
        public Found {
            if (x.length != y.length || !Double.isFinite(score)) {
                throw new IllegalArgumentException("a person found needs as many x as y and a finite score, but has "
                        + x.length + " and " + y.length + " and score " + score);
            }
        }

        /** Whether a joint was found. */
        public boolean has(int part) {
            return !Double.isNaN(x[part]);
        }
    }
}
