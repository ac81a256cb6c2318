package dev.jointly.server;

import dev.jointly.io.json.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A problem that is solved while its client does something else. Thread-safe. */
final class Job {
    /** How far it is, by the name that clients read. */
    enum State {
        QUEUED("queued"),
        RUNNING("running"),
        DONE("done"),
        FAILED("failed"),
        CANCELLED("cancelled");

        private final String label;

        State(String label) {
            this.label = label;
        }

        String label() {
            return label;
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
        Map<String, Object> members(String id) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("id", id);
            members.put("state", state.label());
            if (progress != null) {
                members.putAll(progress.members());
            }
            if (solution != null) {
                members.put("solution", new Json.Raw(solution));
            }
            if (failure != null) {
                members.put("error", ErrorReply.members(failure, id));
            }
            return members;
        }
    }

    private final String id;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Snapshot now = new Snapshot(0, State.QUEUED, null, null, null);
    private boolean fetched;

    Job(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }

    Snapshot now() {
        lock.lock();
        try {
            fetched |= now.state.isFinal();
            return now;
        } finally {
            lock.unlock();
        }
    }

    /** Whether anybody has seen how it ended. */
    boolean fetched() {
        lock.lock();
        try {
            return fetched;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a change since some version, or for its end if the wait is for that alone. */
    Snapshot await(long version, boolean endOnly, Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (left > 0 && !now.state.isFinal() && (endOnly || now.version == version)) {
                left = changed.awaitNanos(left);
            }
            return now();
        } finally {
            lock.unlock();
        }
    }

    void progress(Progress progress) {
        change(State.RUNNING, progress, null, null);
    }

    void done(byte[] solution) {
        change(State.DONE, null, solution, null);
    }

    void failed(HttpProblem failure) {
        change(State.FAILED, null, null, failure);
    }

    void cancelled() {
        change(State.CANCELLED, null, null, null);
    }

    /** The first end is the one that counts. */
    private void change(
            State state, @Nullable Progress progress, byte @Nullable [] solution, @Nullable HttpProblem failure) {
        lock.lock();
        try {
            if (!now.state.isFinal()) {
                Progress latest = progress == null ? now.progress : progress;
                now = new Snapshot(now.version + 1, state, latest, solution, failure);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
