package dev.jointly.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that a signal has paused. */
final class PausedProcess {
    private PausedProcess() {}

    /** Whether a process is paused by a signal. */
    static boolean isStopped(long pid) throws IOException {
        // the state is the first letter after the program's name, which is in parentheses
        return Files.readString(Path.of("/proc", Long.toString(pid), "stat"))
                .replaceFirst("^.*\\) ", "")
                .startsWith("T");
    }

    /** Has it go on. */
    static void resume(long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-CONT", Long.toString(pid)).start();
        if (kill.waitFor() != 0) {
            throw new IOException("cannot resume " + pid);
        }
    }
}
