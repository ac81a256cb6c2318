package dev.jointly.solve;

import dev.jointly.proof.Proof;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Selection;
import java.util.List;

/**
 * Poses and proof of a whole problem, however they were found.
 *
 * @param lowerBound proven, in micro-units
 */
record SolveOutcome(
        Selection selection,
        long lowerBound,
        DualPoint dual,
        List<Proof.Tree> trees,
        int skeletons,
        int localAssignments,
        int rows,
        long nodes) {
    /** The same after so many nodes before. */
    SolveOutcome after(long before) {
        return new SolveOutcome(selection, lowerBound, dual, trees, skeletons, localAssignments, rows, before + nodes);
    }

    /** The same proof with other poses. */
    SolveOutcome with(Selection poses) {
        return new SolveOutcome(poses, lowerBound, dual, trees, skeletons, localAssignments, rows, nodes);
    }

    Proof proof() {
        return new Proof(dual.scaleBits(), dual.lambda1(), dual.lambda3(), dual.nu(), trees);
    }
}
