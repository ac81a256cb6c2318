package dev.jointly.io;

/**
 * Invalid input. The message is one line that names the file, the place in it, what was found there and what was expected.
 * It is meant for users, and is truncated if it is very long.
 */
public final class BadInputException extends RuntimeException {
    public BadInputException(String message) {
        super(Excerpt.line(message));
    }

    public BadInputException(String message, Throwable cause) {
        super(Excerpt.line(message), cause);
    }
}
