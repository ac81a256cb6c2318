package dev.jointly.vision.eval;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

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
        SplittableRandom random = new SplittableRandom(seed);
        double[] drawn = IntStream.range(0, ROUNDS)
                .mapToDouble(round -> figure.applyAsDouble(images.stream()
                        .map(any -> images.get(random.nextInt(images.size())))
                        .toList()))
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        return new Interval(figure.applyAsDouble(images), at(drawn, TAIL), at(drawn, 1 - TAIL));
    }

    /** NaN without any. */
    private static double at(double[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
