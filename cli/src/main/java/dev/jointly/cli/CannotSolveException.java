package dev.jointly.cli;

/** Nothing can be solved on this machine as it is set up; the message says why and what to do. */
final class CannotSolveException extends RuntimeException {
    CannotSolveException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
