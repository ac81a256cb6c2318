package dev.jointly.cli;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;

/** Time as a person at a terminal sees it pass; tests let it pass by hand. */
interface Ticker {
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
