package dev.jointly.cli;

/** Nothing can be solved on this machine as it is set up; the message says why and what to do. */
public final class CannotSolveException extends RuntimeException {
    public CannotSolveException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
