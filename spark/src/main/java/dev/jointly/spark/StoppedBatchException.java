package dev.jointly.spark;

import dev.jointly.io.batch.BatchFailedException;
import org.jspecify.annotations.Nullable;

/** A batch that a rerun resumes. */
final class StoppedBatchException extends BatchFailedException {
    private static final int LONGEST = 300;

    StoppedBatchException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static StoppedBatchException of(Throwable cause) {
        // Spark's messages can be pages long
        String line = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return new StoppedBatchException(
                "the batch stopped: " + cause.getClass().getSimpleName() + ": "
                        + line.substring(0, Math.min(LONGEST, line.length()))
                        + "; finished parts are kept, and the same command resumes where it stopped",
                cause);
    }
}
