package dev.jointly.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reads problems, format {@code jointly/problem@1}: a file of one JSON document or of many (NDJSON), plain or gzip, detected by content and not by name. One problem is in memory at a time. Fields may come in any order, so what can only be
 * judged with the whole document at hand is collected in a {@link ProblemDraft} first.
 *
 * <p>Every method throws {@link BadInputException} for whatever is wrong with the input; after that the reader can be used if {@link #skipLine} says so.
 *
 * <p>Not thread-safe.
 */
public final class ProblemReader extends DocumentReader<Problem> {
    /** What the field {@code format} of a problem says. */
    public static final String FORMAT = "jointly/problem@1";

    private static final List<String> FIELDS = List.of(
            "format",
            "id",
            "image",
            "anatomy",
            "poseCost",
            "detections",
            "pairs",
            "absentPairs",
            "pins",
            "maxPoses",
            "personScore");
    private static final List<String> DETECTION_FIELDS = List.of("part", "x", "y", "score", "cost");

    private static final String COST = "a number of magnitude at most 1e9";
    private static final String INDEX = "the index of a detection, a whole number from 0";
    private static final String OPTIONAL_NUMBER = "a finite number (leave the field out where it is not known)";

    private final JsonSource source;
    private final JsonParser parser;

    ProblemReader(JsonSource source) {
        super(source, "problem");
        this.source = source;
        this.parser = source.parser();
    }

    /** Opens a file by name; {@code -} is standard input. */
    public static ProblemReader open(String file, InputStream standardInput) {
        return new ProblemReader(JsonSource.open(file, standardInput));
    }

    /**
     * The same, but if the first document is on one line, every line is one: a bad one can be passed over ({@link #skipLine}), and no
     * document goes on in the next line.
     */
    public static ProblemReader byLine(String file, InputStream standardInput) {
        return new ProblemReader(JsonSource.byLine(file, standardInput));
    }

    /** Opens a file, one problem or many. */
    public static ProblemReader open(Path file) {
        return open(file.toString(), InputStream.nullInputStream());
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static ProblemReader of(String name, InputStream in) {
        return new ProblemReader(JsonSource.of(name, in));
    }

    /**
     * The same, to check a solution: no unknown field is refused for its spelling, as a field that looks misspelt makes no problem
     * invalid.
     */
    public static ProblemReader asGiven(String name, InputStream in) {
        return new ProblemReader(JsonSource.of(name, in).asGiven());
    }

    /** Reads a file that must hold exactly one problem. */
    public static Problem one(Path file) {
        try (ProblemReader reader = open(file)) {
            Problem problem = reader.next();
            if (reader.hasNext()) {
                throw new BadInputException(file + ": found a second document but expected one problem only");
            }
            return problem;
        }
    }

    @Override
    protected Problem document() throws IOException {
        ProblemDraft draft = new ProblemDraft(source);
        JsonObject object = new JsonObject(source, FIELDS, "a problem");
        while (object.next()) {
            switch (object.field()) {
                case "format" -> format();
                case "id" -> draft.id = source.name("the problem's id");
                case "image" -> draft.image = ImageFields.read(source);
                case "anatomy" -> draft.body.read();
                case "poseCost" -> draft.poseCost = cost();
                case "detections" ->
                    source.array(
                            Limits.DETECTIONS, "detections", "an array of detections", () -> draft.add(detection()));
                case "pairs" ->
                    source.array(Limits.PAIRS, "pairs", "an array of pairs [a, b, cost]", () -> pair(draft.pairs));
                case "absentPairs" -> draft.absentForbidden = absentForbidden();
                case "pins" -> new PinReader(source).read(draft.pins);
                case "maxPoses" -> draft.maxPoses = OptionalInt.of(maxPoses(source));
                case "personScore" -> {
                    // no verdict depends on it, so a checker passes over whatever it is
                    if (source.refusesMisspelt()) {
                        draft.personScore = PersonScoreJson.read(source);
                    } else {
                        source.skip();
                    }
                }
                default -> source.skip();
            }
        }
        object.require("format", "\"" + FORMAT + "\"");
        object.require("id", "the problem's id");
        object.require("anatomy", "the anatomy: name, parts, majors and limbs");
        object.require("poseCost", COST);
        object.require("detections", "an array of detections");
        object.require("pairs", "an array of pairs [a, b, cost]");
        return draft.problem();
    }

    /** The current token, which must be a limit on the number of poses. */
    static int maxPoses(JsonSource source) throws IOException {
        return source.integer(0, Problem.MOST_DETECTIONS, "a whole number from 0 to " + Problem.MOST_DETECTIONS);
    }

    private void format() throws IOException {
        String expected = "\"" + FORMAT + "\"";
        String format = source.string(expected);
        if (!format.equals(FORMAT)) {
            throw source.bad(expected
                    + (format.equals(SolutionWriter.FORMAT)
                            ? " (this is a solution, not a problem)"
                            : " (the only format of problems this program reads)"));
        }
    }

    private ProblemDraft.NamedDetection detection() throws IOException {
        String part = "";
        Double x = null;
        Double y = null;
        Double score = null;
        long cost = 0;
        JsonObject object = new JsonObject(source, DETECTION_FIELDS, "a detection, an object with part and cost");
        while (object.next()) {
            switch (object.field()) {
                case "part" -> part = source.name("a part's name");
                case "x" -> x = source.finite(OPTIONAL_NUMBER);
                case "y" -> y = source.finite(OPTIONAL_NUMBER);
                case "score" -> score = source.finite(OPTIONAL_NUMBER);
                case "cost" -> cost = cost();
                default -> source.skip();
            }
        }
        object.require("part", "a part's name");
        object.require("cost", COST);
        return new ProblemDraft.NamedDetection(part, x, y, score, cost);
    }

    private void pair(PairDraft pairs) throws IOException {
        source.expect(JsonToken.START_ARRAY, "a pair [a, b, cost]");
        parser.nextToken();
        int a = source.index(INDEX);
        parser.nextToken();
        int b = source.index(INDEX);
        parser.nextToken();
        pairs.add(a, b, cost());
        if (parser.nextToken() != JsonToken.END_ARRAY) {
            throw source.bad("the end of the pair after [a, b, cost]");
        }
    }

    private boolean absentForbidden() throws IOException {
        String expected = "\"forbidden\" or \"zero\"";
        return switch (source.string(expected)) {
            case "forbidden" -> true;
            case "zero" -> false;
            default -> throw source.bad(expected);
        };
    }

    private long cost() throws IOException {
        double cost = source.finite(COST);
        if (Math.abs(cost) > Micro.LARGEST_COST) {
            throw source.bad(COST);
        }
        return Micro.of(cost);
    }
}
