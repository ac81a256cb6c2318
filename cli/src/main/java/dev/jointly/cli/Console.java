package dev.jointly.cli;

import dev.jointly.io.Excerpt;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;

/**
 * The three standard streams, and who is there.
 *
 * @param out for answers only; unlike {@link System#out} it reports a reader that has gone away
 * @param err for everything said to a person
 * @param terminal whether a person sees err as it is written
 * @param coloured whether colours show there
 * @param ticker how time passes for that person
 */
public record Console(
        InputStream in, OutputStream out, PrintStream err, boolean terminal, boolean coloured, Ticker ticker) {

    /** Colours that are legible on light and dark ground. */
    public enum Colour {
        RED(31),
        GREEN(32),
        YELLOW(33);

        private final int code;

        Colour(int code) {
            this.code = code;
        }
    }

    /** The process's own; the launcher tells whether err is a terminal, which Java cannot find out portably. */
    static Console ofProcess() {
        boolean terminal = Boolean.getBoolean("jointly.terminal");
        return new Console(
                System.in,
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                terminal,
                terminal && showsColours(System.getenv()),
                Ticker.ofTheMachine());
    }

    /** By the convention of no-color.org, and what the terminal calls itself. */
    public static boolean showsColours(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !Set.of("", "dumb").contains(environment.getOrDefault("TERM", ""));
    }

    /** A text in a colour, where there are colours. */
    public String paint(Colour colour, String text) {
        return coloured ? "\u001b[" + colour.code + "m" + text + "\u001b[0m" : text;
    }

    /** How an error is said: in one line. */
    public static String error(String message) {
        return Excerpt.line("jointly: " + message.replaceAll("\\R", " "));
    }

    /** An answer, on standard output at once. */
    public void print(String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new CannotWriteException("-", e);
        }
    }

    /** One line to the person. */
    public void say(String line) {
        err.println(line);
    }

    /** Time as a person at a terminal sees it pass; tests let it pass by hand. */
    public interface Ticker {
        /** Nanoseconds since some moment. */
        long nanos();

        /** Has something done after a while, then again and again; running what is returned ends that. */
        Runnable every(Duration first, Duration then, Runnable work);

        /** The clock on the wall. */
        static Ticker ofTheMachine() {
            return new Ticker() {
                @Override
                public long nanos() {
                    return System.nanoTime();
                }

                @Override
                public Runnable every(Duration first, Duration then, Runnable work) {
                    Timer timer = new Timer("progress", true);
                    timer.schedule(
                            new TimerTask() {
                                @Override
                                public void run() {
                                    work.run();
                                }
                            },
                            first.toMillis(),
                            then.toMillis());
                    return timer::cancel;
                }
            };
        }
    }
}
