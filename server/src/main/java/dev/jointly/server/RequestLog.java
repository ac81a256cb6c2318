package dev.jointly.server;

import dev.jointly.io.json.Json;
import io.javalin.http.Context;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One line of JSON per request, and per event that matters to who runs the server. */
public final class RequestLog {
    private final Consumer<String> lines;

    /** @param lines takes one line at a time, from any thread */
    public RequestLog(Consumer<String> lines) {
        this.lines = lines;
    }

    void request(Context ctx, String route, double milliseconds) {
        event(
                "request",
                Json.object(
                        "id", RequestIds.of(ctx),
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
