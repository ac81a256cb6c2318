package dev.jointly.server;

import io.javalin.http.Context;
import io.javalin.router.Endpoint;

/** Requests, logged and counted when they end. */
final class Traffic {
    private static final String NONE = "none";

    private final ServerMetrics metrics;
    private final RequestLog log;

    Traffic(ServerMetrics metrics, RequestLog log) {
        this.metrics = metrics;
        this.log = log;
    }

    void end(Context ctx, double milliseconds) {
        String route = route(ctx);
        // methods that nothing here takes are the client's invention
        String method = route.equals(NONE) ? NONE : ctx.req().getMethod();
        metrics.request(route, method, ctx.statusCode());
        if (ctx.statusCode() == 429) {
            metrics.rejected("too-busy");
        }
        log.request(ctx, route, milliseconds);
    }

    /** The pattern that matched, since the values of its parameters would make metrics without end. */
    private static String route(Context ctx) {
        Endpoint matched = ctx.endpoints().matchedHttpEndpoint();
        return matched == null || matched.path.isEmpty() ? NONE : matched.path;
    }
}
