package dev.jointly.server;

import io.javalin.config.RoutesConfig;
import java.time.InstantSource;
import java.util.List;

/** All routes of the service's own but the page. Closing it ends what outlives requests: jobs and sessions. */
public final class ApiRoutes implements Routes, AutoCloseable {
    private final Jobs jobs;
    private final Sessions sessions;
    private final List<Routes> routes;

    /** @param clock tells when answers and sessions are old */
    public ApiRoutes(SolveService solves, SessionMaker maker, RequestLog log, InstantSource clock) {
        this.jobs = new Jobs(solves, log, clock);
        this.sessions = new Sessions(solves, maker, clock);
        this.routes = List.of(
                new SolveRoutes(solves),
                new JobRoutes(solves, jobs),
                new SessionRoutes(solves, sessions),
                new ExportRoutes(solves),
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
}
