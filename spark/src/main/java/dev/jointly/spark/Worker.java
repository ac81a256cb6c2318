package dev.jointly.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;

/** Solves records: this process, or one that they may kill. */
interface Worker extends AutoCloseable {
    Outcome group(RawRecord record, int pass) throws IOException;

    @Override
    void close() throws IOException;

    /** This process, without a copy of the engine for every piece. */
    final class Inside implements Worker {
        private static final ConcurrentHashMap<BatchSettings, RecordSolver> SHARED = new ConcurrentHashMap<>();

        private final RecordSolver solver;
        private final boolean shared;

        Inside(BatchSettings settings, Path files) {
            // threads would take turns with one network
            this.shared = settings.model() == null;
            this.solver = shared
                    ? SHARED.computeIfAbsent(settings, key -> new RecordSolver(key, files))
                    : new RecordSolver(settings, files);
        }

        @Override
        public Outcome group(RawRecord record, int pass) {
            return solver.group(record, pass);
        }

        @Override
        public void close() {
            if (!shared) {
                solver.close();
            }
        }
    }
}
