package dev.jointly.server;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The connection of a client that waits for its answer. It is not read until that is written, so a client that
 * leaves would go unnoticed; this looks at it now and then. To be used by the thread that handles the request, after it has
 * read the body.
 */
public final class Client {
    private static final Duration BODY_IDLE = Duration.ofSeconds(10);

    private final Connection connection;
    private boolean pipelined;

    private Client(Connection connection) {
        this.connection = connection;
    }

    /** The client has closed its connection, so no answer can reach it. */
    static final class GoneException extends RuntimeException {
        private static final long serialVersionUID = 1;

        GoneException() {
            super("the client left before its answer was there");
        }
    }

    /** The client of a request whose body has been read. */
    public static Client of(Context ctx) {
        return new Client(ServletContextRequest.getServletContextRequest(ctx.req())
                .getConnectionMetaData()
                .getConnection());
    }

    /** Reads from a connection. */
    @FunctionalInterface
    interface Reading<T> {
        T read() throws IOException;
    }

    /**
     * Reads a body, of which something must arrive within the idle limit for bodies. Jetty's own limit for requests is put back only after
     * the answer, which may be after a shutdown has set another, and then holds that up.
     */
    static <T> T readingBody(Context ctx, Reading<T> reading) throws IOException {
        EndPoint endPoint = of(ctx).connection.getEndPoint();
        long usual = endPoint.getIdleTimeout();
        endPoint.setIdleTimeout(BODY_IDLE.toMillis());
        try {
            return reading.read();
        } finally {
            endPoint.setIdleTimeout(usual);
        }
    }

    /** Whether the client has closed its side of the connection. */
    public boolean gone() {
        EndPoint endPoint = connection.getEndPoint();
        if (!endPoint.isOpen()) {
            return true;
        }
        if (pipelined) {
            return false;
        }
        ByteBuffer one = BufferUtil.allocate(1);
        try {
            int read = endPoint.fill(one);
            if (read > 0 && connection instanceof Connection.UpgradeTo takesBack) {
                // the first byte of its next request, sent before the answer to this one
                takesBack.onUpgradeTo(one);
                pipelined = true;
            }
            return read < 0;
        } catch (IOException e) {
            return true;
        }
    }
}
