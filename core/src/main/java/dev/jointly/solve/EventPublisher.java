package dev.jointly.solve;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.tree.GlobalBounds;
import dev.jointly.solve.tree.SearchListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what happens during a solve, and publishes it as events.
 *
 * <p>The listener receives one event at a time, in their order, and never while the lock is held: it may take its time, or
 * wait for another thread that reports too. A thread that finds it busy leaves its event to the one that keeps it busy.
 */
final class EventPublisher implements SearchListener {
    private final long start = System.nanoTime();
    private final Consumer<SolveEvent> listener;
    private final List<Solution.TracePoint> trace = new ArrayList<>();
    private final Deque<SolveEvent> pendingEvents = new ArrayDeque<>();
    private boolean dispatching;
    private int iterations;
    private long pricings;

    EventPublisher(Consumer<SolveEvent> listener) {
        this.listener = listener;
    }

    double seconds() {
        return (System.nanoTime() - start) * 1e-9;
    }

    /** The components of a problem are about to be solved. */
    void started(Candidates whole, List<Candidates> components, Method method, GlobalBounds bounds) {
        int kept = components.stream().mapToInt(c -> c.members().length).sum();
        mark(bounds.lowerMicro(), bounds.objective());
        publish(() -> new SolveEvent.Started(
                whole.costs().problem().id(), method, whole.costs().size(), kept, components.size()));
    }

    @Override
    public void iteration(int component, int iteration, int columns, int rows, GlobalBounds bounds) {
        publish(() -> {
            iterations++;
            long lower = bounds.lowerMicro();
            long objective = bounds.objective();
            mark(lower, objective);
            return new SolveEvent.Iteration(seconds(), component, iteration, columns, rows, lower, objective);
        });
    }

    @Override
    public void warn(String what) {
        publish(() -> new SolveEvent.EngineFailure(what));
    }

    void finished(Solution solution) {
        listener.accept(new SolveEvent.Finished(
                solution.seconds(), solution.status(), solution.lowerBound(), solution.objective(), pricings()));
    }

    /** Publishes an event, which is made under the lock. */
    private void publish(Supplier<SolveEvent> event) {
        synchronized (this) {
            pendingEvents.add(event.get());
            if (dispatching) {
                return;
            }
            dispatching = true;
        }
        boolean dispatched = false;
        try {
            for (SolveEvent next = nextPending(); next != null; next = nextPending()) {
                listener.accept(next);
            }
            dispatched = true;
        } finally {
            if (!dispatched) {
                // the listener threw; other threads may go on
                stopDispatching();
            }
        }
    }

    private synchronized @Nullable SolveEvent nextPending() {
        SolveEvent next = pendingEvents.poll();
        dispatching = next != null;
        return next;
    }

    private synchronized void stopDispatching() {
        dispatching = false;
    }

    /** Adds a point to the trace when a bound has moved since the last one. */
    synchronized void mark(long lowerBound, long objective) {
        Solution.TracePoint last = trace.isEmpty() ? null : trace.get(trace.size() - 1);
        if (last == null || last.lowerBound() != lowerBound || last.objective() != objective) {
            trace.add(new Solution.TracePoint(seconds(), lowerBound, objective));
        }
    }

    @Override
    public synchronized void priced() {
        pricings++;
    }

    private synchronized long pricings() {
        return pricings;
    }

    synchronized int iterations() {
        return iterations;
    }

    synchronized List<Solution.TracePoint> trace() {
        return List.copyOf(trace);
    }
}
