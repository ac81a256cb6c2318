package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads problems, format {@code jointly/problem@1}: a file of one JSON document or of many (NDJSON), plain or gzip, detected by content and not by name. One problem is in memory at a time. Fields may come in any order.
 *
 * <p>Every method throws {@link BadInputException} for whatever is wrong with the input; after that the reader can be used if {@link #skipLine} says so.
 *
 * <p>Not thread-safe.
 */
public final class ProblemReader extends DocumentReader<Problem> {
    /** What the field {@code format} of a problem says. */
    public static final String FORMAT = "jointly/problem@1";

    private static final String COST = "a number of magnitude at most 1e9";
    private static final String OPTIONAL_NUMBER = "a finite number (leave the field out where it is not known)";
    private static final String DETECTIONS = "an array of detections";
    private static final String PAIRS = "an array of pairs [a, b, cost]";
    private static final String PART = "a part's name";

    private static final JsonShape DETECTION =
            JsonShape.of("a detection, an object with part and cost", "part", "x", "y", "score", "cost");

    /** As a checker reads it: no verdict depends on the fields that are not here, whatever they are. */
    static final JsonShape GIVEN = JsonShape.of("a problem", "id", "poseCost", "absentPairs", "maxPoses")
            .format(
                    FORMAT,
                    found -> found.equals(SolutionWriter.FORMAT)
                            ? " (this is a solution, not a problem)"
                            : " (the only format of problems this program reads)")
            .with("image", ImageFields.SHAPE)
            .with("anatomy", AnatomyJson.SHAPE)
            .taking("detections", DETECTIONS, Limit.of(Limits.DETECTIONS, "detections"), DETECTION, Detections::new)
            .rows("pairs", PAIRS, Limit.of(Limits.PAIRS, "pairs"), "a pair [a, b, cost]", Pairs::new)
            .with("pins", Limit.of(Limits.DETECTIONS, "pins"), EditReader.PIN);

    static final JsonShape SHAPE = GIVEN.with("personScore", PersonScoreJson.SHAPE);

    private ProblemReader(JsonSource source, JsonShape shape) {
        super(source, "problem", shape, ProblemReader::problem);
    }

    /** Opens a file by name; {@code -} is standard input. */
    public static ProblemReader open(String file, InputStream standardInput) {
        return new ProblemReader(JsonSource.open(file, standardInput), SHAPE);
    }

    /**
     * The same, but if the first document is on one line, every line is one: a bad one can be passed over ({@link #skipLine}), and no
     * document goes on in the next line.
     */
    public static ProblemReader byLine(String file, InputStream standardInput) {
        return new ProblemReader(JsonSource.byLine(file, standardInput), SHAPE);
    }

    /** Opens a file, one problem or many. */
    public static ProblemReader open(Path file) {
        return open(file.toString(), InputStream.nullInputStream());
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static ProblemReader of(String name, InputStream in) {
        return new ProblemReader(JsonSource.of(name, in), SHAPE);
    }

    /**
     * The same, to check a solution: no unknown field is refused for its spelling, as a field that looks misspelt makes no problem
     * invalid.
     */
    public static ProblemReader asGiven(String name, InputStream in) {
        return new ProblemReader(JsonSource.of(name, in).asGiven(), GIVEN);
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

    static Problem problem(JsonValue value) {
        String id = value.name("id", "the problem's id");
        Anatomy anatomy = AnatomyJson.of(value);
        long poseCost = cost(value.get("poseCost", COST));
        List<Detection> detections = value.taken("detections", Detections.class).of(anatomy, value);
        return new Problem(
                id,
                ImageFields.of(value),
                anatomy,
                poseCost,
                detections,
                value.taken("pairs", Pairs.class).costs(anatomy, detections, value),
                pins(value, detections.size()),
                maxPoses(value),
                PersonScoreJson.of(value));
    }

    /** The field {@code maxPoses}, if it is there. */
    static OptionalInt maxPoses(JsonValue document) {
        String expected = "a whole number from 0 to " + Problem.MAX_DETECTIONS;
        return document.has("maxPoses")
                ? OptionalInt.of(document.integer("maxPoses", 0, Problem.MAX_DETECTIONS, expected))
                : OptionalInt.empty();
    }

    private static long cost(JsonValue value) {
        double cost = value.finite(COST);
        if (Math.abs(cost) > Micro.LARGEST_COST) {
            throw value.bad(COST);
        }
        return Micro.of(cost);
    }

    private static List<Pin> pins(JsonValue value, int detections) {
        List<Pin> pins = new ArrayList<>();
        for (JsonValue given : value.entriesIfAny("pins", EditReader.PINS)) {
            Pin pin = EditReader.pin(given);
            int[] named = pin.detections();
            if (named.length == 2 && named[0] == named[1]) {
                throw given.bad(pin.kind().word(), Arrays.toString(named), "two different detections");
            }
            for (int i = 0; i < named.length; i++) {
                if (named[i] >= detections) {
                    String word = pin.kind().word();
                    throw given.bad(
                            named.length == 1 ? word : word + "/" + i, Integer.toString(named[i]), range(detections));
                }
            }
            pins.add(pin);
        }
        return pins;
    }

    private static String range(int detections) {
        return detections == 0
                ? "no index at all, for there are no detections"
                : "the index of a detection, 0 to " + (detections - 1);
    }

    /** Detections by the names of their parts, one copy of every name. */
    private static final class Detections implements JsonShape.Entries {
        private record Named(
                String part,
                @Nullable Double x,
                @Nullable Double y,
                @Nullable Double score,
                long cost) {}

        private final List<Named> all = new ArrayList<>();
        private final Map<String, String> names = new HashMap<>();

        @Override
        public void add(JsonValue entry) {
            String part = names.computeIfAbsent(entry.name("part", PART), name -> name);
            if (names.size() > Limits.PARTS) {
                throw entry.problem(
                        "part", "found more than " + Limits.PARTS + " different parts but expected at most that many");
            }
            all.add(new Named(
                    part,
                    entry.finiteIfAny("x", OPTIONAL_NUMBER),
                    entry.finiteIfAny("y", OPTIONAL_NUMBER),
                    entry.finiteIfAny("score", OPTIONAL_NUMBER),
                    cost(entry.get("cost", COST))));
        }

        List<Detection> of(Anatomy anatomy, JsonValue problem) {
            Map<String, Integer> positions = new HashMap<>();
            anatomy.parts().forEach(part -> positions.put(part, positions.size()));
            List<Detection> detections = new ArrayList<>(all.size());
            for (Named d : all) {
                Integer part = positions.get(d.part());
                if (part == null) {
                    throw problem.bad(
                            "detections/" + detections.size() + "/part",
                            Excerpt.quoted(d.part()),
                            AnatomyJson.oneOf(anatomy.parts(), d.part()));
                }
                detections.add(new Detection(part, d.x(), d.y(), d.score(), d.cost()));
            }
            return detections;
        }
    }

    /** Pairs in the order of the file, so that a complaint can say which one it is about. */
    private static final class Pairs implements JsonShape.Rows {
        private final PairCosts.Builder builder = new PairCosts.Builder();

        @Override
        public void add(JsonSource.Row pair) throws IOException {
            int a = pair.index(EditReader.INDEX);
            int b = pair.index(EditReader.INDEX);
            double cost = pair.finite(COST);
            if (Math.abs(cost) > Micro.LARGEST_COST) {
                throw pair.bad(COST);
            }
            pair.end("the end of the pair after [a, b, cost]");
            if (a == b) {
                throw pair.bad(text(a, b, Micro.of(cost)), "two different detections");
            }
            builder.add(a, b, Micro.of(cost));
        }

        private static String text(int a, int b, long micro) {
            return "[" + a + ", " + b + ", " + Micro.toString(micro) + "]";
        }

        private String text(int pair) {
            return text(builder.a(pair), builder.b(pair), builder.micro(pair));
        }

        PairCosts costs(Anatomy anatomy, List<Detection> detections, JsonValue problem) {
            for (int i = 0; i < builder.size(); i++) {
                int a = builder.a(i);
                int b = builder.b(i);
                if (a >= detections.size() || b >= detections.size()) {
                    boolean first = a >= detections.size();
                    throw problem.bad(
                            "pairs/" + i + (first ? "/0" : "/1"),
                            Integer.toString(first ? a : b),
                            range(detections.size()));
                }
                int partA = detections.get(a).part();
                int partB = detections.get(b).part();
                if (!anatomy.mayPair(partA, partB)) {
                    throw problem.bad(
                            "pairs/" + i,
                            text(i) + " which joins "
                                    + Excerpt.quoted(anatomy.parts().get(partA)) + " and "
                                    + Excerpt.quoted(anatomy.parts().get(partB)),
                            "two detections of one part, of the two parts of a limb, or of a major part and any part");
                }
            }
            boolean forbidden = problem.ifAny(
                            "absentPairs",
                            absent -> absent.oneOf(List.of("forbidden", "zero"), "\"forbidden\" or \"zero\""),
                            "forbidden")
                    .equals("forbidden");
            try {
                return builder.build(detections.size(), forbidden);
            } catch (IllegalArgumentException e) {
                throw repeated(problem, e);
            }
        }

        private RuntimeException repeated(JsonValue problem, IllegalArgumentException why) {
            long[] keys = new long[builder.size()];
            Arrays.setAll(keys, this::key);
            Arrays.sort(keys);
            for (int i = 1; i < keys.length; i++) {
                if (keys[i - 1] == keys[i]) {
                    long key = keys[i];
                    int[] both = IntStream.range(0, keys.length)
                            .filter(pair -> key(pair) == key)
                            .limit(2)
                            .toArray();
                    return problem.bad(
                            "pairs/" + both[1],
                            text(both[1]) + " after /pairs/" + both[0] + " " + text(both[0]),
                            "every pair once, in either order");
                }
            }
            return why;
        }

        private long key(int pair) {
            return (long) Math.min(builder.a(pair), builder.b(pair)) << 32 | Math.max(builder.a(pair), builder.b(pair));
        }
    }
}
