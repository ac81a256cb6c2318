package dev.jointly.cli;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A bar on the last line of a terminal, for work that takes more than two seconds; nothing at all elsewhere. While it is
 * there everything said to the person must go through {@link #say}.
 */
final class ProgressBar implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration TICK = Duration.ofMillis(250);
    private static final int WIDTH = 30;

    private final Console console;
    private final String what;
    private final int total;
    private final long start;
    private final @Nullable Runnable end;
    private int done;
    private boolean shown;

    /**
     * @param wanted whether the person wants to be told anything
     * @param what is counted, such as "photos"
     */
    ProgressBar(Console console, boolean wanted, String what, int total) {
        this.console = console;
        this.what = what;
        this.total = total;
        start = console.ticker().nanos();
        end = wanted && console.terminal() ? console.ticker().every(PATIENCE, TICK, this::draw) : null;
    }

    /** One more is done. */
    synchronized void step() {
        done++;
    }

    /** A line that stays, above the bar. */
    synchronized void say(String line) {
        erase();
        console.say(line);
    }

    private synchronized void draw() {
        int filled = total == 0 ? WIDTH : WIDTH * done / total;
        double seconds = (console.ticker().nanos() - start) / 1e9;
        console.err()
                .printf(
                        Locale.ROOT,
                        "\r[%s%s] %d of %d %s, %.0f s ",
                        "#".repeat(filled),
                        "-".repeat(WIDTH - filled),
                        done,
                        total,
                        what,
                        seconds);
        console.err().flush();
        shown = true;
    }

    private void erase() {
        if (shown) {
            // the escape sequence clears to the end of the line
            console.err().print("\r\u001b[K");
            console.err().flush();
            shown = false;
        }
    }

    @Override
    public void close() {
        if (end != null) {
            // not while holding the lock that drawing needs
            end.run();
        }
        synchronized (this) {
            erase();
        }
    }
}
