package dev.jointly.problem;

/** A problem whose costs or tables are too large to be solved or checked exactly; the message names sum and limit. */
public final class ProblemTooLargeException extends IllegalArgumentException {
    public ProblemTooLargeException(String message) {
        super(message);
    }
}
