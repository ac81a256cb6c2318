package dev.jointly.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that passes when told to. */
final class SteppedTime implements InstantSource {
    private volatile Instant now = Instant.EPOCH;

    synchronized void advance(Duration by) {
        now = now.plus(by);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
