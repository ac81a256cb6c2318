package dev.jointly.oracle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;

/** The interpreter that {@code docs/check.py} needs. */
public final class Python {
    private Python() {}

    /** Skips a test where there is none, and says what was not done. */
    public static void require(String notDone) throws InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        assumeTrue(there, "python3 is not installed: " + notDone);
    }
}
