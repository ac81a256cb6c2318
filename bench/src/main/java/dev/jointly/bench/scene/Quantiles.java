package dev.jointly.bench.scene;

import java.util.Arrays;
import java.util.List;

/**
 * A distribution as some of its quantiles, from the least value to the largest; between two of them it is uniform. They are
 * closer together at both ends, or a few large values would make a fat tail.
 *
 * @param at ascending
 */
record Quantiles(double[] at) {
    private static final double[] LEVELS = {
        0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998,
        1
    };

    Quantiles {
        if (at.length != LEVELS.length) {
            throw new IllegalArgumentException("found " + at.length + " quantiles but expected " + LEVELS.length);
        }
    }

    /** Of a sample; four digits are more than such samples know. */
    static Quantiles of(List<Double> sample) {
        if (sample.isEmpty()) {
            throw new IllegalArgumentException("there are no quantiles of nothing");
        }
        double[] sorted =
                sample.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Quantiles(Arrays.stream(LEVELS)
                .map(level -> rounded(sorted[(int) Math.round(level * (sorted.length - 1))]))
                .toArray());
    }

    static double rounded(double value) {
        return Math.round(value * 1e4) / 1e4;
    }

    /** The value that so large a share is below, from 0 to below 1. */
    double value(double share) {
        int i = 0;
        while (share >= LEVELS[i + 1]) {
            i++;
        }
        return at[i] + (share - LEVELS[i]) / (LEVELS[i + 1] - LEVELS[i]) * (at[i + 1] - at[i]);
    }
}
