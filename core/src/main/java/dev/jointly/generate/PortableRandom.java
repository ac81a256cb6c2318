package dev.jointly.generate;

import java.util.SplittableRandom;

/**
 * Randomness that is the same on every JDK: only the raw 64 bits come from the library, whose derived distributions
 * have changed between releases; everything else is computed here with {@link StrictMath}.
 *
 * <p>Not thread-safe.
 */
public final class PortableRandom {
    private final SplittableRandom bits;

    public PortableRandom(long seed) {
        bits = new SplittableRandom(seed);
    }

    public long seed() {
        return bits.nextLong();
    }

    /** From 0 to below 1. */
    public double uniform() {
        return (bits.nextLong() >>> 11) * 0x1.0p-53;
    }

    public double between(double least, double most) {
        return least + (most - least) * uniform();
    }

    public boolean chance(double probability) {
        return uniform() < probability;
    }

    /** Mean 0, standard deviation 1: Box and Muller's transform, one of its two values. */
    public double gaussian() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform()));
        return radius * StrictMath.cos(2 * Math.PI * uniform());
    }
}
