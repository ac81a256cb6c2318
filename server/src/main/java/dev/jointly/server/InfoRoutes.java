package dev.jointly.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;

/** What runs here: the OpenAPI document, and the metrics. */
public final class InfoRoutes implements Routes {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final SolveService solves;

    public InfoRoutes(SolveService solves) {
        this.solves = solves;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/openapi.yaml", InfoRoutes::openApi);
        routes.get("/metrics", ctx -> ctx.contentType(PROMETHEUS)
                .result(solves.metrics().text()));
    }

    private static void openApi(Context ctx) {
        byte[] document = Resources.required("openapi.yaml");
        ctx.contentType("application/yaml; charset=utf-8").result(new String(document, StandardCharsets.UTF_8));
    }
}
