package dev.jointly.cli;

import dev.jointly.io.Excerpt;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The three standard streams, and who is there.
 *
 * @param out for answers only; unlike {@link System#out} it reports a reader that has gone away
 * @param err for everything said to a person
 * @param terminal whether a person sees err as it is written
 * @param ticker how time passes for that person
 */
record Console(InputStream in, OutputStream out, PrintStream err, boolean terminal, Ticker ticker) {
    Console(InputStream in, OutputStream out, PrintStream err, boolean terminal) {
        this(in, out, err, terminal, Ticker.ofTheMachine());
    }

    /** The process's own; the launcher tells whether err is a terminal, which Java cannot find out portably. */
    static Console ofProcess() {
        return new Console(
                System.in,
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Boolean.getBoolean("jointly.terminal"));
    }

    /** How an error is said: in one line. */
    static String error(String message) {
        return Excerpt.line("jointly: " + message.replaceAll("\\R", " "));
    }

    /** One line to the person. */
    void say(String line) {
        err.println(line);
    }
}
