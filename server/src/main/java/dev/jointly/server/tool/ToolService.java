package dev.jointly.server.tool;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.json.Json;
import dev.jointly.margin.Margin;
import dev.jointly.pose.Person;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.server.RequestBody;
import dev.jointly.server.SolveService;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the routes of all annotation tools do: find people in images, by the one way to the solver. Thread-safe. */
public final class ToolService {
    /** For the least margin of an image. */
    private static final int MAX_SOLVES = 8;

    private final SolveService solves;

    public ToolService(SolveService solves) {
        this.solves = solves;
    }

    /** Name of the network by which people are found. */
    public String model() {
        return solves.detectors().name(solves.detectors().standard());
    }

    /** Parts and limbs of these people. */
    public Anatomy anatomy() {
        return solves.detectors().anatomy(solves.detectors().standard());
    }

    /** Reads the bodies of requests. */
    public RequestBody bodies() {
        return solves.bodies();
    }

    /** Bytes that an image may have. */
    public int mostBytes() {
        return solves.limits().bodyBytes();
    }

    /** Images that are in work at once. */
    public int workers() {
        return solves.limits().workers();
    }

    /**
     * One request of a tool.
     *
     * @param image called unless an earlier request has brought it
     * @param name of the image
     * @param marks on an image, whose size is known only when it has been looked at
     * @param limit until the answer
     * @param gone whether the client has left
     */
    public record Asked(
            Supplier<byte[]> image,
            String name,
            Function<Image, List<Mark>> marks,
            Duration limit,
            BooleanSupplier gone) {}

    /** The people of an image under the marks on it. */
    public Grouping group(WarmImage warm, Asked asked) {
        Settings settings = Settings.defaults().withTimeLimit(asked.limit());
        return warm.group(
                asked.marks(),
                () -> solves.pose(
                        asked.image().get(), asked.name(), solves.detectors().standard(), settings, asked.gone()),
                problem -> solves.solve(problem, settings, asked.gone()),
                asked.limit());
    }

    /**
     * The people of a grouping with lower bounds on their margins.
     *
     * @param threshold people with a lower score are not wanted
     */
    public List<Person> people(Grouping grouping, Asked asked, double threshold) {
        ToolMargins margins = ToolMargins.of(grouping.problem(), grouping.solution(), bounds(grouping, asked));
        return grouping.people(margins).stream()
                .filter(person -> person.score() >= threshold)
                .toList();
    }

    /** All of them, and the least of their margins is exact unless that takes too many solves. */
    public List<Person> peopleByDoubt(Grouping grouping, Asked asked) {
        Problem problem = grouping.problem();
        Solution solution = grouping.solution();
        ToolMargins margins = ToolMargins.withExactLeast(
                problem,
                solution,
                bounds(grouping, asked),
                MAX_SOLVES,
                other -> solves.solve(other, Settings.defaults().withTimeLimit(asked.limit()), asked.gone()));
        return grouping.people(margins);
    }

    private List<Margin> bounds(Grouping grouping, Asked asked) {
        return solves.margins(grouping.problem(), grouping.solution(), asked.limit(), asked.gone());
    }

    /** Answers a request with a JSON document; see {@link Json}. */
    public static void reply(Context ctx, Object document) {
        ctx.contentType("application/json").result(Json.bytes(document));
    }
}
