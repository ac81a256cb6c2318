package dev.jointly.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Reads what solution files claim, format {@code jointly/solution@1}; one document or many (NDJSON), plain or gzip. Malformed input is a {@link BadInputException}; well-formed but false claims, such as a detection that does not exist, are
 * left to the checker. Fields that prove nothing (seconds, trace, ...) are ignored.
 *
 * <p>Not thread-safe.
 */
public final class ClaimReader extends DocumentReader<ClaimDocument> {
    private static final List<String> FIELDS = List.of(
            "format",
            "problem",
            "problemSha256",
            "maxPoses",
            "method",
            "status",
            "objective",
            "lowerBound",
            "gap",
            "requestedGap",
            "poses",
            "seconds",
            "iterations",
            "skeletons",
            "localAssignments",
            "rows",
            "nodes",
            "engineFinished",
            "selfCheck",
            "trace",
            "margins",
            "certificate");
    private static final List<String> POSE_FIELDS = List.of("cost", "global", "local");
    private static final List<String> PLACE_FIELDS = List.of("detection", "x", "y", "score");

    private static final String POSES = "an array of poses";
    static final String INDEX = "the index of a detection, a whole number from 0";

    private final JsonSource source;
    private final JsonParser parser;

    /** Whether what proves nothing is read too, for {@link ClaimDocument#problem()}. */
    private final boolean people;

    ClaimReader(JsonSource source) {
        this(source, false);
    }

    private ClaimReader(JsonSource source, boolean people) {
        super(source, "solution");
        this.source = source.asGiven();
        this.parser = source.parser();
        this.people = people;
    }

    /** Opens a file by name; {@code -} is standard input. */
    public static ClaimReader open(String file, InputStream standardInput) {
        return new ClaimReader(JsonSource.open(file, standardInput));
    }

    /** The same for solutions whose problems are not at hand: {@link ClaimDocument#problem()} takes their place. */
    public static ClaimReader openWithoutProblems(String file, InputStream standardInput) {
        return new ClaimReader(JsonSource.open(file, standardInput), true);
    }

