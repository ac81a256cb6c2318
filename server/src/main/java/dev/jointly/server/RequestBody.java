package dev.jointly.server;

import dev.jointly.io.Excerpt;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPInputStream;

/**
 * Reads the bodies of requests, plain or gzip. The bytes that are in memory at once are limited: of one request, and of all
 * together. Room is taken before reading.
 */
public final class RequestBody {
    private static final int KIB = 1024;

    private final int most;
    private final Semaphore room;

    RequestBody(ServerLimits limits) {
        this.most = limits.bodyBytes();
        this.room = new Semaphore(permits(limits.bodiesBytes()));
    }

    private static int permits(long bytes) {
        return Math.toIntExact((bytes + KIB - 1) / KIB);
    }

    /** What to do with a body. */
    @FunctionalInterface
    public interface Use {
        /** May throw what the routes know how to answer. */
        void with(byte[] body) throws Exception;
    }

    /** Reads the whole body, and holds its room until it has been used. */
    public void read(Context ctx, Use use) throws Exception {
        long announced = ctx.req().getContentLengthLong();
        if (announced > most) {
            throw tooLarge();
        }
        boolean packed = packed(ctx);
        int permits = permits(announced < 0 || packed ? most : announced);
        if (!room.tryAcquire(permits)) {
            throw HttpProblem.of(
                            429,
                            "too-much-at-once",
                            "requests under way take up all the room there is for bodies;" + " try again later")
                    .withHeader("Retry-After", "1");
        }
        try {
            byte[] sent = bounded(ctx.req().getInputStream());
            use.with(packed || isGzip(sent) ? unpacked(sent) : sent);
        } finally {
            room.release(permits);
        }
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

    private byte[] unpacked(byte[] sent) {
        byte[] plain;
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(sent))) {
            plain = bounded(in);
        } catch (IOException e) {
            throw HttpProblem.of(400, "bad-gzip", "the body is not valid gzip: " + e.getMessage());
        }
        if (isGzip(plain)) {
            throw HttpProblem.of(400, "bad-gzip", "the body is compressed twice; compress it once");
        }
        return plain;
    }

    private byte[] bounded(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(most);
        if (bytes.length == most && in.read() >= 0) {
            throw tooLarge();
        }
        return bytes;
    }

    private HttpProblem tooLarge() {
        return HttpProblem.of(
                413, "body-too-large", "the body is larger than the " + most + " bytes this server takes");
    }
}
