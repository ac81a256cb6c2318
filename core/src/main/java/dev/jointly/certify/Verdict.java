package dev.jointly.certify;

import java.util.List;

/**
 * What the checker says.
 *
 * @param objective recomputed, in micro-units; 0 where the poses are not even well formed
 * @param lowerBound proven, in micro-units: no solution of the problem costs less
 * @param reasons why the claim is rejected; empty otherwise
 */
public record Verdict(Kind kind, long objective, long lowerBound, List<String> reasons) {
    /** The three things a checker can say. */
    public enum Kind {
        /** The proven bound meets the objective exactly: nothing better exists for these costs. */
        PROVEN_OPTIMAL,
        /** Everything claimed is true; something better may or may not exist, but nothing below the bound. */
        BOUNDED,
        /** Something claimed is not so. */
        REJECTED
    }

    public boolean accepted() {
        return kind != Kind.REJECTED;
    }
}
