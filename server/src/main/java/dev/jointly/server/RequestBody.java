package dev.jointly.server;

import dev.jointly.io.Excerpt;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;

/**
 * Reads the bodies of requests, plain or gzip. The bytes that are in memory at once are limited: of one request, and of all
 * together. Room is taken as bytes arrive. A body that arrives too slowly is refused; one that stops arriving runs into the idle
 * limit of its connection. Jetty has a minimum data rate too, but without any grace: a pause of a second after the first packet is an
 * error there.
 */
public final class RequestBody {
    private static final int KIB = 1024;
    private static final int PIECE = 64 * KIB;
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final long LEAST_PER_SECOND = 8 * KIB;

    private final int most;
    private final Semaphore room;
    private final LongSupplier clock;

    /** @param clock in nanoseconds */
    RequestBody(ServerLimits limits, LongSupplier clock) {
        this.most = limits.bodyBytes();
        this.room = new Semaphore(permits(limits.bodiesBytes()));
        this.clock = clock;
    }

    private static int permits(long bytes) {
        return Math.toIntExact((bytes + KIB - 1) / KIB);
    }

    /** Bytes that may still arrive, rounded down. */
    long roomLeft() {
        return (long) KIB * room.availablePermits();
    }

    /** What to do with a body. */
    @FunctionalInterface
    public interface Use {
        /** May throw what the routes know how to answer. */
        void with(byte[] body) throws Exception;
    }

    /** Reads the whole body, and holds its room until it has been used. */
    public void read(Context ctx, Use use) throws Exception {
        if (ctx.req().getContentLengthLong() > most) {
            throw tooLarge();
        }
        boolean packed = packed(ctx);
        try (Room taken = new Room()) {
            byte[] sent = Client.readingBody(
                    ctx, () -> taken.filledFrom(new TimedBody(ctx.req().getInputStream())));
            use.with(packed || isGzip(sent) ? unpacked(sent, taken) : sent);
        }
    }

    /** What one request takes of the room for all. */
    private final class Room implements AutoCloseable {
        private int permits;

        byte[] filledFrom(InputStream in) throws IOException {
            int before = permits;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] piece = new byte[PIECE];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                if (read > most - bytes.size()) {
                    throw tooLarge();
                }
                bytes.write(piece, 0, read);
                grow(before + permits(bytes.size()));
            }
            return bytes.toByteArray();
        }

        private void grow(int wanted) {
            if (!room.tryAcquire(wanted - permits)) {
                throw HttpProblem.of(
                                429,
                                "too-much-at-once",
                                "requests under way take up all the room there is for bodies; try again later")
                        .retryAfter(1);
            }
            permits = wanted;
        }

        @Override
        public void close() {
            room.release(permits);
        }
    }

    /** A body as it arrives. */
    private final class TimedBody extends FilterInputStream {
        private final long start = clock.getAsLong();
        private long received;

        TimedBody(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] piece, int offset, int length) throws IOException {
            int read = arrived(piece, offset, length);
            received += Math.max(0, read);
            Duration taken = Duration.ofNanos(clock.getAsLong() - start);
            boolean slow = taken.compareTo(GRACE) > 0 && received < LEAST_PER_SECOND * taken.toSeconds();
            if (read >= 0 && (slow || taken.compareTo(LONGEST) > 0)) {
                throw tooSlow();
            }
            return read;
        }

        private int arrived(byte[] piece, int offset, int length) throws IOException {
            try {
                return super.read(piece, offset, length);
            } catch (IOException e) {
                if (e.getCause() instanceof TimeoutException) {
                    // nothing came until the idle limit
                    throw tooSlow();
                }
                throw e;
            }
        }
    }

    private static HttpProblem tooSlow() {
        return HttpProblem.of(
                408,
                "too-slow",
                "the body arrives too slowly: after " + GRACE.toSeconds() + " s expected at least " + LEAST_PER_SECOND
                        + " bytes per second, and all of it within " + LONGEST.toSeconds() + " s");
    }

    private static boolean packed(Context ctx) {
        String encoding = ctx.header("Content-Encoding");
        if (encoding == null || encoding.equalsIgnoreCase("identity")) {
            return false;
        }
        if (encoding.equalsIgnoreCase("gzip")) {
            return true;
        }
        throw HttpProblem.of(
                415,
                "wrong-encoding",
                "found Content-Encoding " + Excerpt.quoted(encoding) + " but expected gzip or none");
    }

    private static boolean isGzip(byte[] bytes) {
        return bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
    }

    private byte[] unpacked(byte[] sent, Room taken) {
        byte[] plain;
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(sent))) {
            plain = taken.filledFrom(in);
        } catch (IOException e) {
            throw HttpProblem.of(400, "bad-gzip", "the body is not valid gzip: " + e.getMessage());
        }
        if (isGzip(plain)) {
            throw HttpProblem.of(400, "bad-gzip", "the body is compressed twice; compress it once");
        }
        return plain;
    }

    private HttpProblem tooLarge() {
        return HttpProblem.of(
                413, "body-too-large", "the body is larger than the " + most + " bytes this server takes");
    }
}
