package dev.jointly.solve.term;

import java.util.ArrayList;
import java.util.List;

/** A point of the relaxation: the columns above zero, with their values. */
public final class PrimalPoint {
    /** What is closer to a whole number than this is one. */
    private static final double WHOLE = 1e-6;

    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<Double> skeletonValues = new ArrayList<>();
    private final List<LocalAssignment> locals = new ArrayList<>();
    private final List<Double> localValues = new ArrayList<>();

    public void add(Skeleton skeleton, double value) {
        if (value > WHOLE) {
            skeletons.add(skeleton);
            skeletonValues.add(value);
        }
    }

    public void add(LocalAssignment local, double value) {
        if (value > WHOLE) {
            locals.add(local);
            localValues.add(value);
        }
    }

    public List<Skeleton> skeletons() {
        return skeletons;
    }

    public double value(int skeleton) {
        return skeletonValues.get(skeleton);
    }

    public List<LocalAssignment> locals() {
        return locals;
    }

    public double localValue(int local) {
        return localValues.get(local);
    }

    /** How far a value is from the nearest whole number, 0 where that is only the engine's rounding. */
    public static double fractionality(double value) {
        double far = Math.abs(value - Math.rint(value));
        return far > WHOLE ? far : 0;
    }
}
