package dev.jointly.spark;

import com.sun.jna.Function;
import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * For tests only: what happens to a process in a {@link CommitState}. Nothing does unless a system property names the state and
 * the piece, as in {@code -Djointly.test.killAt=COMMITTED:part-000001}.
 */
final class Faults {
    /** Kills the process, as the operating system would. */
    static final String KILL = "jointly.test.killAt";

    /** Stops until the file of {@link #UNTIL} exists, as a process that the machine has paused. */
    static final String PAUSE = "jointly.test.pauseAt";

    static final String UNTIL = "jointly.test.pauseUntil";

    private static final int SIGKILL = 9;
    private static final String KILLED = System.getProperty(KILL, "");
    private static final String PAUSED = System.getProperty(PAUSE, "");
    private static final @Nullable String END = System.getProperty(UNTIL);

    private Faults() {}

    /** An attempt at a piece is in this state now. */
    static void reached(CommitState state, Piece piece) {
        String here = state + ":" + piece.name();
        if (here.equals(KILLED)) {
            Function.getFunction("c", "raise").invokeInt(new Object[] {SIGKILL});
        }
        if (here.equals(PAUSED) && END != null) {
            while (!new File(END).exists()) {
                try {
                    Thread.sleep(20);
                } catch (InterruptedException e) {
                    // a paused process does not hear that it was interrupted
                    Thread.interrupted();
                }
            }
        }
    }
}
