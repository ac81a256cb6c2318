package dev.jointly.spark;

import dev.jointly.io.batch.BatchFailedException;
import java.util.List;

/** A batch that a rerun resumes. */
final class StoppedBatchException extends BatchFailedException {
    private static final int LONGEST = 300;

    StoppedBatchException(Throwable cause) {
        super(
                "the batch stopped: " + firstLine(cause)
                        + "; finished parts are kept, and the same command resumes where it stopped",
                cause);
    }

    /**
     * Tables that are not what the plan says.
     *
     * @param wrong a sentence for each piece
     * @param folder of the output
     */
    StoppedBatchException(List<Tally.Wrong> wrong, String folder) {
        super(
                "the batch is not complete: " + wrong.get(0).piece() + " "
                        + wrong.get(0).sentence()
                        + (wrong.size() == 1 ? "" : " (and " + (wrong.size() - 1) + " more)") + "; delete " + folder
                        + "/_job/commits/"
                        + wrong.get(0).piece()
                        + " and run the same command again, which does that part anew",
                null);
    }

    /** Spark's messages can be pages long. */
    private static String firstLine(Throwable cause) {
        String line = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return cause.getClass().getSimpleName() + ": " + line.substring(0, Math.min(LONGEST, line.length()));
    }
}
