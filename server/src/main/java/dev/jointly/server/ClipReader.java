package dev.jointly.server;

import dev.jointly.io.ClipFrames;
import dev.jointly.io.DocumentReader;
import dev.jointly.io.JsonObject;
import dev.jointly.io.JsonSource;
import dev.jointly.io.TracksAsked;
import dev.jointly.io.TracksAskedReader;
import dev.jointly.track.FramePerson;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.PlacedJoint;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the people of a clip: {@code {"frames": [{"name": "clip/frame0012", "people": [{"neck": [310.5, 122], ...}]}],
 * "longestGap": 8, "asked": {"pins": [{"same": [[12, 0], [13, 1]]}]}, "crossings": true}}. Not thread-safe.
 */
final class ClipReader extends DocumentReader<ClipReader.GivenClip> {
    /**
     * People whose tracks are wanted.
     *
     * @param numbers of the frames, in the order in which they were sent
     * @param asked what the tracks must keep
     * @param crossings whether doubtful places are wanted too
     */
    record GivenClip(ClipFrames frames, List<Integer> numbers, int longestGap, TracksAsked asked, boolean crossings) {}

    private static final String FRAMES = "an array of frames";
    private static final String NAME = "the name of a frame";
    private static final String PEOPLE = "an array of people";
    private static final String PERSON = "a person, an object with [x, y] for each part that was found";
    private static final String GAP = "a whole number of frames from 0 to 1000";
    private static final String PLACE = "[x, y], two numbers from -1000000 to 1000000";
    private static final int LONGEST_GAP = 1000;
    private static final int PARTS = 200;
    /** Squares of differences must stay finite. */
    private static final double FARTHEST = 1e6;

    private final JsonSource source;
    private final int most;
    private final Map<String, Integer> parts = new HashMap<>();
    private int people;

    /** @param most people in all frames together; also the most frames */
    ClipReader(byte[] body, int most) {
        this(JsonSource.of(SolveRoutes.BODY, new ByteArrayInputStream(body)), most);
    }

    private ClipReader(JsonSource source, int most) {
        super(source, "clip");
        this.source = source;
        this.most = most;
    }

    @Override
    protected GivenClip document() throws IOException {
        GivenClip clip =
                new GivenClip(new ClipFrames("frame", "name"), new ArrayList<>(), 0, TracksAsked.NOTHING, false);
        TracksAsked asked = TracksAsked.NOTHING;
        boolean crossings = false;
        int longestGap = LinkSettings.DEFAULT.longestGap();
        JsonObject object =
                new JsonObject(source, List.of("frames", "longestGap", "asked", "crossings"), "an object with frames");
        while (object.next()) {
            switch (object.field()) {
                case "frames" -> source.array(most, FRAMES, () -> frame(clip));
                case "longestGap" -> longestGap = source.integer(0, LONGEST_GAP, GAP);
                case "asked" -> asked = TracksAskedReader.document(source);
                case "crossings" -> crossings = source.bool();
                default -> source.skip();
            }
        }
        object.require("frames", FRAMES);
        return new GivenClip(clip.frames(), List.copyOf(clip.numbers()), longestGap, asked, crossings);
    }

    private void frame(GivenClip clip) throws IOException {
        String name = "";
        List<FramePerson> here = new ArrayList<>();
        JsonObject object =
                new JsonObject(source, List.of("name", "people"), "a frame, an object with name and people");
        while (object.next()) {
            switch (object.field()) {
                case "name" -> name = source.name(NAME);
                case "people" -> source.array(most, PEOPLE, () -> here.add(person()));
                default -> source.skip();
            }
        }
        object.require("name", NAME);
        object.require("people", PEOPLE);
        clip.numbers().add(clip.frames().add(name, here));
    }

    private FramePerson person() throws IOException {
        source.checkRoom(people++, most);
        Map<Integer, PlacedJoint> joints = new HashMap<>();
        JsonObject object = new JsonObject(source, List.of(), PERSON);
        while (object.next()) {
            joints.put(part(object.field()), place());
        }
        return FramePerson.of(joints);
    }

    /** Parts are numbered as they come. */
    private int part(String name) {
        Integer known = parts.get(name);
        if (known != null) {
            return known;
        }
        source.checkRoom(parts.size(), PARTS);
        parts.put(name, parts.size());
        return parts.size() - 1;
    }

    private PlacedJoint place() throws IOException {
        List<Double> place = source.exactly(2, PLACE, this::coordinate);
        return new PlacedJoint(place.get(0), place.get(1), 1);
    }

    private double coordinate() throws IOException {
        double value = source.finite(PLACE);
        if (Math.abs(value) > FARTHEST) {
            throw source.bad(PLACE);
        }
        return value;
    }
}
