package dev.jointly.selfcheck;

/** An answer that the checker does not confirm, and that must not be published. */
public final class SelfCheckException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SelfCheckException(String message) {
        super(message);
    }
}
