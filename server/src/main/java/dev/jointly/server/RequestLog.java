package dev.jointly.server;

import dev.jointly.io.json.Json;
import io.javalin.http.Context;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** One line of JSON per request, and per event that matters to who runs the server. */
public final class RequestLog {
    private final Consumer<String> lines;

    /** @param lines takes one line at a time, from any thread */
    public RequestLog(Consumer<String> lines) {
        this.lines = lines;
    }

    void request(Context ctx, String route, double milliseconds) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", RequestIds.of(ctx));
        members.put("method", ctx.req().getMethod());
        members.put("path", ctx.path());
        members.put("route", route);
        members.put("status", ctx.statusCode());
        members.put("seconds", Math.round(milliseconds * 1000) / 1e6); // to the microsecond
        members.put("client", ctx.req().getRemoteAddr());
        event("request", members);
    }

    /** Logs the details of a failure, which clients do not see. */
    void failure(String requestId, Throwable e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", requestId);
        members.put("error", e.toString());
        members.put("trace", trace.toString());
        event("failure", members);
    }

    /** Something else that happened. */
    void event(String name, Map<String, ?> members) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", Instant.now().toString());
        line.put("event", name);
        line.putAll(members);
        lines.accept(Json.text(line));
    }
}
