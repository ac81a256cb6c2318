package dev.jointly.io;

import dev.jointly.io.ClaimDocument.LimbCost;
import dev.jointly.io.ClaimDocument.NamedPose;
import dev.jointly.io.ClaimDocument.Place;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.problem.Problem;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads what solution files claim, format {@code jointly/solution@1}; one document or many (NDJSON), plain or gzip. Malformed input is a {@link BadInputException}; well-formed but false claims, such as a detection that does not exist, are
 * left to the checker. Fields that prove nothing (seconds, trace, ...) are ignored.
 *
 * <p>Not thread-safe.
 */
public final class ClaimReader extends DocumentReader<ClaimDocument> {
    private static final Limit LIST = Limit.of(Limits.DETECTIONS, "entries");
    private static final String POSES = "an array of poses";
    private static final String GLOBAL = "an object from part names to detections";
    private static final String PIXELS = "a finite number of pixels";
    private static final String EACH_PART = "an object with an entry for each part";
    private static final JsonShape PLACE =
            JsonShape.of("an object with detection, x and y", "detection", "x", "y", "score");
    private static final JsonShape POSE = JsonShape.of("a pose, an object with cost, global and local", "cost")
            .with("global", JsonShape.map(GLOBAL))
            .with(
                    "local",
                    JsonShape.map(
                            "an object from part names to arrays of detections",
                            Limit.inAll(Limits.DETECTIONS, Limits.DUPLICATES, "duplicates")))
            .apart();

    /** What proves something. */
    static final JsonShape SHAPE = JsonShape.of(
                    "a solution",
                    "problem",
                    "problemSha256",
                    "maxPoses",
                    "status",
                    "objective",
                    "lowerBound",
                    "gap",
                    "requestedGap")
            .format(SolutionWriter.FORMAT, ClaimReader::hint)
            .list("poses", POSES, LIST, POSE, ClaimReader::pose)
            .list("margins", "an array of margins", LIST, MarginJson.SHAPE, MarginJson::of)
            .with("certificate", ProofJson.SHAPE);

    /** The same with what proves nothing, for {@link ClaimDocument#problem()}. */
    private static final JsonShape PEOPLE = SHAPE.with("image", ImageFields.SHAPE)
            .with("anatomy", AnatomyJson.SHAPE)
            .with("personScore", PersonScoreJson.SHAPE)
            .list(
                    "poses",
                    POSES,
                    LIST,
                    POSE.with("joints", JsonShape.map(EACH_PART, PLACE))
                            .with("duplicates", JsonShape.map(EACH_PART, PLACE))
                            .with("limbCosts", Limit.of(Limits.PARTS, "entries")),
                    ClaimReader::pose);

    private ClaimReader(JsonSource source, JsonShape shape) {
        super(source.asGiven(), "solution", shape, ClaimDocument::new);
    }

    /** Opens a file by name; {@code -} is standard input. */
    public static ClaimReader open(String file, InputStream standardInput) {
        return new ClaimReader(JsonSource.open(file, standardInput), SHAPE);
    }

    /** The same for solutions whose problems are not at hand: {@link ClaimDocument#problem()} takes their place. */
    public static ClaimReader openWithoutProblems(String file, InputStream standardInput) {
        return new ClaimReader(JsonSource.open(file, standardInput), PEOPLE);
    }

    /** Opens a file, one solution or many. */
    public static ClaimReader open(Path file) {
        return open(file.toString(), InputStream.nullInputStream());
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static ClaimReader of(String name, InputStream in) {
        return new ClaimReader(JsonSource.of(name, in), SHAPE);
    }

    /** What is said of another format in place of that of solutions. */
    static String hint(String format) {
        return format.equals(ProblemReader.FORMAT) ? " (this is a problem, not a solution)" : "";
    }

    private static NamedPose pose(JsonValue pose) {
        long cost = pose.micro("cost");
        Map<String, Integer> global = pose.get("global", GLOBAL).map(d -> d.integer(EditReader.INDEX));
        Map<String, List<Integer>> local = pose.ifAny(
                "local",
                all -> all.map(list -> list.entries("an array of detections", d -> d.integer(EditReader.INDEX))),
                Map.of());
        List<Place> places = new ArrayList<>();
        pose.find("joints")
                .ifPresent(joints -> joints.fields().forEach((part, joint) -> places.add(place(part, joint))));
        pose.find("duplicates").ifPresent(parts -> parts.fields()
                .forEach((part, all) -> all.entries("an array of places").forEach(d -> places.add(place(part, d)))));
        List<LimbCost> limbCosts = pose.entriesIfAny("limbCosts", "an array of costs", ClaimReader::limbCost);
        return new NamedPose(cost, global, local, places, limbCosts);
    }

    private static Place place(String part, JsonValue place) {
        return new Place(
                part,
                detection(place.get("detection", EditReader.INDEX)),
                place.finiteIfAny("x", PIXELS),
                place.finiteIfAny("y", PIXELS),
                place.finiteIfAny("score", "a finite number"));
    }

    private static int detection(JsonValue value) {
        return value.integer(0, Problem.MAX_DETECTIONS - 1, EditReader.INDEX);
    }

    private static LimbCost limbCost(JsonValue cost) {
        List<JsonValue> three = cost.exactly(3, "[detection, detection, cost]");
        return new LimbCost(
                detection(three.get(0)), detection(three.get(1)), three.get(2).micro());
    }
}
