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
import org.jspecify.annotations.Nullable;

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

    private Faults() {}

    /** Where the commit of a piece is. A process may die in each of them; {@code dev/batches.md} says what that leaves behind. */
    enum State {
        /** Nothing is written. */
        BEGUN,
        /** The files of the attempt exist, without all of their rows. */
        WRITING,
        /** The file of people is complete. */
        PEOPLE_COMPLETE,
        /** The files of frames and postponed problems are complete as well; the commit is put next. */
        FILES_COMPLETE,
        /** The attempt has won, and has not reported it. */
        COMMITTED,
        /** Another attempt has won; the files of this one are still there. */
        LOST
    }

    /** Sees every record's text before it is worked on. */
    static void visit(String text) {
        if (!RECORD.isEmpty() && text.contains('"' + RECORD + '"')) {
            raise(SIGSEGV);
        }
    }

    /** An attempt at a piece is in this state now. */
    static void reached(State state, String piece) {
        String here = state + ":" + piece;
        if (here.equals(System.getProperty(KILL))) {
            raise(SIGKILL);
        }
        if (here.equals(System.getProperty(STOP)) && first(System.getProperty(STOPPED))) {
            raise(SIGSTOP);
        }
    }

    private static boolean first(@Nullable String mark) {
        if (mark == null) {
            return true;
        }
        try {
            Files.writeString(
                    Path.of(mark), Long.toString(ProcessHandle.current().pid()), StandardOpenOption.CREATE_NEW);
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
