package dev.jointly.io;

/**
 * An input that is not what it should be. The message is one line that names the file, the place in it, what was found
 * there and what was expected; it is meant to be shown as it is, and is cut where it is very long.
 */
public final class BadInputException extends RuntimeException {
    public BadInputException(String message) {
        super(Excerpt.line(message));
    }

    public BadInputException(String message, Throwable cause) {
        super(Excerpt.line(message), cause);
    }
}
