package dev.jointly.io;

import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
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
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the tracks of clips, format {@code jointly/tracks@1}. Whether what is claimed is true, {@link
 * TracksDocument#verdict} says.
 *
 * <p>Not thread-safe.
 */
public final class TracksReader extends DocumentReader<TracksDocument> {
    private static final String[] SETTINGS = {
        "longestGap", "birth", "death", "reward", "gap", "motion", "reach", "jointCap", "smallestSize", "identity"
    };
    private static final String[] MARGIN = {"of", "margin", "atLeast", "exact", "instead", "removed", "added"};
    private static final String TRIPLE = "an array of three whole numbers of micro-units: birth, death and reward";
    private static final String LINK = "an array of three whole numbers: from, to and the cost in micro-units";
    private static final String STRIDE = "a whole number of frames from 1";
    private static final String SHA256 = "the problem's SHA-256, 64 hexadecimal digits";
    private static final String NUMBER = "the number of the frame, from 0";
    private static final String TRACK = "the number of a track, from 1, or null";
    private static final String WHOLE = "a whole number of 64 bits";
    private static final String PRICES = "an array of whole numbers";
    private static final String CHANGES = "an array of links, births and deaths";
    private static final String ENDS = "two people, numbers from 0; null stands for none";
    private static final String SETTINGS_EXPECTED = "an object with the settings of the costs";
    private static final String DUAL = "an object with in and out";
    private static final Limit TRACKED = Limit.of(Limits.TRACKED, "entries");
    private static final Limit LINKS = Limit.of(Limits.LINKS, "entries");

    private static final JsonShape SHAPE = JsonShape.of(
                    "an object with format, frames, people, links and dual",
                    "status",
                    "objective",
                    "lowerBound",
                    "stride",
                    "constrained")
            .format(TracksWriter.FORMAT)
            .with("settings", JsonShape.of(SETTINGS_EXPECTED, SETTINGS))
            .list(
                    "frames",
                    "an array of frames",
                    TRACKED,
                    JsonShape.of(
                                    "a frame, an object with problem, number and tracks",
                                    "problem",
                                    "problemSha256",
                                    "number")
                            .with("tracks", Limit.of(Limits.DETECTIONS, "entries")),
                    TracksReader::frame)
            .list("people", "an array of people", TRACKED, person -> three(person, TRIPLE))
            .list("links", "an array of links", LINKS, link -> three(link, LINK))
            .with(
                    "dual",
                    JsonShape.of(DUAL)
                            .list("in", PRICES, TRACKED, price -> price.whole(WHOLE))
                            .list("out", PRICES, TRACKED, price -> price.whole(WHOLE))
                            .list("waiting", PRICES, TRACKED, price -> price.whole(WHOLE)))
            .list(
                    "margins",
                    "an array of margins",
                    LINKS,
                    JsonShape.of("a margin, an object with " + String.join(", ", MARGIN), MARGIN)
                            .list("removed", CHANGES, TRACKED, ends -> change(false, ends))
                            .list("added", CHANGES, TRACKED, ends -> change(true, ends)),
                    TracksReader::margin);

    /** A margin, and what the file says in words, which must be what its changes say. */
    private record WrittenMargin(TrackMargin margin, boolean exact, String instead) {}

    private TracksReader(JsonSource source) {
        super(source, "document with tracks", SHAPE, TracksReader::document);
    }

    /** Opens a file; {@code -} is standard input. */
    public static TracksReader open(String file, InputStream standardInput) {
        return new TracksReader(JsonSource.open(file, standardInput));
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static TracksReader of(String name, InputStream in) {
        return new TracksReader(JsonSource.of(name, in));
    }

    private static LinkSettings settings(JsonValue settings) {
        int longestGap = settings.get("longestGap", "a number").integer("a whole number of frames");
        double[] v = new double[SETTINGS.length];
        for (int i = 1; i < 9; i++) {
            v[i] = settings.finite(SETTINGS[i], "a number");
        }
        v[9] = settings.ifAny(SETTINGS[9], weight -> weight.finite("a number"), 0.0);
        return settings.checked(
                () -> new LinkSettings(longestGap, v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9]));
    }

    private static TrackedFrame frame(JsonValue frame) {
        return new TrackedFrame(
                frame.name("problem", "the id of a problem"),
                frame.find("problemSha256").map(TracksReader::sha256).orElse(null),
                frame.index("number", NUMBER),
                frame.get("tracks", "an array of tracks")
                        .entries(
                                "an array of tracks",
                                track -> track.isNull()
                                        ? TrackedFrame.NO_TRACK
                                        : track.integer(1, Integer.MAX_VALUE, TRACK)));
    }

    private static String sha256(JsonValue value) {
        if (!value.string(SHA256).matches("[0-9a-f]{64}")) {
            throw value.bad(SHA256);
        }
        return value.string(SHA256);
    }

    private static long[] three(JsonValue value, String expected) {
        long[] numbers = value.wholes(expected, WHOLE);
        if (numbers.length < 3) {
            throw value.bad(numbers.length + " numbers", expected);
        }
        value.requireEnd(3, expected);
        return numbers;
    }

    private static WrittenMargin margin(JsonValue margin) {
        for (String field : MARGIN) {
            margin.get(field, "a field of a margin");
        }
        List<Integer> of = ends(margin.get("of", ENDS));
        List<Change> changes = new ArrayList<>(margin.<Change>list("removed"));
        changes.addAll(margin.<Change>list("added"));
        return new WrittenMargin(
                new TrackMargin(of.get(0), of.get(1), margin.micro("atLeast"), margin.micro("margin"), changes),
                margin.get("exact", "true or false").truth(),
                margin.get("instead", "words").string("what would happen instead, in words"));
    }

    private static Change change(boolean added, JsonValue value) {
        List<Integer> ends = ends(value);
        return new Change(added, ends.get(0), ends.get(1));
    }

    private static List<Integer> ends(JsonValue value) {
        return value.exactly(2, ENDS).stream()
                .map(end -> end.isNull() ? TrackMargin.NONE : (Integer) end.index(ENDS))
                .toList();
    }

    private static TracksDocument document(JsonValue value) {
        boolean optimal = ClaimDocument.claimsOptimal(value);
        long objective = value.micro("objective");
        Bound bound = new Bound(optimal, value.micro("lowerBound"));
        LinkSettings settings = settings(value.get("settings", SETTINGS_EXPECTED));
        int stride = value.integer("stride", 1, Integer.MAX_VALUE, STRIDE);
        List<TrackedFrame> frames = value.list("frames");
        List<long[]> people = value.list("people");
        List<TrackPerson> all = new ArrayList<>();
        SortedMap<Integer, List<Integer>> tracks = new TreeMap<>();
        int inFrames = frames.stream().mapToInt(frame -> frame.tracks().size()).sum();
        for (int f = 0; f < frames.size(); f++) {
            TrackedFrame frame = frames.get(f);
            int step = step(f, frames, stride, value);
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
        if (inFrames != people.size()) {
            throw value.bad("people", people.size() + " entries", inFrames + ", one for each entry of tracks");
        }
        JsonValue dual = value.get("dual", DUAL);
        for (String field : List.of("in", "out")) {
            int size = dual.list(field).size();
            if (size != people.size()) {
                throw dual.bad(field, size + " entries", people.size() + ", one for each person");
            }
        }
        List<Track> found = tracks.entrySet().stream()
                .map(entry -> new Track(entry.getKey(), entry.getValue()))
                .toList();
        TrackDual prices = new TrackDual(dual.list("in"), dual.list("out"), dual.listIfAny("waiting"));
        List<WrittenMargin> margins = value.listIfAny("margins");
        TracksDocument document = new TracksDocument(
                settings,
                stride,
                frames,
                problem(all, value),
                new TrackSolution(found, objective, prices),
                bound,
                value.ifAny("constrained", JsonValue::truth, false),
                margins.stream().map(WrittenMargin::margin).toList());
        requireWords(document, margins, value);
        return document;
    }

    private static boolean isKnown(int from, int to, int people) {
        return from < people && to < people && (from >= 0 || to >= 0);
    }

    private static void requireWords(TracksDocument document, List<WrittenMargin> margins, JsonValue value) {
        int people = document.problem().people().size();
        Crossings words = new Crossings(document.problem(), document.solution().tracks());
        for (int m = 0; m < margins.size(); m++) {
            WrittenMargin written = margins.get(m);
            String path = "margins/" + m;
            boolean known = isKnown(written.margin().from(), written.margin().to(), people)
                    && written.margin().changes().stream()
                            .allMatch(change -> isKnown(change.from(), change.to(), people));
            if (!known || written.margin().changes().isEmpty()) {
                throw value.bad(path, "these changes", "changes about people from 0 to " + (people - 1));
            }
            String expected = words.words(written.margin(), document::number);
            if (!written.instead().equals(expected)) {
                throw value.bad(path + "/instead", Excerpt.quoted(written.instead()), Excerpt.quoted(expected));
            }
            if (written.exact() != written.margin().exact()) {
                throw value.bad(
                        path + "/exact",
                        Boolean.toString(written.exact()),
                        written.margin().exact() + ", since margin and atLeast are "
                                + (written.margin().exact() ? "equal" : "not equal"));
            }
        }
    }

    /** Time from the first frame on. */
    private static int step(int f, List<TrackedFrame> frames, int stride, JsonValue value) {
        int number = frames.get(f).number();
        int before = f == 0 ? -1 : frames.get(f - 1).number();
        String place = "frames/" + f + "/number";
        if (number <= before) {
            throw value.bad(place, Integer.toString(number), "a number above " + before + ", that of the frame before");
        }
        int first = frames.get(0).number();
        if ((number - first) % stride != 0) {
            throw value.bad(place, Integer.toString(number), first + " plus a multiple of the stride, " + stride);
        }
        return (number - first) / stride;
    }

    private static TrackProblem problem(List<TrackPerson> all, JsonValue value) {
        List<TrackLink> links = new ArrayList<>();
        for (long[] link : value.<long[]>list("links")) {
            long from = link[0];
            long to = link[1];
            boolean known = from >= 0 && to >= 0 && from < all.size() && to < all.size();
            if (!known || all.get((int) from).frame() >= all.get((int) to).frame()) {
                throw value.bad(
                        "links/" + links.size(),
                        "from " + from + " to " + to,
                        "two of the people from 0 to " + (all.size() - 1) + ", the second in a later frame");
            }
            links.add(new TrackLink((int) from, (int) to, link[2]));
        }
        return value.get("links", "an array of links").checked(() -> new TrackProblem(all, links));
    }
}
