package dev.jointly.solve.tree;

import dev.jointly.solve.term.Grid;

/**
 * The bounds of the whole problem, kept up to date by its components, which may be solved in parallel. The lower bound is
 * summed on the grid and rounded up once, exactly as the checker does. Thread-safe.
 */
public final class GlobalBounds {
    /** Nothing was proven before. */
    private static final long NOTHING = Long.MIN_VALUE;

    private final Grid grid;
    private final long ceiling;
    /** Proven before, in micro-units. */
    private final long floor;
    /** Whether incumbents of the components make one of the whole problem. */
    private final boolean additive;

    private long lower;
    private long sum;

    /** Components without an incumbent. */
    private int awaited;

    private GlobalBounds(Grid grid, long ceiling, long floor, boolean additive) {
        this.grid = grid;
        this.ceiling = ceiling;
        this.floor = floor;
        this.additive = additive;
    }

    /**
     * Bounds whose incumbent is the sum of those of the components.
     *
     * @param ceiling what the incumbent costs at the start, in micro-units
     */
    public static GlobalBounds of(Grid grid, long ceiling) {
        return new GlobalBounds(grid, ceiling, NOTHING, true);
    }

    /** The same for a relaxation: the incumbents of its components together may be no solution of the problem. */
    public static GlobalBounds ofRelaxation(Grid grid, long ceiling) {
        return new GlobalBounds(grid, ceiling, NOTHING, false);
    }

    /** The same for a problem of which this bound is proven already, in micro-units. */
    public static GlobalBounds above(Grid grid, long ceiling, long proven) {
        return new GlobalBounds(grid, ceiling, proven, true);
    }

    /** A component's bound rose by so many grid points. */
    synchronized void raiseLower(long by) {
        lower = Math.addExact(lower, by);
    }

    /** A component's incumbent costs so many micro-units more, or less. */
    synchronized void addCost(long by) {
        sum = Math.addExact(sum, by);
    }

    /** A component has no incumbent yet that satisfies its pins. */
    synchronized void awaitIncumbent() {
        awaited++;
    }

    /** Its first incumbent, or the cost it has to stay below, in micro-units. */
    synchronized void incumbentFound(long cost) {
        awaited--;
        addCost(cost);
    }

    /** In micro-units. */
    public synchronized long lowerMicro() {
        return Math.max(floor, grid.ceilMicro(lower));
    }

    /** What the incumbent costs, in micro-units. */
    public synchronized long objective() {
        return awaited > 0 || !additive ? ceiling : Math.min(sum, ceiling);
    }

    /** Whether the components have proven no more than what was proven before them. */
    public synchronized boolean provenBefore() {
        return floor > grid.ceilMicro(lower);
    }
}
