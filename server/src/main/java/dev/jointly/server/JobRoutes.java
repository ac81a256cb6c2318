package dev.jointly.server;

import dev.jointly.solve.Settings;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Problems that are solved while the client does something else, and watched if it likes. */
public final class JobRoutes implements Routes {
    private static final String ONE = "/api/v1/jobs/{id}";
    private static final Duration BEAT = Duration.ofSeconds(1);
    /** Bounds move faster than anybody reads. */
    private static final Duration THROTTLE = Duration.ofMillis(100);

    private final SolveService solves;
    private final Jobs jobs;

    public JobRoutes(SolveService solves, Jobs jobs) {
        this.solves = solves;
        this.jobs = jobs;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.post("/api/v1/jobs", this::submit);
        routes.get(ONE, this::look);
        routes.get(ONE + "/events", this::watch);
        routes.delete(ONE, this::cancel);
    }

    private void submit(Context ctx) throws Exception {
        Settings settings =
                Parameters.of(ctx, Parameters.SOLVING).settings(solves.limits().longest());
        solves.bodies().read(ctx, body -> {
            Job job = jobs.submit(SolveRoutes.problem(body), settings);
            ctx.status(202).header("Location", "/api/v1/jobs/" + job.id());
            SolveRoutes.sendJson(ctx, Map.of("id", job.id()));
        });
    }

    private void look(Context ctx) {
        Parameters.of(ctx, List.of());
        Job job = jobs.find(ctx.pathParam("id"));
        SolveRoutes.sendJson(ctx, job.now().members(job.id()));
    }

    private void cancel(Context ctx) {
        Parameters.of(ctx, List.of());
        jobs.cancel(ctx.pathParam("id"));
        ctx.status(204);
    }

    private void watch(Context ctx) throws Exception {
        Parameters.of(ctx, List.of());
        Job job = jobs.find(ctx.pathParam("id"));
        try (EventStream stream = EventStream.open(ctx)) {
            watch(stream, job, "solution");
        }
    }

    /**
     * Both bounds as they move, then how it ended.
     *
     * @param answer what the event with the answer is called
     */
    static void watch(EventStream stream, Job job, String answer) throws InterruptedException {
        Job.Snapshot now = job.now();
        while (!now.state().isFinal()) {
            Job.Snapshot next = job.await(now.version(), false, BEAT);
            Job.Progress progress = next.progress();
            if (progress != null && next.version() > now.version()) {
                stream.send("bounds", progress.members());
            } else {
                stream.beat();
            }
            now = job.await(next.version(), true, THROTTLE);
        }
        byte[] solution = now.solution();
        HttpProblem failure = now.failure();
        if (solution != null) {
            stream.send(answer, solution);
        } else if (failure != null) {
            stream.send("error", ErrorReply.members(failure, job.id()));
        } else {
            stream.send("cancelled", Map.of("id", job.id()));
        }
    }
}
