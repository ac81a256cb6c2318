package dev.jointly.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** Time that passes when told to. */
final class SteppedTime implements InstantSource {
    final AtomicInteger asked = new AtomicInteger();
    private volatile Instant now = Instant.EPOCH;

    synchronized void advance(Duration by) {
        now = now.plus(by);
    }

    /** The same time as a count of nanoseconds; counts how often it was asked. */
    long nanos() {
        asked.incrementAndGet();
        return Duration.between(Instant.EPOCH, now).toNanos();
    }

    @Override
    public Instant instant() {
        return now;
    }
}
