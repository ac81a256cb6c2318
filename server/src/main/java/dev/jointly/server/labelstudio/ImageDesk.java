package dev.jointly.server.labelstudio;

import dev.jointly.server.HttpProblem;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Hands out images of tasks, few at a time: what is fetched is in memory until its people are found. Thread-safe. */
final class ImageDesk {
    private final Optional<LabelStudioImages> origin;
    private final Semaphore room;
    private final int mostBytes;

    /**
     * Nothing is fetched yet.
     *
     * @param most images at a time
     * @param mostBytes of one image
     */
    ImageDesk(Optional<LabelStudioImages> origin, int most, int mostBytes) {
        this.origin = origin;
        this.room = new Semaphore(most, true);
        this.mostBytes = mostBytes;
    }

    /**
     * What {@code use} makes of an image, which is fetched if it asks for it.
     *
     * @param left how long to wait for room
     */
    <T> T with(String where, Duration left, Function<Supplier<byte[]>, T> use) {
        LabelStudioImages images = origin.orElseThrow(() -> HttpProblem.of(
                503,
                "no-label-studio",
                "this server does not know where Label Studio is; start it with --label-studio-url, such as"
                        + " --label-studio-url http://localhost:8080"));
        // refused before anything is done for it
        images.resolved(where);
        boolean[] taken = {false};
        try {
            return use.apply(() -> {
                take(left);
                taken[0] = true;
                return images.fetch(where, mostBytes);
            });
        } finally {
            if (taken[0]) {
                room.release();
            }
        }
    }

    private void take(Duration left) {
        try {
            if (room.tryAcquire(left.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw HttpProblem.of(429, "too-much-at-once", "other images are being looked at; try again later")
                .withHeader("Retry-After", "1");
    }
}
