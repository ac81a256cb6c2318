package dev.jointly.io;

import java.util.function.Supplier;

/**
 * The one place where running out of memory or stack inside a reader becomes an error of the input. Limits come first, so
 * this is for what no limit can know: how much memory the machine has.
 */
public final class Reading {
    private Reading() {}

    /**
     * What {@code reading} gives.
     *
     * @param name the input as messages spell it
     */
    public static <T> T of(String name, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (OutOfMemoryError e) {
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            throw new BadInputException(
                    name + ": does not fit in " + megabytes
                            + " MB of memory; give Java more, such as JOINTLY_JAVA_OPTS=-Xmx8g",
                    e);
        } catch (StackOverflowError e) {
            throw new BadInputException(name + ": found values that are nested too deeply", e);
        }
    }
}
