package dev.jointly.cli;

/** Options or arguments that cannot be used as they are, or together; reported with a hint to the help of the command. */
public final class Misuse extends RuntimeException {

    public Misuse(String message) {
        super(message);
    }

    public Misuse(String message, Exception cause) {
        super(message, cause);
    }

    /** Refuses options that do not fit. */
    public static void unless(boolean fine, String message) {
        if (!fine) {
            throw new Misuse(message);
        }
    }
}
