package dev.jointly.solve;

import dev.jointly.proof.Proof;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Selection;
import java.util.List;

/** Poses and proof of a whole problem, however they were found. */
record SolveOutcome(
        Selection selection,
        DualPoint dual,
        List<Proof.Tree> trees,
        int skeletons,
        int localAssignments,
        int rows,
        long nodes) {
    /** The same after so many nodes before. */
    SolveOutcome after(long before) {
        return new SolveOutcome(selection, dual, trees, skeletons, localAssignments, rows, before + nodes);
    }

    /** The same proof with other poses. */
    SolveOutcome with(Selection poses) {
        return new SolveOutcome(poses, dual, trees, skeletons, localAssignments, rows, nodes);
    }
}
