package dev.jointly.solve.term;

import java.util.Arrays;

/**
 * A local assignment l.
 *
 * @param global the detection m that hosts it
 * @param locals the detections S, ascending and not empty
 * @param cost Psi_l in micro-units
 */
public record LocalAssignment(int global, int[] locals, long cost) implements Column {
    @Override
    public int[] used() {
        return locals;
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
