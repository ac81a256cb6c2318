package dev.jointly.spark;

import java.util.List;

/** A batch that could not be completed; a rerun resumes it. The message is one line for the user. */
public final class BatchFailedException extends RuntimeException {
    private static final int LONGEST = 300;

    BatchFailedException(Throwable cause) {
        super(
                "the batch stopped: " + firstLine(cause)
                        + "; finished parts are kept, and the same command resumes where it stopped",
                cause);
    }

    /** Another driver has taken over, which goes on where this one stopped. */
    BatchFailedException(SupersededException later) {
        super("the batch stopped: " + later.getMessage(), later);
    }

    /**
     * Tables that are not what the plan says.
     *
     * @param wrong a sentence for each piece
     * @param folder of the output
     */
    BatchFailedException(List<Tally.Wrong> wrong, String folder) {
        super("the batch is not complete: " + wrong.get(0).sentence()
                + (wrong.size() == 1 ? "" : " (and " + (wrong.size() - 1) + " more)") + "; delete " + folder
                + "/_job/commits/"
                + wrong.get(0).piece()
                + " and run the same command again, which does that part anew");
    }

    /** Spark's messages can be pages long. */
    private static String firstLine(Throwable cause) {
        String line = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return cause.getClass().getSimpleName() + ": " + line.substring(0, Math.min(LONGEST, line.length()));
    }
}
