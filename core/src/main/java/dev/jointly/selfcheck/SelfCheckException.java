package dev.jointly.selfcheck;

/** A solution that the checker does not confirm, and that must not be published. */
public final class SelfCheckException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SelfCheckException(String message) {
        super(message);
    }
}
