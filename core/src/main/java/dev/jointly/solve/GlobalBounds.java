package dev.jointly.solve;

import dev.jointly.problem.Problem;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Grid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of the whole problem, kept up to date by its components, which may run side by side. The lower bound is
 * summed on the grid and rounded up once, exactly as the checker does.
 *
 * <p>The listener hears of one event at a time, in their order, and never while the lock is held: it may take its time, or
 * wait for another thread that reports too. A thread that finds it busy leaves its event to the one that keeps it busy.
 */
final class GlobalBounds {
    private final Grid grid;
    private final long start = System.nanoTime();
    private final Consumer<SolveEvent> listener;
    private final List<Solution.TracePoint> trace = new ArrayList<>();
    private long lower;
    private long ceiling;
    private long sum;
    /** Proven before, in micro-units. */
    private long floor = Long.MIN_VALUE;
    /** Whether the poses of the components are of no use yet, since together they may be too many. */
    private boolean relaxed;

    /** Components without an incumbent. */
    private int awaited;

    private int iterations;
    private long pricings;
    private final Deque<SolveEvent> untold = new ArrayDeque<>();
    private boolean telling;

    /** @param ceiling what poses in hand cost from the start, in micro-units */
    GlobalBounds(Grid grid, long ceiling, Consumer<SolveEvent> listener) {
        this.grid = grid;
        this.ceiling = ceiling;
        this.listener = listener;
    }

    /** From now on more poses may be found than are allowed; they do not count until they are {@link #confirm confirmed}. */
    synchronized void relax() {
        relaxed = true;
    }

    /** The poses found are not too many. */
    synchronized void confirm() {
        relaxed = false;
    }

    /** Allowed poses are known that cost so many micro-units. */
    synchronized void known(long cost) {
        ceiling = Math.min(ceiling, cost);
    }

    /** All is solved once more, as one component, with no more poses than are allowed. What is proven stays proven. */
    synchronized void restart() {
        floor = lowerMicro();
        lower = 0;
        sum = 0;
        awaited = 0;
        relaxed = false;
    }

    /** Whether what was proven before the restart is more than what has been proven since. */
    synchronized boolean provenBefore() {
        return floor > grid.ceilMicro(lower);
    }

    double seconds() {
        return (System.nanoTime() - start) * 1e-9;
    }

    void started(Problem problem, Method method, List<Candidates> components) {
        int kept = components.stream().mapToInt(c -> c.members().length).sum();
        mark();
        tell(() -> new SolveEvent.Started(problem.id(), method, problem.size(), kept, components.size()));
    }

    private void tell(Supplier<SolveEvent> news) {
        synchronized (this) {
            untold.add(news.get());
            if (telling) {
                return;
            }
            telling = true;
        }
        boolean told = false;
        try {
            for (SolveEvent next = nextUntold(); next != null; next = nextUntold()) {
                listener.accept(next);
            }
            told = true;
        } finally {
            if (!told) {
                // the listener threw; others may go on telling it
                stopTelling();
            }
        }
    }

    private synchronized @Nullable SolveEvent nextUntold() {
        SolveEvent next = untold.poll();
        telling = next != null;
        return next;
    }

    private synchronized void stopTelling() {
        telling = false;
    }

    /** A component's bound rose by so many grid points. */
    synchronized void raiseLower(long by) {
        lower = Math.addExact(lower, by);
    }

    /** A component's poses cost so many micro-units more, or less. */
    synchronized void addCost(long by) {
        sum = Math.addExact(sum, by);
    }

    /** A component has no poses yet that keep its pins. */
    synchronized void awaitIncumbent() {
        awaited++;
    }

    /** Its first poses, or the limit they have to keep, cost so many micro-units. */
    synchronized void incumbentFound(long cost) {
        awaited--;
        addCost(cost);
    }

    void iteration(int component, int iteration, int columns, int rows) {
        tell(() -> {
            iterations++;
            mark();
            return new SolveEvent.Iteration(seconds(), component, iteration, columns, rows, lowerMicro(), objective());
        });
    }

    /** Adds a point to the trace when a bound has moved since the last one. */
    synchronized void mark() {
        Solution.TracePoint last = trace.isEmpty() ? null : trace.get(trace.size() - 1);
        if (last == null || last.lowerBound() != lowerMicro() || last.objective() != objective()) {
            trace.add(new Solution.TracePoint(seconds(), lowerMicro(), objective()));
        }
    }

    void trouble(String what) {
        tell(() -> new SolveEvent.EngineTrouble(what));
    }

    synchronized long lowerMicro() {
        return Math.max(floor, grid.ceilMicro(lower));
    }

    synchronized long objective() {
        return awaited > 0 || relaxed ? ceiling : Math.min(sum, ceiling);
    }

    synchronized void priced() {
        pricings++;
    }

    synchronized long pricings() {
        return pricings;
    }

    synchronized int iterations() {
        return iterations;
    }

    synchronized List<Solution.TracePoint> trace() {
        return List.copyOf(trace);
    }
}
