package dev.jointly.server;

import static java.util.Objects.requireNonNull;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A problem to try the service with: a synthetic scene. The same parameters always give the same one. */
public final class ExampleRoutes implements Routes {
    private static final String PEOPLE = "people";
    private static final String SEED = "seed";
    private static final int STANDARD_PEOPLE = 12;
    private static final int MOST_PEOPLE = 50;
    private static final int STANDARD_SEED = 7;
    /** Around the scene. */
    private static final int EDGE = 10;

    private static final Crowding CROWDING = Crowding.CROWDED;

    public ExampleRoutes() {}

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
        return new Problem(scene.id(), image, scene.anatomy(), scene.poseCost(), moved, scene.pairs(), scene.pins());
    }

    private static DoubleSummaryStatistics range(Problem scene, Function<Detection, @Nullable Double> coordinate) {
        return scene.detections().stream()
                .mapToDouble(d -> requireNonNull(coordinate.apply(d), "generated scenes have coordinates"))
                .summaryStatistics();
    }
}
