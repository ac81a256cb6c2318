package dev.jointly.io;

import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.track.Crossings;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.Track;
import dev.jointly.track.TrackDual;
import dev.jointly.track.TrackLink;
import dev.jointly.track.TrackMargin;
import dev.jointly.track.TrackMargin.Change;
import dev.jointly.track.TrackPerson;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

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
            "constrained",
            "margins");
    private static final List<String> SETTINGS =
            List.of("longestGap", "birth", "death", "reward", "gap", "motion", "reach", "jointCap", "smallestSize");
    private static final List<String> FRAME = List.of("problem", "problemSha256", "number", "tracks");
    private static final String TRIPLE = "an array of three whole numbers of micro-units: birth, death and reward";
    private static final String LINK = "an array of three whole numbers: from, to and the cost in micro-units";
    private static final String STATUS = "\"optimal\" or \"bounded\"";
    private static final String STRIDE = "a whole number of frames from 1";
    private static final String SHA256 = "the problem's SHA-256, 64 hexadecimal digits";

    private static final List<String> MARGIN =
            List.of("of", "margin", "atLeast", "exact", "instead", "removed", "added");
    private static final String ENDS = "two people, numbers from 0; null stands for none";

    /** A margin, and what the file says in words, which must be what its changes say. */
    private record WrittenMargin(TrackMargin margin, boolean exact, String instead) {}

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
        TracksDraft draft = new TracksDraft();
        JsonObject object = new JsonObject(source, FIELDS, "an object with format, frames, people, links and dual");
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(TracksWriter.FORMAT);
                case "status" -> draft.optimal = status();
                case "objective" -> draft.objective = MicroReader.micro(source);
                case "lowerBound" -> draft.lowerBound = MicroReader.micro(source);
                case "settings" -> draft.settings = settings();
                case "stride" -> draft.stride = source.integer(1, Integer.MAX_VALUE, STRIDE);
                case "frames" -> source.array(Limits.TRACKED, "an array of frames", () -> draft.frames.add(frame()));
                case "people" ->
                    source.array(Limits.TRACKED, "an array of people", () -> draft.people.add(three(TRIPLE)));
                case "links" -> source.array(Limits.LINKS, "an array of links", () -> draft.links.add(three(LINK)));
                case "dual" -> draft.dual = dual();
                case "constrained" -> draft.constrained = source.bool();
                case "margins" -> source.array(Limits.LINKS, "an array of margins", () -> draft.margins.add(margin()));
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
        JsonObject object = new JsonObject(source, FRAME, "a frame, an object with problem, number and tracks");
        while (object.next()) {
            switch (object.field()) {
                case "problem" -> problem = source.name("the id of a problem");
                case "problemSha256" -> sha256 = sha256();
                case "number" -> number = source.index("the number of the frame, from 0");
                case "tracks" -> source.array(Limits.DETECTIONS, "an array of tracks", () -> tracks.add(track()));
                default -> source.skip();
            }
        }
        object.require("problem", "the id of a problem");
        object.require("number", "the number of the frame, from 0");
        object.require("tracks", "an array of tracks");
        return new TrackedFrame(problem, sha256, number, tracks);
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
                : source.integer(1, Integer.MAX_VALUE, "the number of a track, from 1, or null");
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

    private WrittenMargin margin() throws IOException {
        List<Integer> of = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        long margin = 0;
        long atLeast = 0;
        boolean exact = false;
        String instead = "";
        JsonObject object = new JsonObject(source, MARGIN, "a margin, an object with " + String.join(", ", MARGIN));
        while (object.next()) {
            switch (object.field()) {
                case "of" -> of.addAll(ends());
                case "margin" -> margin = MicroReader.micro(source);
                case "atLeast" -> atLeast = MicroReader.micro(source);
                case "exact" -> exact = source.bool();
                case "instead" -> instead = source.string("what would happen instead, in words");
                case "removed" -> changes(false, changes);
                case "added" -> changes(true, changes);
                default -> source.skip();
            }
        }
        MARGIN.forEach(name -> object.require(name, "a field of a margin"));
        return new WrittenMargin(new TrackMargin(of.get(0), of.get(1), atLeast, margin, changes), exact, instead);
    }

    private void changes(boolean added, List<Change> changes) throws IOException {
        source.array(Limits.TRACKED, "an array of links, births and deaths", () -> {
            List<Integer> ends = ends();
            changes.add(new Change(added, ends.get(0), ends.get(1)));
        });
    }

    private List<Integer> ends() throws IOException {
        return source.exactly(
                2,
                ENDS,
                () -> source.parser().currentToken() == JsonToken.VALUE_NULL ? TrackMargin.NONE : source.index(ENDS));
    }

    private TrackDual dual() throws IOException {
        List<Long> in = new ArrayList<>();
        List<Long> out = new ArrayList<>();
        List<Long> waiting = new ArrayList<>();
        JsonObject object = new JsonObject(source, List.of("in", "out", "waiting"), "an object with in and out");
        while (object.next()) {
            switch (object.field()) {
                case "in" -> potentials(in);
                case "out" -> potentials(out);
                case "waiting" -> potentials(waiting);
                default -> source.skip();
            }
        }
        object.require("in", PriceReader.PRICES);
        object.require("out", PriceReader.PRICES);
        return new TrackDual(in, out, waiting);
    }

    private void potentials(List<Long> potentials) throws IOException {
        source.array(
                Limits.TRACKED,
                PriceReader.PRICES,
                () -> potentials.add(PriceReader.price(source, "a whole number of 64 bits")));
    }

    /** A document with tracks while it is being read: its fields may come in any order. */
    private final class TracksDraft {
        final List<TrackedFrame> frames = new ArrayList<>();
        final List<long[]> people = new ArrayList<>();
        final List<long[]> links = new ArrayList<>();
        final List<WrittenMargin> margins = new ArrayList<>();
        LinkSettings settings = LinkSettings.DEFAULT;
        boolean constrained;
        TrackDual dual = new TrackDual(List.of(), List.of());
        boolean optimal;
        long objective;
        long lowerBound;
        int stride = 1;

        /** All of it, once every field has been read. */
        TracksDocument document(Bound bound) {
            List<TrackPerson> all = new ArrayList<>();
            SortedMap<Integer, List<Integer>> tracks = new TreeMap<>();
            for (int f = 0; f < frames.size(); f++) {
                TrackedFrame frame = frames.get(f);
                int step = step(f);
                for (int pose = 0; pose < frame.tracks().size(); pose++) {
                    if (frame.tracks().get(pose) != TrackedFrame.NO_TRACK) {
                        tracks.computeIfAbsent(frame.tracks().get(pose), id -> new ArrayList<>())
                                .add(all.size() + pose);
                    }
                }
                for (int i = 0; i < frame.tracks().size() && all.size() < people.size(); i++) {
                    long[] costs = people.get(all.size());
                    all.add(new TrackPerson(step, i, costs[0], costs[1], costs[2]));
                }
            }
            int inFrames =
                    frames.stream().mapToInt(frame -> frame.tracks().size()).sum();
            if (inFrames != people.size()) {
                throw source.bad("/people", people.size() + " entries", inFrames + ", one for each entry of tracks");
            }
            requireSize("/dual/in", dual.in().size());
            requireSize("/dual/out", dual.out().size());
            TracksDocument document = new TracksDocument(
                    settings,
                    stride,
                    frames,
                    problem(all),
                    new TrackSolution(
                            tracks.entrySet().stream()
                                    .map(entry -> new Track(entry.getKey(), entry.getValue()))
                                    .toList(),
                            objective,
                            dual),
                    bound,
                    constrained,
                    margins.stream().map(WrittenMargin::margin).toList());
            requireWords(document);
            return document;
        }

        private boolean isKnown(int from, int to) {
            return from < people.size() && to < people.size() && (from >= 0 || to >= 0);
        }

        private void requireWords(TracksDocument document) {
            Crossings words =
                    new Crossings(document.problem(), document.solution().tracks());
            for (int m = 0; m < margins.size(); m++) {
                WrittenMargin written = margins.get(m);
                String path = "/margins/" + m;
                boolean known = isKnown(
                                written.margin().from(), written.margin().to())
                        && written.margin().changes().stream().allMatch(change -> isKnown(change.from(), change.to()));
                if (!known || written.margin().changes().isEmpty()) {
                    throw source.bad(path, "these changes", "changes about people from 0 to " + (people.size() - 1));
                }
                String expected = words.words(written.margin(), document::number);
                if (!written.instead().equals(expected)) {
                    throw source.bad(path + "/instead", Excerpt.quoted(written.instead()), Excerpt.quoted(expected));
                }
                if (written.exact() != written.margin().exact()) {
                    throw source.bad(
                            path + "/exact",
                            Boolean.toString(written.exact()),
                            written.margin().exact() + ", since margin and atLeast are "
                                    + (written.margin().exact() ? "equal" : "not equal"));
                }
            }
        }

        /** Time from the first frame on. */
        private int step(int f) {
            int number = frames.get(f).number();
            int before = f == 0 ? -1 : frames.get(f - 1).number();
            if (number <= before) {
                throw source.bad(
                        "/frames/" + f + "/number",
                        Integer.toString(number),
                        "a number above " + before + ", that of the frame before");
            }
            int time = number - frames.get(0).number();
            if (time % stride != 0) {
                throw source.bad(
                        "/frames/" + f + "/number",
                        Integer.toString(number),
                        frames.get(0).number() + " plus a multiple of the stride, " + stride);
            }
            return time / stride;
        }

        private void requireSize(String path, int size) {
            if (size != people.size()) {
                throw source.bad(path, size + " entries", people.size() + ", one for each person");
            }
        }

        private TrackProblem problem(List<TrackPerson> all) {
            List<TrackLink> read = new ArrayList<>();
            for (int l = 0; l < links.size(); l++) {
                long from = links.get(l)[0];
                long to = links.get(l)[1];
                boolean known = from >= 0 && to >= 0 && from < all.size() && to < all.size();
                if (!known || all.get((int) from).frame() >= all.get((int) to).frame()) {
                    throw source.bad(
                            "/links/" + l,
                            "from " + from + " to " + to,
                            "two of the people from 0 to " + (all.size() - 1) + ", the second in a later frame");
                }
                read.add(new TrackLink((int) from, (int) to, links.get(l)[2]));
            }
            try {
                return new TrackProblem(all, read);
            } catch (IllegalArgumentException e) {
                throw source.problem("/links", String.valueOf(e.getMessage()));
            }
        }
    }
}
