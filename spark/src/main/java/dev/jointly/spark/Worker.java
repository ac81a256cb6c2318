package dev.jointly.spark;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.SparkFiles;

/** Solves records, one at a time. */
interface Worker extends AutoCloseable {
    /** Below this a process for hard problems is of no use. */
    long LEAST_HEAP = 256L << 20;

    Outcome group(RawRecord record) throws IOException;

    @Override
    void close();

    /**
     * The worker of a task.
     *
     * @param careful whether one of the records may have killed a process before
     */
    static Worker of(SolveSettings settings, boolean careful) {
        JavaGate.check(Runtime.version());
        Path files = Path.of(SparkFiles.getRootDirectory());
        long share = Runtime.getRuntime().maxMemory() / Runtime.getRuntime().availableProcessors();
        long heap = Math.max(LEAST_HEAP, share);
        return careful ? new ChildWorker(settings, files, heap) : new InsideWorker(settings, files, heap);
    }
}
