package dev.jointly.io;

import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.TrackDual;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the tracks of clips, format {@code jointly/tracks@1}. Whether what is claimed is true, {@link
 * TracksDocument#verdict} says.
 *
 * <p>Not thread-safe.
 */
public final class TracksReader extends DocumentReader<TracksDocument> {
    private static final List<String> FIELDS = List.of(
            "format",
            "status",
            "objective",
            "lowerBound",
            "settings",
            "stride",
            "frames",
            "people",
            "links",
            "dual",
            "alternatives");
    private static final List<String> SETTINGS =
            List.of("longestGap", "birth", "death", "reward", "gap", "motion", "reach", "jointCap", "smallestSize");
    private static final List<String> FRAME =
            List.of("problem", "problemSha256", "number", "tracks", "chosen", "groupings", "detections");
    private static final String TRIPLE = "an array of three whole numbers of micro-units: birth, death and reward";
    private static final String LINK = "an array of three whole numbers: from, to and the cost in micro-units";
    private static final String STATUS = "\"optimal\" or \"bounded\"";
    private static final String STRIDE = "a whole number of frames from 1";
    private static final String SHA256 = "the problem's SHA-256, 64 hexadecimal digits";

    private final JsonSource source;

    private TracksReader(JsonSource source) {
        super(source, "document with tracks");
        this.source = source;
    }

    /** Opens a file; {@code -} is standard input. */
    public static TracksReader open(String file, InputStream standardInput) {
        return new TracksReader(JsonSource.open(file, standardInput));
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static TracksReader of(String name, InputStream in) {
        return new TracksReader(JsonSource.of(name, in));
    }

    @Override
    protected TracksDocument document() throws IOException {
        TracksDraft draft = new TracksDraft(source);
        JsonObject object = new JsonObject(source, FIELDS, "an object with format, frames, people, links and dual");
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(TracksWriter.FORMAT);
                case "status" -> draft.optimal = status();
                case "objective" -> draft.objective = MicroReader.micro(source);
                case "lowerBound" -> draft.lowerBound = MicroReader.micro(source);
                case "settings" -> draft.settings = settings();
                case "stride" -> draft.stride = atLeast(1, STRIDE);
                case "frames" -> source.array(Limits.TRACKED, "an array of frames", () -> draft.frames.add(frame()));
                case "people" ->
                    source.array(Limits.TRACKED, "an array of people", () -> draft.people.add(three(TRIPLE)));
                case "links" -> source.array(Limits.LINKS, "an array of links", () -> draft.links.add(three(LINK)));
                case "dual" -> draft.dual = dual();
                default -> source.skip();
            }
        }
        object.require("format", "\"" + TracksWriter.FORMAT + "\"");
        object.require("status", STATUS);
        object.require("objective", MicroReader.MICRO);
        object.require("lowerBound", MicroReader.MICRO);
        object.require("settings", "an object with the settings of the costs");
        object.require("stride", STRIDE);
        object.require("frames", "an array of frames");
        object.require("people", "an array of people");
        object.require("links", "an array of links");
        object.require("dual", "an object with in and out");
        return draft.document(new Bound(draft.optimal, draft.lowerBound));
    }

    private boolean status() throws IOException {
        String status = source.string(STATUS);
        if (!status.equals("optimal") && !status.equals("bounded")) {
            throw source.bad(STATUS);
        }
        return status.equals("optimal");
    }

    private LinkSettings settings() throws IOException {
        Map<String, Double> values = new HashMap<>();
        int longestGap = 0;
        JsonObject object = new JsonObject(source, SETTINGS, "an object with the settings of the costs");
        while (object.next()) {
            if (object.field().equals("longestGap")) {
                longestGap = source.integer("a whole number of frames");
            } else if (SETTINGS.contains(object.field())) {
                values.put(object.field(), source.finite("a number"));
            } else {
                source.skip();
            }
        }
        SETTINGS.forEach(name -> object.require(name, "a number"));
        double[] v = SETTINGS.stream()
                .skip(1)
                .mapToDouble(name -> values.getOrDefault(name, 0.0))
                .toArray();
        try {
            return new LinkSettings(longestGap, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
        } catch (IllegalArgumentException e) {
            throw source.problem(source.path(), String.valueOf(e.getMessage()));
        }
    }

    private TrackedFrame frame() throws IOException {
        String problem = "";
        String sha256 = null;
        int number = 0;
        List<Integer> tracks = new ArrayList<>();
        AlternativesReader alternatives = new AlternativesReader(source);
        JsonObject object = new JsonObject(source, FRAME, "a frame, an object with problem, number and tracks");
        while (object.next()) {
            switch (object.field()) {
                case "problem" -> problem = source.name("the id of a problem");
                case "problemSha256" -> sha256 = sha256();
                case "number" -> number = atLeast(0, "the number of the frame, from 0");
                case "tracks" -> source.array(Limits.DETECTIONS, "an array of tracks", () -> tracks.add(track()));
                case "chosen" -> alternatives.chosen();
                case "groupings" -> alternatives.groupings();
                case "detections" -> alternatives.detections();
                default -> source.skip();
            }
        }
        object.require("problem", "the id of a problem");
        object.require("number", "the number of the frame, from 0");
        object.require("tracks", "an array of tracks");
        return new TrackedFrame(problem, sha256, number, tracks, alternatives.end(object, tracks.size()));
    }

    private String sha256() throws IOException {
        String text = source.string(SHA256);
        if (!text.matches("[0-9a-f]{64}")) {
            throw source.bad(SHA256);
        }
        return text;
    }

    private int track() throws IOException {
        return source.parser().currentToken() == JsonToken.VALUE_NULL
                ? TrackedFrame.NO_TRACK
                : atLeast(1, "the number of a track, from 1, or null");
    }

    private int atLeast(int least, String expected) throws IOException {
        int value = source.integer(expected);
        if (value < least) {
            throw source.bad(expected);
        }
        return value;
    }

    private long[] three(String expected) throws IOException {
        long[] three = new long[3];
        int[] size = {0};
        source.array(3, expected, () -> three[size[0]++] = PriceReader.price(source, "a whole number of 64 bits"));
        if (size[0] < 3) {
            throw source.problem(source.path(), "found " + size[0] + " numbers but expected " + expected);
        }
        return three;
    }

    private TrackDual dual() throws IOException {
        List<Long> in = new ArrayList<>();
        List<Long> out = new ArrayList<>();
        List<Long> multipliers = new ArrayList<>();
        JsonObject object = new JsonObject(source, List.of("in", "out", "multipliers"), "an object with in and out");
        while (object.next()) {
            switch (object.field()) {
                case "in" -> potentials(in);
                case "out" -> potentials(out);
                case "multipliers" -> potentials(multipliers);
                default -> source.skip();
            }
        }
        object.require("in", PriceReader.PRICES);
        object.require("out", PriceReader.PRICES);
        return new TrackDual(in, out, multipliers);
    }

    private void potentials(List<Long> potentials) throws IOException {
        source.array(
                Limits.TRACKED,
                PriceReader.PRICES,
                () -> potentials.add(PriceReader.price(source, "a whole number of 64 bits")));
    }
}
