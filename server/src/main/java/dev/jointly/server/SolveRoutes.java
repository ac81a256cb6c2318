package dev.jointly.server;

import dev.jointly.certify.Verdict;
import dev.jointly.io.BadInputException;
import dev.jointly.io.CheckDocument;
import dev.jointly.io.DocumentReader;
import dev.jointly.io.ProblemReader;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.server.SolveService.Posed;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Solve, verify and pose, each answered on the connection that asks. */
final class SolveRoutes implements Routes {
    static final String BODY = "the body";
    static final String MODEL = "model";
    static final String NAME = "name";
    private static final String MAX_PEOPLE = "maxPeople";
    private static final List<String> SOLVE = plus(Parameters.SOLVING, Answers.FORMAT);
    private static final List<String> POSE = plus(SOLVE, MODEL, NAME);
    private static final int LONGEST_NAME = 200;

    private final SolveService solves;
    private final Answers answers = new Answers();

    SolveRoutes(SolveService solves) {
        this.solves = solves;
    }

    private static List<String> plus(List<String> names, String... more) {
        return Stream.concat(names.stream(), Stream.of(more)).toList();
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.post("/api/v1/solve", this::solve);
        routes.post("/api/v1/verify", this::verify);
        routes.post("/api/v1/pose", this::pose);
    }

    private void solve(Context ctx) throws Exception {
        Parameters parameters = Parameters.of(ctx, SOLVE);
        Settings settings = parameters.settings(solves.limits().longest());
        String format = answers.format(parameters);
        solves.bodies().read(ctx, body -> {
            Problem problem = problem(body);
            Solution solution = solves.solve(problem, settings, Client.of(ctx)::gone);
            send(ctx, answers.of(format, problem, solution));
        });
    }

    /** The only problem of a body. */
    static Problem problem(byte[] body) {
        return only(ProblemReader.of(BODY, new ByteArrayInputStream(body)));
    }

    /** The only document of a body. */
    static <T> T only(DocumentReader<T> reader) {
        try (reader) {
            T document = reader.next();
            if (reader.hasNext()) {
                throw new BadInputException(BODY + ": found a second document but expected one");
            }
            return document;
        }
    }

    private void verify(Context ctx) throws Exception {
        Parameters parameters = Parameters.of(ctx, List.of(Parameters.TIME_LIMIT, MAX_PEOPLE));
        Duration timeLimit = parameters
                .duration(Parameters.TIME_LIMIT)
                .orElse(solves.limits().longest());
        Optional<Integer> people = parameters.whole(MAX_PEOPLE, 0, Problem.MAX_DETECTIONS);
        solves.bodies().read(ctx, body -> {
            CheckDocument document = only(CheckDocument.reader(BODY, new ByteArrayInputStream(body)));
            // a limit is part of the question, so it is the caller who names it
            Problem problem = people.map(document.problem()::withAtMost).orElse(document.problem());
            Verdict verdict = solves.verify(problem, document.claim().claim(problem), timeLimit, Client.of(ctx)::gone);
            sendJson(ctx, members(verdict));
        });
    }

    private static Map<String, @Nullable Object> members(Verdict verdict) {
        Map<String, @Nullable Object> members = Json.object(
                "verdict", verdict.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        if (verdict.lowerBound() != Long.MIN_VALUE) {
            members.put("lowerBound", Micro.decimal(verdict.lowerBound()));
            members.put("gap", Solution.gap(verdict.objective(), verdict.lowerBound()));
        }
        members.put("objective", Micro.decimal(verdict.objective()));
        members.put("reasons", verdict.reasons());
        return members;
    }

    private void pose(Context ctx) throws Exception {
        Parameters parameters = Parameters.of(ctx, POSE);
        Settings settings = parameters.settings(solves.limits().longest());
        String format = answers.format(parameters);
        String model = model(parameters, solves);
        String name = name(parameters);
        solves.bodies().read(ctx, body -> {
            Posed posed = solves.pose(body, name, model, settings, Client.of(ctx)::gone);
            send(ctx, answers.ofBoth(format, posed.problem(), posed.solution()));
        });
    }

    /** One of the server's models. */
    static String model(Parameters parameters, SolveService solves) {
        String model = parameters.text(MODEL).orElse(solves.detectors().standard());
        solves.detectors().require(model);
        return model;
    }

    /** What the image is called in the answer. */
    static String name(Parameters parameters) {
        return requireName(parameters.text(NAME).orElse("image"));
    }

    static String requireName(String name) {
        if (name.isBlank() || name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw HttpProblem.badParameter("found a name of " + name.length() + " characters but expected 1 to "
                    + LONGEST_NAME + " printable ones");
        }
        return name;
    }

    static void sendJson(Context ctx, Map<String, ? extends @Nullable Object> members) {
        send(ctx, Answers.Document.json(Json.bytes(members)));
    }

    static void send(Context ctx, Answers.Document document) {
        ctx.contentType(document.mediaType()).result(document.bytes());
    }
}
