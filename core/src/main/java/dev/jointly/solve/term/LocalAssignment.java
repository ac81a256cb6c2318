package dev.jointly.solve.term;

import java.util.Arrays;

/** A local assignment l: global detection m, local detections S ascending and not empty; cost Psi_l in micro-units. */
public final class LocalAssignment {
    private final int global;
    private final int[] locals;
    private final long cost;

    /** Takes ownership of the ascending array. */
    public LocalAssignment(int global, int[] locals, long cost) {
        this.global = global;
        this.locals = locals;
        this.cost = cost;
    }

    public int global() {
        return global;
    }

    public int[] locals() {
        return locals;
    }

    public long cost() {
        return cost;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalAssignment that && global == that.global && Arrays.equals(locals, that.locals);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(locals) + global;
    }

    @Override
    public String toString() {
        return "LocalAssignment" + global + Arrays.toString(locals) + "=" + cost;
    }
}
