package dev.jointly.spark;

/** A batch that could not be brought to its end; a rerun goes on with it. The message is one line for a person. */
public final class BatchFailedException extends RuntimeException {
    private static final int LONGEST = 300;

    BatchFailedException(Throwable cause) {
        super(
                "the batch stopped: " + firstLine(cause)
                        + "; what is done is kept, and the same command goes on with it",
                cause);
    }

    /** What Spark says goes on for pages. */
    private static String firstLine(Throwable cause) {
        String line = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return cause.getClass().getSimpleName() + ": " + line.substring(0, Math.min(LONGEST, line.length()));
    }
}
