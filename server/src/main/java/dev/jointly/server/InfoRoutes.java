package dev.jointly.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What runs here: a page, the OpenAPI document, and the metrics. */
public final class InfoRoutes implements Routes {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final SolveService solves;

    public InfoRoutes(SolveService solves) {
        this.solves = solves;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.get("/", InfoRoutes::page);
        routes.get("/openapi.yaml", InfoRoutes::openApi);
        routes.get("/metrics", ctx -> ctx.contentType(PROMETHEUS)
                .result(solves.metrics().text()));
    }

    private static void page(Context ctx) {
        String address = "http://" + hostInUrl(ctx.req().getLocalAddr()) + ":"
                + ctx.req().getLocalPort();
        ctx.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
                .contentType("text/html; charset=utf-8")
                .result(resource("index.html").replace("{address}", address));
    }

    private static String hostInUrl(String address) {
        return address.contains(":") && !address.startsWith("[") ? "[" + address + "]" : address;
    }

    private static void openApi(Context ctx) {
        ctx.contentType("application/yaml; charset=utf-8").result(resource("openapi.yaml"));
    }

    private static String resource(String name) {
        try (InputStream in = InfoRoutes.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its own " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
