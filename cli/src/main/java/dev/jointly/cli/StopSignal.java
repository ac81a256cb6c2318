package dev.jointly.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or the end of the process by SIGTERM. The current work is asked to stop and given a moment to write its valid
 * bounded solution; then the process ends.
 */
public final class StopSignal {
    /**
     * Stopping takes one LP solve and one proof. The run itself waits less for the current solution, so that finished
     * ones are in place before this is over; and service managers kill after 10 seconds.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final CountDownLatch finished = new CountDownLatch(1);
    private final CountDownLatch received = new CountDownLatch(1);
    private volatile boolean working;

    /** From now on the signals of the operating system count. */
    void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stopAndWait, "stop-signal"));
    }

    /** Work that leaves something behind has begun. */
    public void begin() {
        working = true;
    }

    /** Everything there is to leave behind has been written. */
    public void end() {
        finished.countDown();
    }

    public boolean stopped() {
        return received.getCount() == 0;
    }

    public void stop() {
        received.countDown();
    }

    /** Returns once the signal has come. */
    void awaitStop() throws InterruptedException {
        received.await();
    }

    private void stopAndWait() {
        stop();
        if (!working) {
            return;
        }
        try {
            if (!finished.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("jointly: stopped before all solutions could be written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
