package dev.jointly.server;

import dev.jointly.io.json.Json;
import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A problem that is solved while its client does something else. Thread-safe. */
final class Job {
    /** How far it is. */
    enum State {
        QUEUED,
        RUNNING,
        DONE,
        FAILED,
        CANCELLED;

        /** The name that clients read. */
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isFinal() {
            return compareTo(DONE) >= 0;
        }
    }

    /**
     * A job at one moment.
     *
     * @param version grows with every change
     * @param solution the document, once it is done
     * @param failure why there will be none
     */
    record Snapshot(
            long version,
            State state,
            @Nullable Progress progress,
            byte @Nullable [] solution,
            @Nullable HttpProblem failure) {
        Map<String, @Nullable Object> members(String id) {
            Map<String, @Nullable Object> members = Json.object("id", id, "state", state.label());
            if (progress != null) {
                members.putAll(progress.members());
            }
            members.putAll(Json.object(
                    "solution", Optional.ofNullable(solution).map(Json.Raw::new),
                    "error", Optional.ofNullable(failure).map(why -> ErrorReply.members(why, id))));
            return members;
        }
    }

    /** Both bounds at one moment of a solve, in micro-units. */
    record Progress(double seconds, long lowerBound, long objective) {
        Map<String, @Nullable Object> members() {
            return Json.object(
                    "seconds", seconds,
                    "lowerBound", Micro.decimal(lowerBound),
                    "objective", Micro.decimal(objective),
                    "gap", Solution.gap(objective, lowerBound));
        }
    }

    private final String id;
    private Snapshot now = new Snapshot(0, State.QUEUED, null, null, null);
    private boolean fetched;
    /** Until it ends; the problem's memory is not held any longer. */
    private volatile WorkQueue.@Nullable Work<?> work;

    Job(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }

    synchronized Snapshot now() {
        fetched |= now.state.isFinal();
        return now;
    }

    /** Whether anybody has seen how it ended. */
    synchronized boolean fetched() {
        return fetched;
    }

    /** Waits for a change since some version, or for its end if the wait is for that alone. */
    synchronized Snapshot await(long version, boolean endOnly, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        long left = patience.toNanos();
        while (left > 0 && !now.state.isFinal() && (endOnly || now.version == version)) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - System.nanoTime();
        }
        return now();
    }

    void heard(SolveEvent event) {
        if (event instanceof SolveEvent.Iteration at) {
            change(State.RUNNING, new Progress(at.seconds(), at.lowerBound(), at.objective()), null, null);
        }
    }

    void done(byte[] solution) {
        change(State.DONE, null, solution, null);
    }

    void failed(HttpProblem failure) {
        change(State.FAILED, null, null, failure);
    }

    /** Notes the work that it consists of. */
    void consistsOf(WorkQueue.Work<?> newWork) {
        work = newWork;
    }

    /** Ends it, and its work if that has not ended. */
    void cancel() {
        WorkQueue.Work<?> current = work;
        change(State.CANCELLED, null, null, null);
        if (current != null) {
            current.cancel();
        }
    }

    /** The first end is the one that counts. */
    private synchronized void change(
            State state, @Nullable Progress progress, byte @Nullable [] solution, @Nullable HttpProblem failure) {
        if (!now.state.isFinal()) {
            Progress latest = progress == null ? now.progress : progress;
            now = new Snapshot(now.version + 1, state, latest, solution, failure);
            work = state.isFinal() ? null : work;
            notifyAll();
        }
    }
}
