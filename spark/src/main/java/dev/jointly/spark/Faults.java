package dev.jointly.spark;

import com.sun.jna.Function;
import dev.jointly.lp.LpEngines;
import java.time.Duration;

/**
 * For tests only: kills the process by a real signal, at a record or in a state of a commit, or has another engine solve. Does
 * nothing unless a system property says so.
 */
final class Faults {
    /** The id of the record at which a segmentation fault comes, as by a bug in native code. */
    static final String SEGFAULT = "jointly.test.segfaultAt";

    /** State and piece, such as {@code COMMITTED:part-000001}, where the process is killed as by the operating system. */
    static final String KILL = "jointly.test.killAt";

    /** In the driver: the name of the engine that solves. */
    static final String ENGINE = "jointly.test.engine";

    /** In the driver: the seconds of {@link BatchSettings#patience}; negative ones give up before the time limit. */
    static final String PATIENCE = "jointly.test.patience";

    private static final int USUAL_PATIENCE = 60;
    private static final int SIGKILL = 9;
    private static final int SIGSEGV = 11;
    private static final String RECORD = System.getProperty(SEGFAULT, "");
    private static final String STATE = System.getProperty(KILL, "");

    private Faults() {}

    /** Sees every record's text before it is worked on. */
    static void visit(String text) {
        if (!RECORD.isEmpty() && text.contains('"' + RECORD + '"')) {
            raise(SIGSEGV);
        }
    }

    /** An attempt at a piece is in this state now. */
    static void reached(CommitState state, Piece piece) {
        if (!STATE.isEmpty() && STATE.equals(state + ":" + piece.name())) {
            raise(SIGKILL);
        }
    }

    static String engine() {
        return System.getProperty(ENGINE, LpEngines.DEFAULT);
    }

    static Duration patience() {
        return Duration.ofSeconds(Integer.getInteger(PATIENCE, USUAL_PATIENCE));
    }

    private static void raise(int signal) {
        Function.getFunction("c", "raise").invokeInt(new Object[] {signal});
    }
}
