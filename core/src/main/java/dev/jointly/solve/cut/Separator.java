package dev.jointly.solve.cut;

import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.HalfIntegralCut;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/** A family of cuts. */
@FunctionalInterface
interface Separator {
    /**
     * Cuts that a point may violate; {@link TreeCuts} computes by how much and drops those that it does not.
     *
     * @param stopped when to be content with those found
     */
    Collection<HalfIntegralCut> cuts(FractionalPoint point, BooleanSupplier stopped);

    /**
     * The families in use. Of cuts that are violated alike and of the same size, those of an earlier family come first.
     *
     * @param owned the detections of the tree
     */
    static List<Separator> all(SolveOptions options, IntPredicate owned) {
        double leastViolation = options.get(SolveOption.CUT_VIOLATION);
        // a cut is violated by half of what a walk is shorter than 1
        double longest = 1 - 2 * leastViolation;
        int orders = options.count(SolveOption.ELIMINATION_ORDERS);
        return List.of(
                (point, stopped) -> Triples.of(point, leastViolation - FractionalPoint.TIE, owned),
                (point, stopped) -> OddWalks.of(point, longest, stopped),
                (point, stopped) -> ParityElimination.of(point, longest, orders, stopped));
    }
}
