package dev.jointly.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** What runs here: a page, the OpenAPI document, and the metrics. */
public final class InfoRoutes implements Routes {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final SolveService solves;

    public InfoRoutes(SolveService solves) {
        this.solves = solves;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/", ctx -> resource(ctx, "index.html", "text/html; charset=utf-8"));
        routes.get("/openapi.yaml", ctx -> resource(ctx, "openapi.yaml", "application/yaml; charset=utf-8"));
        routes.get("/metrics", ctx -> ctx.contentType(PROMETHEUS)
                .result(solves.metrics().text()));
    }

    private static void resource(Context ctx, String name, String mediaType) {
        try (InputStream in = InfoRoutes.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its own " + name);
            }
            ctx.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
                    .contentType(mediaType)
                    .result(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
