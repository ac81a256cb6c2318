package dev.jointly.solve.term;

import java.math.BigDecimal;

/** When a gap counts as closed. */
public final class RelativeGap {
    private RelativeGap() {}

    /** Whether two bounds in micro-units meet, or are within a relative gap of each other. Decided exactly, as in the checker, so that rounding never claims more than the checker accepts. */
    public static boolean closed(long objective, long lowerBound, double gap) {
        BigDecimal scale = BigDecimal.valueOf(lowerBound).abs().max(new BigDecimal("0.001"));
        BigDecimal distance = BigDecimal.valueOf(objective).subtract(BigDecimal.valueOf(lowerBound));
        return distance.compareTo(new BigDecimal(gap).multiply(scale)) <= 0;
    }
}
