package dev.jointly.spark;

import com.sun.jna.Function;

/**
 * For tests only: kills the process by a real signal, at a record or in a state of a commit. Does nothing unless a system property
 * says so.
 */
final class Faults {
    /** The id of the record at which a segmentation fault comes, as by a bug in native code. */
    static final String SEGFAULT = "jointly.test.segfaultAt";

    /** State and piece, such as {@code COMMITTED:part-000001}, where the process is killed as by the operating system. */
    static final String KILL = "jointly.test.killAt";

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
        reached(state, piece.name());
    }

    static void reached(CommitState state, String piece) {
        if (!STATE.isEmpty() && STATE.equals(state + ":" + piece)) {
            raise(SIGKILL);
        }
    }

    private static void raise(int signal) {
        Function.getFunction("c", "raise").invokeInt(new Object[] {signal});
    }
}