    /** Opens a file, one solution or many. */
    public static ClaimReader open(Path file) {
        return open(file.toString(), InputStream.nullInputStream());
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static ClaimReader of(String name, InputStream in) {
        return new ClaimReader(JsonSource.of(name, in));
    }

    @Override
    protected ClaimDocument document() throws IOException {
        ClaimDocument.Draft draft = new ClaimDocument.Draft();
        JsonObject object = new JsonObject(source, FIELDS, "a solution");
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(SolutionWriter.FORMAT);
                case "problem" -> draft.problemId = source.name("the problem's id");
                case "problemSha256" -> draft.sha256 = source.name("the problem's SHA-256 in hexadecimal");
                case "maxPoses" -> draft.maxPoses = OptionalInt.of(ProblemReader.maxPoses(source));
                case "status" -> draft.optimal = status();
                case "objective" -> draft.objective = MicroReader.micro(source);
                case "lowerBound" -> draft.lowerBound = MicroReader.micro(source);
                case "gap" -> source.finite("a finite number");
                case "requestedGap" -> draft.requestedGap = requestedGap();
                case "poses" -> poses(draft);
                case "certificate" -> draft.proof = new ProofReader(source).read();
                case "margins" -> new MarginReader(source).read(draft.margins);
                default -> other(object.field(), draft);
            }
        }
        object.require("format", "\"" + SolutionWriter.FORMAT + "\"");
        object.require("problemSha256", "the problem's SHA-256 in hexadecimal");
        object.require("status", "\"optimal\" or \"bounded\"");
        object.require("objective", MicroReader.MICRO);
        object.require("lowerBound", MicroReader.MICRO);
        object.require("poses", POSES);
        object.require("certificate", ProofReader.CERTIFICATE);
        return new ClaimDocument(source.where(), draft);
    }

    private void other(String field, ClaimDocument.Draft draft) throws IOException {
        switch (people ? field : "") {
            case "image" -> draft.image = ImageFields.read(source);
            case "anatomy" -> draft.anatomy = AnatomyJson.read(source);
            case "personScore" -> draft.personScore = PersonScoreJson.read(source);
            default -> source.skip();
        }
    }

    private boolean status() throws IOException {
        String expected = "\"optimal\" or \"bounded\"";
        return switch (source.string(expected)) {
            case "optimal" -> true;
            case "bounded" -> false;
            default -> throw source.bad(expected);
        };
    }

    private double requestedGap() throws IOException {
        double gap = source.finite("a number from 0 to below 1");
        if (gap < 0 || gap >= 1) {
            throw source.bad("a number from 0 to below 1");
        }
        return gap;
    }

    private void poses(ClaimDocument.Draft draft) throws IOException {
        List<ClaimDocument.NamedPose> poses = draft.poses;
        source.expect(JsonToken.START_ARRAY, POSES);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            source.checkRoom(poses.size(), Limits.DETECTIONS);
            poses.add(pose(draft));
        }
    }

    private ClaimDocument.NamedPose pose(ClaimDocument.Draft draft) throws IOException {
        long cost = 0;
        Map<String, Integer> global = Map.of();
        Map<String, List<Integer>> local = Map.of();
        JsonObject object = new JsonObject(source, POSE_FIELDS, "a pose, an object with cost, global and local");
        while (object.next()) {
            switch (object.field()) {
                case "cost" -> cost = MicroReader.micro(source);
                case "global" -> global = global();
                case "local" -> local = local();
                default -> other(object.field(), draft.places);
            }
        }
        object.require("cost", MicroReader.MICRO);
        object.require("global", "an object from part names to detections");
        return new ClaimDocument.NamedPose(cost, global, local);
    }

    private void other(String field, ClaimDocument.Places places) throws IOException {
        switch (people ? field : "") {
            case "joints" -> eachPart(part -> place(part, places));
            case "duplicates" ->
                eachPart(part -> source.array(Limits.DETECTIONS, "an array of places", () -> place(part, places)));
            case "limbCosts" -> source.array(Limits.PARTS, "an array of costs", () -> limbCost(places));
            default -> source.skip();
        }
    }

    private interface PartReader {
        void read(String part) throws IOException;
    }

    private void eachPart(PartReader reader) throws IOException {
        JsonObject object = new JsonObject(source, List.of(), "an object with an entry for each part");
        while (object.next()) {
            reader.read(object.field());
        }
    }

    private void place(String part, ClaimDocument.Places places) throws IOException {
        int detection = -1;
        Double x = null;
        Double y = null;
        Double score = null;
        JsonObject object = new JsonObject(source, PLACE_FIELDS, "an object with detection, x and y");
        while (object.next()) {
            switch (object.field()) {
                case "detection" -> detection = index();
                case "x" -> x = source.finite("a finite number of pixels");
                case "y" -> y = source.finite("a finite number of pixels");
                case "score" -> score = source.finite("a finite number");
                default -> source.skip();
            }
        }
        object.require("detection", INDEX);
        places.detections().put(detection, new ClaimDocument.Place(part, x, y, score));
    }

    private int index() throws IOException {
        return source.integer(0, Problem.MOST_DETECTIONS - 1, INDEX);
    }

    private void limbCost(ClaimDocument.Places places) throws IOException {
        String expected = "[detection, detection, cost]";
        source.expect(JsonToken.START_ARRAY, expected);
        parser.nextToken();
        int a = index();
        parser.nextToken();
        int b = index();
        parser.nextToken();
        places.limbCosts().add(new ClaimDocument.LimbCost(a, b, MicroReader.micro(source)));
        if (parser.nextToken() != JsonToken.END_ARRAY) {
            throw source.bad(expected);
        }
    }

    private Map<String, Integer> global() throws IOException {
        Map<String, Integer> global = new LinkedHashMap<>();
        JsonObject object = new JsonObject(source, List.of(), "an object from part names to detections");
        while (object.next()) {
            global.put(object.field(), source.integer(INDEX));
        }
        return global;
    }

    private Map<String, List<Integer>> local() throws IOException {
        Map<String, List<Integer>> local = new LinkedHashMap<>();
        JsonObject object = new JsonObject(source, List.of(), "an object from part names to arrays of detections");
        while (object.next()) {
            List<Integer> detections = new ArrayList<>();
            source.expect(JsonToken.START_ARRAY, "an array of detections");
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                source.checkRoom(detections.size(), Limits.DETECTIONS);
                detections.add(source.integer(INDEX));
            }
            local.put(object.field(), detections);
        }
        return local;
    }
}
