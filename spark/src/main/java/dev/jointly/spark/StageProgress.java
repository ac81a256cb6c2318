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

    private final BatchRequest.Progress kind;
    private final PrintStream err;
    private final Counters counters;
    private final String what;
    private final int left;
    private final int before;
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();
    private final long start = System.nanoTime();
    private final Timer ticker = new Timer("batch-progress", true);

    /** @param left pieces to do now, of {@code all} */
    StageProgress(BatchRequest.Progress kind, PrintStream err, Counters counters, String what, int left, int all) {
        this.kind = kind;
        this.err = err;
        this.counters = counters;
        this.what = what;
        this.left = left;
        this.before = all - left;
        if (kind == BatchRequest.Progress.NOTHING) {
            return;
        }
        if (before > 0) {
            err.println(what + ": " + before + " of " + all + " parts were done before");
        }
        long pause = kind == BatchRequest.Progress.IN_PLACE ? TICK_MILLIS : LINE_MILLIS;
        TimerTask tick = new TimerTask() {
            @Override
            public void run() {
                tell();
            }
        };
        ticker.schedule(tick, pause, pause);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        (end.reason() instanceof Success$ ? ended : again).incrementAndGet();
    }

    private void tell() {
        int done = before + Math.min(left, ended.get());
        int all = before + left;
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
        if (kind == BatchRequest.Progress.IN_PLACE) {
            // back to the start of the line, and clear what was there
            err.print("\r\u001b[K" + line);
            err.flush();
        } else {
            err.println(line);
        }
    }

    @Override
    public void close() {
        ticker.cancel();
        if (kind == BatchRequest.Progress.IN_PLACE) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
