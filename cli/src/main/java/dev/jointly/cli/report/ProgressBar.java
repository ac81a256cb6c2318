package dev.jointly.cli.report;

import dev.jointly.cli.Console;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One line at the bottom of a terminal, for work that takes more than two seconds: how much is done, how fast, how long
 * it will take, and the worst gap of the problems that are being solved. Elsewhere there is nothing at all. While it is
 * there everything said to the person must go through {@link #say}. Thread-safe.
 */
public final class ProgressBar implements AutoCloseable {
    /** An unknown total. */
    static final int UNKNOWN = -1;

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration TICK = Duration.ofMillis(250);
    private static final int WIDTH = 20;

    private final Console console;
    private final String what;
    private final int total;
    private final long start;
    private final @Nullable Runnable end;
    /** By problem that is being solved. */
    private final Map<Object, Double> open = new HashMap<>();

    private int done;
    private boolean shown;

    /**
     * @param wanted whether progress is shown at all
     * @param what is counted, such as "images"
     */
    public ProgressBar(Console console, boolean wanted, String what, int total) {
        this.console = console;
        this.what = what;
        this.total = total;
        start = console.ticker().nanos();
        end = wanted && console.terminal() ? console.ticker().every(PATIENCE, TICK, this::draw) : null;
    }

    /** One more is done. */
    public synchronized void step() {
        done++;
    }

    /** A line that stays, above the bar. */
    public synchronized void say(String line) {
        erase();
        console.say(line);
    }

    /** Follows the gap of one problem while it is being solved. */
    Consumer<SolveEvent> gaps() {
        Object problem = new Object();
        return event -> {
            synchronized (this) {
                if (event instanceof SolveEvent.Iteration e) {
                    open.put(problem, Solution.gap(e.objective(), e.lowerBound()));
                } else if (event instanceof SolveEvent.Finished) {
                    open.remove(problem);
                }
            }
        };
    }

    private synchronized void draw() {
        double seconds = (console.ticker().nanos() - start) / 1e9;
        StringBuilder line = new StringBuilder("\r");
        if (total == UNKNOWN) {
            line.append(done == 0 ? "solving" : done + " " + what);
        } else {
            int filled = total == 0 ? WIDTH : WIDTH * done / total;
            line.append('[')
                    .append("#".repeat(filled))
                    .append("-".repeat(WIDTH - filled))
                    .append("] ");
            line.append(done).append(" of ").append(total).append(' ').append(what);
        }
        line.append(", ").append(time(seconds));
        if (done > 0) {
            line.append(rate(done / seconds));
            if (total != UNKNOWN) {
                line.append(", ").append(time(seconds / done * (total - done))).append(" left");
            }
        }
        open.values().stream().max(Double::compare).ifPresent(worst -> line.append(", gap ")
                .append(PlainWords.percent(worst)));
        // the escape sequence clears to the end of the line
        console.err().print(line + "\u001b[K");
        console.err().flush();
        shown = true;
    }

    private static String rate(double perSecond) {
        return perSecond >= 1
                ? String.format(Locale.ROOT, ", %.0f per second", perSecond)
                : String.format(Locale.ROOT, ", %.1f s each", 1 / perSecond);
    }

    private static String time(double seconds) {
        long whole = Math.round(seconds);
        if (whole < 120) {
            return whole + " s";
        }
        return whole < 7200 ? whole / 60 + " min" : whole / 3600 + " h";
    }

    private void erase() {
        if (shown) {
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
