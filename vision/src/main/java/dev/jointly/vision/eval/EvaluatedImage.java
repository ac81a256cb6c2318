package dev.jointly.vision.eval;

import dev.jointly.evidence.Truth;
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
