package dev.jointly.spark;

import dev.jointly.io.batch.BatchRequest;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Reports the progress of a pass: a line that changes in place on a terminal, a new line now and then elsewhere. */
final class StageProgress extends SparkListener implements AutoCloseable {
    private static final long TICK_MILLIS = 500;
    private static final long LINE_MILLIS = 10_000;
    private static final int WIDTH = 30;

    private final boolean inPlace;
    private final PrintStream err;
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();
    private final long start = System.nanoTime();
    private final Timer ticker = new Timer("batch-progress", true);

    /** @param left pieces to do now, of {@code all} */
    StageProgress(BatchRequest.Progress kind, PrintStream err, Counters counters, String what, int left, int all) {
        this.inPlace = kind == BatchRequest.Progress.IN_PLACE;
        this.err = err;
        if (kind == BatchRequest.Progress.NOTHING) {
            return;
        }
        if (left < all) {
            err.println(what + ": " + (all - left) + " of " + all + " parts were done before");
        }
        TimerTask tick = new TimerTask() {
            @Override
            public void run() {
                report(what, all - left + Math.min(left, ended.get()), all, counters);
            }
        };
        long pause = inPlace ? TICK_MILLIS : LINE_MILLIS;
        ticker.schedule(tick, pause, pause);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        (end.reason() instanceof Success$ ? ended : again).incrementAndGet();
    }

    private void report(String what, int done, int all, Counters counters) {
        int filled = WIDTH * done / all;
        String line = String.format(
                Locale.ROOT,
                "%s: [%s%s] %d of %d parts, %,d frames, %,d failed, %d tasks repeated, %.0f s",
                what,
                "#".repeat(filled),
                "-".repeat(WIDTH - filled),
                done,
                all,
                counters.frames(),
                counters.count(Counters.Counter.FAILED),
                again.get(),
                (System.nanoTime() - start) / 1e9);
        if (inPlace) {
            replaceLine(line);
        } else {
            err.println(line);
        }
    }

    /** Back to the start of the line, where what was there is cleared. */
    private void replaceLine(String line) {
        err.print("\r\u001b[K" + line);
        err.flush();
    }

    @Override
    public void close() {
        ticker.cancel();
        if (inPlace) {
            replaceLine("");
        }
    }
}
