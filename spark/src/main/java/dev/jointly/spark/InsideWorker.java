package dev.jointly.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Solves records in this process. A solve that is far beyond its time limit is
 * given up on: its thread is left alone, and its record tried once more in a child process, which can be killed.
 */
final class InsideWorker implements Worker {
    /**
     * As many stuck threads one process bears, since each may keep a processor busy. With more, all records go to child
     * processes.
     */
    static final int MAX_STUCK = 4;

    private static final AtomicInteger STUCK = new AtomicInteger();

    private final SolveSettings settings;
    private final Path files;
    private final AtomicInteger stuck;
    private final ChildWorker child;
    private @Nullable RecordSolver own;

    /** @param heap in bytes, for a child process */
    InsideWorker(SolveSettings settings, Path files, long heap) {
        this(settings, files, heap, STUCK);
    }

    /** @param stuck how many threads of this process are stuck */
    InsideWorker(SolveSettings settings, Path files, long heap, AtomicInteger stuck) {
        this.settings = settings;
        this.files = files;
        this.stuck = stuck;
        this.child = new ChildWorker(settings, files, heap);
    }

    @Override
    public Outcome group(RawRecord record) throws IOException {
        if (stuck.get() >= MAX_STUCK) {
            return child.group(record);
        }
        RecordSolver solver = solver();
        WatchedCall<Outcome> solve = WatchedCall.start(() -> solver.group(record));
        try {
            Optional<Outcome> outcome = solve.result(settings.giveUpAfter());
            if (outcome.isPresent()) {
                return outcome.get();
            }
        } finally {
            if (!solve.ended()) {
                leave(solve);
            }
        }
        System.err.println(record.place() + ": " + settings.noAnswer() + "; trying it in a child process");
        return child.group(record).givenUpBefore();
    }

    /** Each task has its own, since threads would take turns with one network. */
    private RecordSolver solver() {
        if (own == null) {
            own = new RecordSolver(settings, files);
        }
        return own;
    }

    /** Native code that is still at work keeps its network; it is closed if that ever returns. */
    private void leave(WatchedCall<Outcome> solve) {
        RecordSolver left = own;
        own = null;
        stuck.incrementAndGet();
        solve.afterwards(() -> {
            stuck.decrementAndGet();
            if (left != null) {
                left.close();
            }
        });
    }

    @Override
    public void close() {
        child.close();
        if (own != null) {
            own.close();
        }
    }
}
