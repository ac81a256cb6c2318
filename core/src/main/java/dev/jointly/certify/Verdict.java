package dev.jointly.certify;

import java.util.List;

/**
 * The result of a check.
 *
 * @param objective recomputed, in micro-units; 0 where the poses are not even well formed
 * @param lowerBound proven, in micro-units: no solution of the problem costs less; {@link Long#MIN_VALUE} where nothing is
 * @param reasons why the claim is rejected or undecided; empty otherwise
 */
public record Verdict(Kind kind, long objective, long lowerBound, List<String> reasons) {
    /** The kinds of verdict. */
    public enum Kind {
        /** The proven bound equals the objective: this is the best grouping for these costs, proven. */
        PROVEN_OPTIMAL,
        /** Everything claimed is true. A better solution may exist, but none below the bound. */
        BOUNDED,
        /** Something claimed is false. */
        REJECTED,
        /** Nothing claimed was found to be false, but the limits of the check did not suffice to confirm all of it. */
        UNDECIDED
    }

    /** Whether everything claimed is true. */
    public boolean accepted() {
        return kind == Kind.PROVEN_OPTIMAL || kind == Kind.BOUNDED;
    }
}
