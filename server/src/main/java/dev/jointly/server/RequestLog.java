package dev.jointly.server;

import dev.jointly.io.json.Json;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletResponse;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One line of JSON per request, and per event that matters to who runs the server. */
public final class RequestLog {
    private static final String ID_HEADER = "X-Request-Id";
    private static final Pattern SENSIBLE_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final Consumer<String> lines;

    /** @param lines takes one line at a time, from any thread */
    public RequestLog(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Gives a request the id by which it is found in the log: the client's, if it sends a sensible one, or a new one. */
    static void assignId(Context ctx) {
        String given = ctx.header(ID_HEADER);
        ctx.header(ID_HEADER, given != null && SENSIBLE_ID.matcher(given).matches() ? given : freshId());
    }

    /** The id of the request that a response is for. */
    static String id(HttpServletResponse response) {
        return Objects.requireNonNullElse(response.getHeader(ID_HEADER), "none");
    }

    /** An id that cannot be guessed. */
    static String freshId() {
        return UUID.randomUUID().toString();
    }

    void request(Context ctx, String route, double milliseconds) {
        event(
                "request",
                Json.object(
                        "id", id(ctx.res()),
                        "method", ctx.req().getMethod(),
                        "path", ctx.path(),
                        "route", route,
                        "status", ctx.statusCode(),
                        "seconds", Math.round(milliseconds * 1000) / 1e6, // to the microsecond
                        "client", ctx.req().getRemoteAddr()));
    }

    /** Logs the details of a failure, which clients do not see. */
    void failure(String requestId, Throwable e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        event("failure", Json.object("id", requestId, "error", e.toString(), "trace", trace.toString()));
    }

    /** Something else that happened. */
    void event(String name, Map<String, ? extends @Nullable Object> members) {
        Map<String, @Nullable Object> line = Json.object("time", Instant.now(), "event", name);
        line.putAll(members);
        lines.accept(Json.text(line));
    }
}
