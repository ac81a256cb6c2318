package dev.jointly.solve.benders;

import dev.jointly.solve.term.Grid;
import java.util.Arrays;

/**
 * A Benders row of one local cluster: eta >= -1'l1 + x'(l1 - l3), from a dual point feasible for EVERY local
 * assignment of the cluster. Prices are on the solver's {@link Grid}, one per cluster member in the cluster's order.
 */
public record BendersRow(int cluster, int[] members, long[] l1, long[] l3) {
    /** Whether both say the same of the same cluster. */
    public boolean sameAs(BendersRow other) {
        return cluster == other.cluster && Arrays.equals(l1, other.l1) && Arrays.equals(l3, other.l3);
    }

    /** -1'l1. */
    public long constant() {
        long sum = 0;
        for (long price : l1) {
            sum -= price;
        }
        return sum;
    }

    /** l1 - l3 of a member: what the row gains per unit of x there. */
    public long slope(int member) {
        return l1[member] - l3[member];
    }
}
