package dev.jointly.vision.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Bootstrap intervals: how much a value depends on the choice of images, which are drawn again with replacement.
 *
 * @param seed the same one draws the same samples, also for different methods on the same number of images
 */
public record Bootstrap(long seed) {
    private static final int ROUNDS = 1000;
    private static final double TAIL = 0.025;

    /** A value with its 95 % interval. */
    public record Interval(double value, double low, double high) {}

    /** Interval of a figure of images. */
    public <T> Interval of(List<T> images, ToDoubleFunction<List<T>> figure) {
        double[] drawn = new double[ROUNDS];
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<T> sample = new ArrayList<>();
            for (int i = 0; i < images.size(); i++) {
                sample.add(images.get(random.nextInt(images.size())));
            }
            drawn[round] = figure.applyAsDouble(sample);
        }
        double[] known = Arrays.stream(drawn)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (known.length == 0) {
            return new Interval(figure.applyAsDouble(images), Double.NaN, Double.NaN);
        }
        return new Interval(figure.applyAsDouble(images), at(known, TAIL), at(known, 1 - TAIL));
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
