package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;

/** All routes of the service's own but the page. Closing it ends what outlives requests: jobs and sessions. */
public final class ApiRoutes implements Routes, AutoCloseable {
    private final Jobs jobs;
    private final Sessions sessions;
    private final List<Routes> routes;

    /** @param clock tells when answers and sessions are old */
    public ApiRoutes(
            SolveService solves, BiFunction<Problem, Settings, Session> maker, RequestLog log, InstantSource clock) {
        this.jobs = new Jobs(solves, log, clock);
        this.sessions = new Sessions(solves, maker, clock);
        this.routes = List.of(
                new SolveRoutes(solves),
                new JobRoutes(solves, jobs),
                new SessionRoutes(solves, sessions),
                new ExportRoutes(solves),
                new ImportRoutes(solves),
                new TrackRoutes(solves),
                new ExampleRoutes(),
                new InfoRoutes(solves));
    }

    @Override
    public void register(RoutesConfig config) {
        routes.forEach(each -> each.register(config));
    }

    @Override
    public void close() {
        sessions.close();
        jobs.close();
    }

    /** What runs here: the OpenAPI document, and the metrics. */
    static final class InfoRoutes implements Routes {
        private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

        private final SolveService solves;

        InfoRoutes(SolveService solves) {
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

    /** A photo with its problem, to try the service with; NOTICE says whose photo it is. */
    private static final class ExampleRoutes implements Routes {
        @Override
        public void register(RoutesConfig routes) {
            routes.get("/api/v1/example/problem.json", ctx -> send(ctx, "application/json", "problem.json"));
            routes.get("/api/v1/example/photo.jpg", ctx -> send(ctx, "image/jpeg", "photo.jpg"));
        }

        private static void send(Context ctx, String mediaType, String file) {
            Parameters.of(ctx, List.of());
            SolveRoutes.send(ctx, new Answers.Document(mediaType, Resources.required("example/" + file)));
        }
    }
}
