package dev.jointly.solve.term;

import java.util.LinkedHashMap;
import java.util.Map;

/** A point of the relaxation: the columns above zero, with their values, in the order in which they were added. */
public final class PrimalPoint {
    /** What is closer to a whole number than this is one. */
    private static final double WHOLE = 1e-6;

    private final Map<Skeleton, Double> skeletons = new LinkedHashMap<>();
    private final Map<LocalAssignment, Double> locals = new LinkedHashMap<>();

    public void add(Column column, double value) {
        if (value > WHOLE) {
            if (column instanceof Skeleton skeleton) {
                skeletons.merge(skeleton, value, Double::sum);
            } else {
                locals.merge((LocalAssignment) column, value, Double::sum);
            }
        }
    }

    public Map<Skeleton, Double> skeletons() {
        return skeletons;
    }

    public Map<LocalAssignment, Double> locals() {
        return locals;
    }

    /** How far a value is from the nearest whole number, 0 where that is only the engine's rounding. */
    public static double fractionality(double value) {
        double far = Math.abs(value - Math.rint(value));
        return far > WHOLE ? far : 0;
    }
}
