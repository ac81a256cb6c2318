package dev.jointly.solve.tree;

import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.RelativeGap;
import dev.jointly.solve.term.Selection;
import org.jspecify.annotations.Nullable;

/** The best poses known of a component, and what it takes to beat them. */
public final class Incumbent {
    /** No poses are known that keep the pins, nor any limit. */
    private static final long NONE = Long.MAX_VALUE;

    private final Grid grid;
    private final Costs costs;
    private final PinConstraints pins;
    private final GlobalBounds bounds;
    private final double requestedGap;
    private final long slack;
    private Selection best = Selection.EMPTY;
    /** Poses are of use only if they cost less, in micro-units. */
    private long cutoff;

    /** @param slack by how many grid points the bound may stay below the cutoff and still prove it */
    Incumbent(Costs costs, PinConstraints pins, GlobalBounds bounds, double requestedGap, long slack) {
        this.costs = costs;
        grid = costs.grid();
        this.pins = pins;
        this.bounds = bounds;
        this.requestedGap = requestedGap;
        this.slack = slack;
        cutoff = pins.required().length == 0 ? 0 : NONE;
    }

    /** Tells the bounds of the whole problem to wait where no poses that satisfy the pins are known yet. */
    void register() {
        if (cutoff == NONE) {
            bounds.awaitIncumbent();
        }
    }

    public Selection best() {
        return best;
    }

    /** Takes poses, or as many of them as are allowed, where they are cheaper and keep to the pins. */
    void improve(@Nullable Selection found) {
        Selection allowed = found == null ? null : found.atMost(costs.mostPoses(), pins::requires);
        if (allowed != null && allowed.cost() < cutoff && pins.kept(allowed, costs.size())) {
            lower(allowed.cost());
            best = allowed;
        }
    }

    /**
     * What costs this much or more is of no use: poses of the whole problem are known that no such poses of this component
     * can beat, whatever the other components do.
     *
     * @param most in grid points
     */
    public void limit(long most) {
        long micro = grid.ceilMicro(most);
        if (micro < cutoff) {
            lower(micro);
        }
    }

    private void lower(long to) {
        if (cutoff == NONE) {
            bounds.incumbentFound(to);
        } else {
            bounds.addCost(to - cutoff);
        }
        cutoff = to;
    }

    /** What is left between a bound and the cutoff, in grid points. */
    long gapOnGrid(long bound) {
        return grid.fromMicro(cutoff) - bound;
    }

    /** Whether nothing above this bound is worth looking for. */
    boolean closes(long bound) {
        return gapOnGrid(bound) <= slack
                || (requestedGap > 0 && RelativeGap.closed(cutoff, grid.ceilMicro(bound), requestedGap));
    }
}
