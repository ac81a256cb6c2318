package dev.jointly.vision.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** How far a figure may be off by the choice of pictures: pictures are drawn again, with replacement. */
public final class Bootstrap {
    private static final int ROUNDS = 1000;
    private static final double TAIL = 0.025;

    /** A figure, and between what it is in 95 of 100 draws. */
    public record Interval(double value, double low, double high) {}

    private final long seed;

    /** The same seed draws the same pictures, also for different methods on as many pictures. */
    public Bootstrap(long seed) {
        this.seed = seed;
    }

    /** Interval of a figure of pictures. */
    public <T> Interval of(List<T> pictures, ToDoubleFunction<List<T>> figure) {
        double[] drawn = new double[ROUNDS];
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<T> sample = new ArrayList<>();
            for (int i = 0; i < pictures.size(); i++) {
                sample.add(pictures.get(random.nextInt(pictures.size())));
            }
            drawn[round] = figure.applyAsDouble(sample);
        }
        double[] known = Arrays.stream(drawn)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (known.length == 0) {
            return new Interval(figure.applyAsDouble(pictures), Double.NaN, Double.NaN);
        }
        return new Interval(figure.applyAsDouble(pictures), at(known, TAIL), at(known, 1 - TAIL));
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
