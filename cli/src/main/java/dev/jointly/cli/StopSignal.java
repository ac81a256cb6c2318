package dev.jointly.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or the end of the process by SIGTERM. The work in hand is told to stop and given a moment to write the valid
 * bounded answer it has; then the process ends.
 */
final class StopSignal {
    /** Stopping takes one LP solve and one proof; more patience than this helps nobody. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile boolean working;

    /** From now on the signals of the operating system count. */
    void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stopAndWait, "stop-signal"));
    }

    /** Work that leaves something behind has begun. */
    void begin() {
        working = true;
    }

    /** Everything there is to leave behind has been written. */
    void end() {
        finished.countDown();
    }

    boolean stopped() {
        return stopped;
    }

    void stop() {
        stopped = true;
    }

    private void stopAndWait() {
        stop();
        if (!working) {
            return;
        }
        try {
            if (!finished.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("jointly: stopped before the answer in hand could be written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
