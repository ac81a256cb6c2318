package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import io.javalin.config.RoutesConfig;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;

/** All routes of the service's own but those of {@link PageRoutes}. */
public final class ApiRoutes implements Routes {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final SolveService solves;
    private final List<Routes> routes;

    /** @param clock tells when answers and sessions are old */
    public ApiRoutes(
            SolveService solves, BiFunction<Problem, Settings, Session> maker, RequestLog log, InstantSource clock) {
        this.solves = solves;
        this.routes = List.of(
                new SolveRoutes(solves),
                new JobRoutes(solves, log, clock),
                new SessionRoutes(solves, new Sessions(solves, maker, clock)),
                new ExportRoutes(solves),
                new ImportRoutes(solves),
                new TrackRoutes(solves));
    }

    @Override
    public void register(RoutesConfig config) {
        routes.forEach(each -> each.register(config));
        config.get("/metrics", ctx -> ctx.contentType(PROMETHEUS)
                .result(solves.metrics().text()));
    }

    @Override
    public void close() {
        routes.forEach(Routes::close);
    }
}
