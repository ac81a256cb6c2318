package dev.jointly.solve;

import dev.jointly.proof.Decision;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.cut.TreeCuts;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Region;
import dev.jointly.solve.term.StrongBranchingOracle;
import org.jspecify.annotations.Nullable;

/**
 * What a tree is about: a region of a component, and what the rest of the component adds to its bound.
 *
 * @param cuts of the tree
 * @param branching chooses the decisions
 */
record TreeScope(ComponentSolve component, Region region, long boundOffset, TreeCuts cuts, Branching branching) {
    /** Chooses a decision; null where all that matter are taken. */
    @FunctionalInterface
    interface Branching {
        @Nullable
        Decision next(Restriction known, Region region, PrimalPoint point, StrongBranchingOracle master);
    }

    static TreeScope of(ComponentSolve component, Region region, long boundOffset) {
        TreeCuts cuts = cuts(component, region, component.options());
        return new TreeScope(component, region, boundOffset, cuts, component.branchingRule()::next);
    }

    /** The same for a dive: without cuts, and without strong branching. */
    TreeScope diving() {
        TreeCuts none = cuts(component, region, component.options().with(SolveOption.CUT_ROUNDS, 0));
        Branching branching =
                (known, some, point, master) -> component.branchingRule().diving(known, some, point);
        return new TreeScope(component, region, boundOffset, none, branching);
    }

    private static TreeCuts cuts(ComponentSolve component, Region region, SolveOptions options) {
        return new TreeCuts(component.candidates().costs(), region.members(), options);
    }
}
