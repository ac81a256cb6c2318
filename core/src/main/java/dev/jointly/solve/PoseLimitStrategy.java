package dev.jointly.solve;

import dev.jointly.solve.term.RelativeGap;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.tree.GlobalBounds;

/**
 * Solves where the number of poses is limited. First without the limit: components are solved independently, and mostly they
 * have few enough poses together. Where they have too many, all leads become one component, whose master has the limit as a row;
 * the price of that row, nu, is common to all.
 */
final class PoseLimitStrategy {
    private final ComponentSolver components;
    private final int maxPoses;

    PoseLimitStrategy(ComponentSolver components, int maxPoses) {
        this.components = components;
        this.maxPoses = maxPoses;
    }

    SolveOutcome solve(Preparation prepared, EventPublisher events, WarmStart warm) {
        GlobalBounds relaxed = GlobalBounds.ofRelaxation(prepared.grid(), prepared.ceiling());
        SolveOutcome free = components.solve(prepared.withoutLimit(), relaxed, events, warm);
        if (free.selection().skeletons().size() <= maxPoses
                && prepared.pins().kept(free.selection(), prepared.problem().size())) {
            return free;
        }
        Selection few =
                prepared.cheaper(free.selection().atMost(maxPoses, prepared.pins()::requires), prepared.incumbent());
        double gap = components.settings().gap();
        if (RelativeGap.closed(few.cost(), free.lowerBound(), gap)
                || components.deadline().passed()) {
            return free.with(few);
        }
        Preparation again = prepared.with(few);
        GlobalBounds bounds = GlobalBounds.above(again.grid(), again.ceiling(), free.lowerBound());
        SolveOutcome limited = components.solve(again, bounds, events, warm);
        SolveOutcome best = limited.with(prepared.cheaper(limited.selection(), few));
        return bounds.provenBefore() ? free.with(best.selection()) : best.after(free.nodes());
    }
}
