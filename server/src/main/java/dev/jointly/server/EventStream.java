package dev.jointly.server;

import dev.jointly.io.json.Json;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;

/**
 * Server-sent events on one connection, written by the thread that handles the request. The number of streams at once is
 * limited, since each keeps a thread.
 */
final class EventStream implements AutoCloseable {
    private static final Semaphore ROOM = new Semaphore(64);

    private final ServletOutputStream out;
    private final Client client;

    private EventStream(Context ctx) throws IOException {
        client = Client.of(ctx);
        ctx.contentType("text/event-stream").header("Cache-Control", "no-store").header("X-Accel-Buffering", "no");
        out = ctx.res().getOutputStream();
        ctx.res().flushBuffer();
    }

    /** @throws HttpProblem if there are too many already */
    static EventStream open(Context ctx) throws IOException {
        if (!ROOM.tryAcquire()) {
            throw HttpProblem.of(429, "too-many-streams", "too many clients listen to events already; try again later")
                    .retryAfter(5);
        }
        try {
            return new EventStream(ctx);
        } catch (IOException | RuntimeException e) {
            ROOM.release();
            throw e;
        }
    }

    /** @param data a document as {@link Json} has them */
    void send(String event, Object data) {
        write("event: " + event + "\ndata: " + Json.text(data) + "\n\n");
    }

    /** Tells proxies that the connection is alive, and finds out whether it is. */
    void beat() {
        if (client.gone()) {
            throw new Client.GoneException();
        }
        write(": beat\n\n");
    }

    private void write(String text) {
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new Client.GoneException();
        }
    }

    @Override
    public void close() {
        ROOM.release();
    }
}
