package dev.jointly.server;

import dev.jointly.io.json.Json;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Problems that are solved while the client does something else, and watched if it likes. Finished jobs stay for a while after they
 * were last asked for, until their answers together take up too much room; then the oldest go first. Jobs that are not finished are
 * bounded by the queue, and never go. Thread-safe.
 */
final class JobRoutes implements Routes {
    private static final String ONE = "/api/v1/jobs/{id}";
    private static final Duration BEAT = Duration.ofSeconds(1);
    /** Bounds move faster than anybody reads. */
    private static final Duration THROTTLE = Duration.ofMillis(100);

    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int MAX_FINISHED = 1_000;
    private static final long MAX_BYTES = ServerLimits.heapShare(8, 256L << 20);

    private final SolveService solves;
    private final RequestLog log;
    private final Map<String, Job> unfinished = new LinkedHashMap<>();
    private final RecentlyUsed<String, Job> finished;

    /** @param clock tells when answers are old */
    JobRoutes(SolveService solves, RequestLog log, InstantSource clock) {
        this.solves = solves;
        this.log = log;
        this.finished = new RecentlyUsed<>(MAX_FINISHED, MAX_BYTES, LIFE, clock, job -> {});
        solves.metrics().gauge("jobs", "Jobs that are kept, finished or not", this::size);
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
            Job job = submit(SolveRoutes.problem(body), settings);
            ctx.status(202).header("Location", "/api/v1/jobs/" + job.id());
            SolveRoutes.sendJson(ctx, Map.of("id", job.id()));
        });
    }

    private void look(Context ctx) {
        Parameters.of(ctx, List.of());
        Job job = find(ctx.pathParam("id"));
        SolveRoutes.sendJson(ctx, job.now().members(job.id()));
    }

    private void cancel(Context ctx) {
        Parameters.of(ctx, List.of());
        cancel(ctx.pathParam("id"));
        ctx.status(204);
    }

    private void watch(Context ctx) throws Exception {
        Parameters.of(ctx, List.of());
        Job job = find(ctx.pathParam("id"));
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
            stream.send(answer, new Json.Raw(solution));
        } else if (failure != null) {
            stream.send("error", ErrorReply.members(failure, job.id()));
        } else {
            stream.send("cancelled", Map.of("id", job.id()));
        }
    }

    private synchronized int size() {
        return unfinished.size() + finished.size();
    }

    /** Accepts a problem. */
    private synchronized Job submit(Problem problem, Settings settings) {
        Job job = new Job(RequestLog.freshId());
        WorkQueue.Work<Solution> work = solves.submit(problem, settings, job::heard);
        job.consistsOf(work);
        unfinished.put(job.id(), job);
        work.whenDone(() -> end(problem, job, work));
        return job;
    }

    /** Called once the result is there; the result is written before others wait for it. */
    private void end(Problem problem, Job job, WorkQueue.Work<Solution> work) {
        int size = 0;
        try {
            byte[] solution = Answers.json(problem, work.join());
            size = solution.length;
            job.done(solution);
        } catch (RuntimeException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            HttpProblem refusal = ErrorReply.problem(cause);
            if (refusal.type().equals("internal")) {
                log.failure(job.id(), cause);
            }
            job.failed(refusal);
        }
        keep(job, size);
    }

    private synchronized void keep(Job job, int size) {
        if (unfinished.remove(job.id()) != null) {
            finished.put(job.id(), job, size);
        }
    }

    private synchronized Job find(String id) {
        Job running = unfinished.get(id);
        return running != null
                ? running
                : finished.find(id)
                        .orElseThrow(() -> HttpProblem.of(
                                404,
                                "no-such-job",
                                "no job has this id; finished jobs are kept for " + LIFE.toMinutes()
                                        + " minutes, fewer if there are many"));
    }

    /** Forgets a job, and ends it if it has not ended. */
    private synchronized void cancel(String id) {
        Job job = find(id);
        finished.remove(id);
        unfinished.remove(id);
        job.cancel();
    }

    /** Logs the answers that were never fetched: with the process they are gone. */
    @Override
    public void close() {
        List<Job> all;
        synchronized (this) {
            all = Stream.concat(unfinished.values().stream(), finished.values().stream())
                    .toList();
        }
        for (Job job : all) {
            if (!job.fetched()) {
                String state = job.now().state().label();
                log.event("job-not-fetched", Map.of("job", job.id(), "state", state));
            }
        }
    }
}
