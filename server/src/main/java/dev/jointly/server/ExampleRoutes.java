package dev.jointly.server;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Problem;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;

/** A problem to try the service with: a synthetic scene. The same parameters always give the same one. */
public final class ExampleRoutes implements Routes {
    private static final String PEOPLE = "people";
    private static final String SEED = "seed";
    private static final int STANDARD_PEOPLE = 12;
    private static final int MOST_PEOPLE = 50;
    private static final int STANDARD_SEED = 7;
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
        Problem problem = Generator.generate(id, people, CROWDING, seed);
        SolveRoutes.send(ctx, Answers.Document.json(Answers.json(problem)));
    }
}
