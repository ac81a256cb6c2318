package dev.jointly.cli;

import java.util.function.Supplier;

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

    /**
     * What is made of values of options; what the library refuses of them is a misuse of the command.
     *
     * @param option in front of the library's message, such as {@code --scales: }
     */
    public static <T> T checked(String option, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new Misuse(option + e.getMessage(), e);
        }
    }
}
