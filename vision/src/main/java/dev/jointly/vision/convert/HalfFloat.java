package dev.jointly.vision.convert;

/** Numbers of 16 bits, as IEEE 754 defines them. Java has this from version 20 on. */
final class HalfFloat {
    /** The smallest step: that of numbers too small for an exponent of their own. */
    private static final float SMALLEST = 0x1p-24f;

    private HalfFloat() {}

    /** The same number, exactly: one bit of sign, five of exponent, ten of fraction. */
    static float toFloat(short bits) {
        int exponent = (bits >> 10) & 0x1f;
        int fraction = bits & 0x3ff;
        float size;
        if (exponent == 0) {
            size = fraction * SMALLEST;
        } else if (exponent == 0x1f) {
            size = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
        } else {
            // exponents are counted from -15, those of floats from -127
            size = Float.intBitsToFloat(((exponent + 112) << 23) | (fraction << 13));
        }
        return bits < 0 ? -size : size;
    }
}
