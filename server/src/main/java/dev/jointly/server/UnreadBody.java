package dev.jointly.server;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * The rest of a body that nobody will read. A server that answers and closes while a client still sends resets the connection,
 * and the client may never see the answer; so the rest is read first, and thrown away. A client that sends far more than any
 * server takes, or takes too long, is cut off.
 */
final class UnreadBody {
    private static final int PIECE = 1 << 16;
    private static final long MOST = 1L << 27;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private UnreadBody() {}

    /** Reads to the end of the body and keeps nothing. */
    static void discard(Context ctx) {
        if (ctx.req().getContentLengthLong() > MOST) {
            return;
        }
        try {
            Client.readingBody(ctx, () -> discarded(ctx.req().getInputStream()));
        } catch (IOException e) {
            // a body that breaks off is of no interest: it was refused already
            return;
        }
    }

    private static long discarded(InputStream in) throws IOException {
        byte[] piece = new byte[PIECE];
        long start = System.nanoTime();
        long left = MOST;
        for (int read = 0; read >= 0 && left > 0 && System.nanoTime() - start < PATIENCE.toNanos(); left -= read) {
            read = in.read(piece);
        }
        return MOST - left;
    }
}
