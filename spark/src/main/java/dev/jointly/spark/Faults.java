package dev.jointly.spark;

import com.sun.jna.Function;
import dev.jointly.lp.LpEngines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * For tests only: kills or stops the process by a real signal, at a record or in a state of a commit, or has another engine solve.
 * Does nothing unless a system property says so.
 */
final class Faults {
    /** The id of the record at which a segmentation fault comes, as by a bug in native code. */
    static final String SEGFAULT = "jointly.test.segfaultAt";

    /** State and piece, such as {@code COMMITTED:part-000001}, where the process is killed as by the operating system. */
    static final String KILL = "jointly.test.killAt";

    /** State and piece where the process is stopped, all its threads, until the test resumes it. */
    static final String STOP = "jointly.test.stopAt";

    /** A file for the number of the process that stops, if one process is to do so and no other. */
    static final String STOPPED = "jointly.test.stoppedIn";

    /** In the driver: the name of the engine that solves. */
    static final String ENGINE = "jointly.test.engine";

    /** In the driver: the seconds of {@link SolveSettings#patience}; negative ones give up before the time limit. */
    static final String PATIENCE = "jointly.test.patience";

    private static final int USUAL_PATIENCE = 60;
    private static final int SIGKILL = 9;
    private static final int SIGSEGV = 11;
    private static final int SIGSTOP = 19;
    private static final String RECORD = System.getProperty(SEGFAULT, "");
    private static final String DEATH = System.getProperty(KILL, "");
    private static final String PAUSE = System.getProperty(STOP, "");
    private static final String MARK = System.getProperty(STOPPED, "");

    private Faults() {}

    /** Sees every record's text before it is worked on. */
    static void visit(String text) {
        if (!RECORD.isEmpty() && text.contains('"' + RECORD + '"')) {
            raise(SIGSEGV);
        }
    }

    /** An attempt at a piece is in this state now. */
    static void reached(CommitState state, String piece) {
        if (DEATH.isEmpty() && PAUSE.isEmpty()) {
            return;
        }
        String here = state + ":" + piece;
        if (here.equals(DEATH)) {
            raise(SIGKILL);
        }
        if (here.equals(PAUSE) && first()) {
            raise(SIGSTOP);
        }
    }

    private static boolean first() {
        if (MARK.isEmpty()) {
            return true;
        }
        try {
            Files.writeString(
                    Path.of(MARK), Long.toString(ProcessHandle.current().pid()), StandardOpenOption.CREATE_NEW);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
