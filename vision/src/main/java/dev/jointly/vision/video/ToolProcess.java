package dev.jointly.vision.video;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One of {@link VideoTools} at work. A thread reads what it says, so that it never waits for a reader; the first line is kept.
 * Closing ends it, whatever it is doing.
 */
final class ToolProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    /** The exit code of ffmpeg after a signal. */
    private static final int INTERRUPTED = 255;

    private final String tool;
    private final Process process;
    private final Thread listener;
    private volatile @Nullable String firstLine;

    private ToolProcess(String tool, Process process) {
        this.tool = tool;
        this.process = process;
        listener = new Thread(this::listen, "jointly-" + tool);
        listener.setDaemon(true);
        listener.start();
    }

    /** Starts a program; the first of the words is its name. */
    static ToolProcess start(List<String> words) {
        try {
            return new ToolProcess(words.get(0), new ProcessBuilder(words).start());
        } catch (IOException e) {
            throw new BadInputException(
                    words.get(0) + " cannot be run, and videos are read and written by it; install ffmpeg (the package"
                            + " ffmpeg of your system, or https://ffmpeg.org) so that ffmpeg and ffprobe are on the"
                            + " PATH",
                    e);
        }
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (firstLine == null && !line.isBlank()) {
                    firstLine = line;
                }
            }
        } catch (IOException e) {
            // the process was ended from here, so its last words do not matter
        }
    }

    InputStream output() {
        return process.getInputStream();
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    /** Waits for its end, after which {@link #complaint} is complete; true if it says that all went well. */
    boolean succeeded() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new BadInputException(
                    tool + " did not end within " + PATIENCE_SECONDS + " seconds after its work was done");
        }
        listener.join();
        return process.exitValue() == 0;
    }

    /** Whether it obeyed a signal, such as the Ctrl-C that a terminal sends to all; its output is then complete so far. */
    boolean interrupted() {
        return process.exitValue() == INTERRUPTED;
    }

    /** Whether it said anything; asked to report errors only, it says nothing where there are none. */
    boolean complained() {
        return firstLine != null;
    }

    /** The first thing it said, without the address in memory that some lines begin with. */
    String complaint() {
        String line = firstLine;
        return line == null
                ? "it said nothing, exit code " + process.exitValue()
                : Excerpt.line(line.replaceFirst("^\\[(\\S+) @ 0x[0-9a-f]+] *", "$1: "));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
