package dev.jointly.server;

import static java.util.Objects.requireNonNull;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

    /** A problem to try the service with: a synthetic scene. The same parameters always give the same one. */
    private static final class ExampleRoutes implements Routes {
        private static final String PEOPLE = "people";
        private static final String SEED = "seed";
        private static final int STANDARD_PEOPLE = 12;
        private static final int MOST_PEOPLE = 50;
        private static final int STANDARD_SEED = 7;
        /** Around the scene. */
        private static final int EDGE = 10;

        private static final Crowding CROWDING = Crowding.CROWDED;

        @Override
        public void register(RoutesConfig routes) {
            routes.get("/api/v1/example", ExampleRoutes::example);
        }

        private static void example(Context ctx) {
            Parameters parameters = Parameters.of(ctx, List.of(PEOPLE, SEED));
            int people = parameters.whole(PEOPLE, 1, MOST_PEOPLE).orElse(STANDARD_PEOPLE);
            int seed = parameters.whole(SEED, 0, Integer.MAX_VALUE).orElse(STANDARD_SEED);
            String id = CROWDING.label() + "-" + people + "p-s" + seed;
            Problem problem = inImage(Generator.generate(id, people, CROWDING, seed));
            SolveRoutes.send(ctx, Answers.Document.json(Answers.json(problem)));
        }

        /** Moved into an image that holds all of it, which the formats of other tools want. */
        private static Problem inImage(Problem scene) {
            DoubleSummaryStatistics x = range(scene, Detection::x);
            DoubleSummaryStatistics y = range(scene, Detection::y);
            double left = Math.floor(x.getMin()) - EDGE;
            double top = Math.floor(y.getMin()) - EDGE;
            Image image = new Image(scene.id() + ".png", (int) Math.ceil(x.getMax() - left + EDGE), (int)
                    Math.ceil(y.getMax() - top + EDGE));
            List<Detection> moved = scene.detections().stream()
                    .map(d -> new Detection(
                            d.part(), requireNonNull(d.x()) - left, requireNonNull(d.y()) - top, d.score(), d.cost()))
                    .toList();
            return new Problem(
                    scene.id(), image, scene.anatomy(), scene.poseCost(), moved, scene.pairs(), scene.pins());
        }

        private static DoubleSummaryStatistics range(Problem scene, Function<Detection, @Nullable Double> coordinate) {
            return scene.detections().stream()
                    .mapToDouble(d -> requireNonNull(coordinate.apply(d), "generated scenes have coordinates"))
                    .summaryStatistics();
        }
    }
}
