package dev.jointly.server;

import dev.jointly.io.ClipFrames;
import dev.jointly.io.DocumentReader;
import dev.jointly.io.TracksAsked;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.pose.Person;
import dev.jointly.track.LinkSettings;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the people of a clip: {@code {"frames": [{"name": "clip/frame0012", "people": [{"neck": [310.5, 122], ...}]}],
 * "longestGap": 8, "asked": {"pins": [{"same": [[12, 0], [13, 1]]}]}, "crossings": true}}. Not thread-safe.
 */
final class ClipReader {
    /**
     * People whose tracks are wanted.
     *
     * @param numbers of the frames, in the order in which they were sent
     * @param asked what the tracks must keep
     * @param crossings whether doubtful places are wanted too
     */
    record GivenClip(ClipFrames frames, List<Integer> numbers, int longestGap, TracksAsked asked, boolean crossings) {}

    private record Frame(String name, List<Person> people) {}

    private static final String FRAMES = "an array of frames";
    private static final String PEOPLE = "an array of people";
    private static final String PERSON = "a person, an object with [x, y] for each part that was found";
    private static final String GAP = "a whole number of frames from 0 to 1000";
    private static final String PLACE = "[x, y], two numbers from -1000000 to 1000000";
    private static final int LONGEST_GAP = 1000;
    private static final int PARTS = 200;

    /** On average. */
    private static final int PEOPLE_PER_FRAME = 5;

    /** Squares of differences must stay finite. */
    private static final double FARTHEST = 1e6;

    /** Parts are numbered as they come. */
    private final Map<String, Integer> parts = new HashMap<>();

    private ClipReader() {}

    /** @param most frames; of people in all frames together, {@link #PEOPLE_PER_FRAME} times as many */
    static DocumentReader<GivenClip> of(byte[] body, int most) {
        ClipReader reader = new ClipReader();
        int people = (int) Math.min(Integer.MAX_VALUE, (long) PEOPLE_PER_FRAME * most);
        JsonShape person = JsonShape.map(PERSON);
        JsonShape frame = JsonShape.of("a frame, an object with name and people", "name")
                .list("people", PEOPLE, Limit.inAll(people, people, "entries"), person, reader::person);
        JsonShape clip = JsonShape.of("an object with frames", "longestGap", "crossings")
                .with("asked", TracksAsked.SHAPE)
                .list("frames", FRAMES, Limit.of(most, "entries"), frame, ClipReader::frame);
        return new DocumentReader<>(
                JsonSource.of(SolveRoutes.BODY, new ByteArrayInputStream(body)), "clip", clip, ClipReader::clip);
    }

    private static GivenClip clip(JsonValue clip) {
        ClipFrames frames = new ClipFrames("frame", "name");
        List<Integer> numbers = new ArrayList<>();
        for (Frame frame : clip.<Frame>list("frames")) {
            numbers.add(frames.add(frame.name(), frame.people()));
        }
        int longestGap =
                clip.ifAny("longestGap", gap -> gap.integer(0, LONGEST_GAP, GAP), LinkSettings.DEFAULT.longestGap());
        return new GivenClip(
                frames,
                List.copyOf(numbers),
                longestGap,
                clip.ifAny("asked", TracksAsked::of, TracksAsked.NOTHING),
                clip.ifAny("crossings", JsonValue::truth, false));
    }

    private static Frame frame(JsonValue frame) {
        return new Frame(frame.name("name", "the name of a frame"), frame.list("people"));
    }

    private Person person(JsonValue person) {
        Map<Integer, Person.Joint> joints = new HashMap<>();
        person.fields().forEach((name, place) -> {
            if (!parts.containsKey(name) && parts.size() == PARTS) {
                throw place.problem("found more than " + PARTS + " entries but expected at most that many");
            }
            List<JsonValue> xy = place.exactly(2, PLACE);
            joints.put(
                    parts.computeIfAbsent(name, part -> parts.size()),
                    new Person.Joint(coordinate(xy.get(0)), coordinate(xy.get(1)), 1));
        });
        return Person.of(joints);
    }

    private static double coordinate(JsonValue place) {
        double value = place.finite(PLACE);
        if (Math.abs(value) > FARTHEST) {
            throw place.bad(PLACE);
        }
        return value;
    }
}
