package dev.jointly.solve.tree;

import dev.jointly.proof.Decision;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.cut.TreeCuts;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.StrongBranchingOracle;
import org.jspecify.annotations.Nullable;

/**
 * What all nodes of a tree share.
 *
 * @param cuts of the tree
 * @param branching chooses the decisions
 */
record TreeScope(Component component, TreeCuts cuts, Branching branching) {
    /** Chooses a decision; null where all that matter are taken. */
    @FunctionalInterface
    interface Branching {
        @Nullable
        Decision next(Restriction known, PrimalPoint point, StrongBranchingOracle master);
    }

    static TreeScope of(Component component) {
        return new TreeScope(component, cuts(component, component.options()), component.branchingRule()::next);
    }

    /** The same for a dive: without cuts, and without strong branching. */
    TreeScope diving() {
        TreeCuts none = cuts(component, component.options().with(SolveOption.CUT_ROUNDS, 0));
        Branching branching =
                (known, point, master) -> component.branchingRule().diving(known, point);
        return new TreeScope(component, none, branching);
    }

    private static TreeCuts cuts(Component component, SolveOptions options) {
        return new TreeCuts(component.candidates().costs(), component.members(), options);
    }
}
