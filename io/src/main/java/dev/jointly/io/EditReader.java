package dev.jointly.io;

import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.problem.Micro;
import dev.jointly.problem.MissedJoint;
import dev.jointly.problem.Move;
import dev.jointly.problem.Pin;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what an annotator changes of a problem: pins, moves of joints, and joints that the detector missed. Whether the detections and
 * parts they name exist is for the problem to say.
 */
public final class EditReader {
    static final String INDEX = "the index of a detection, a whole number from 0";
    private static final String ONE = "a pin, an object with exactly one of together, apart, use and skip";
    static final JsonShape PIN = JsonShape.of(
            ONE, Arrays.stream(Pin.Kind.values()).map(Pin.Kind::word).toArray(String[]::new));
    static final String PINS = "an array of pins";
    static final JsonShape MOVE = JsonShape.of("a move, an object with detection, x and y", "detection", "x", "y");
    static final Limit MOVES = Limit.of(Limits.DETECTIONS, "moves");
    private static final String TWO = "two indices of detections [a, b]";
    private static final String COORDINATE = "a finite number";
    private static final String COST = "a number above 0, at most 1000";
    private static final String PART = "the name of a part";
    private static final long STANDARD_COST = Micro.of(1);

    private EditReader() {}

    /** Lists of pins, {@code {"pins": [...]}}, from a stream known by {@code name} in messages. */
    public static DocumentReader<List<Pin>> pins(String name, InputStream in) {
        JsonShape list = JsonShape.of("an object with pins").with("pins", Limit.of(Limits.DETECTIONS, "pins"), PIN);
        return new DocumentReader<>(JsonSource.of(name, in), "document with pins", list, EditReader::pins);
    }

    /** Single pins. */
    public static DocumentReader<Pin> pin(String name, InputStream in) {
        return new DocumentReader<>(JsonSource.of(name, in), "document with pins", PIN, EditReader::pin);
    }

    /**
     * Joints that a detector missed: {@code {"part": "lwrist", "x": 10.5, "y": 20, "with": 12}}, where {@code with} is a detection of
     * the same person, and perhaps a {@code cost}, otherwise 1.
     */
    public static DocumentReader<MissedJoint> missedJoint(String name, InputStream in) {
        JsonShape joint = JsonShape.of("an object with part, x, y and with", "part", "x", "y", "with", "cost");
        return new DocumentReader<>(
                JsonSource.of(name, in), "document with a missed joint", joint, EditReader::missedJoint);
    }

    /** The field {@code pins}, which must be there. */
    static List<Pin> pins(JsonValue document) {
        return document.get("pins", PINS).entries(PINS, EditReader::pin);
    }

    static Pin pin(JsonValue pin) {
        @Nullable Pin found = null;
        for (JsonValue given : pin.fields().values()) {
            if (found != null) {
                throw given.bad(
                        "\"" + given.name() + "\" beside \"" + found.kind().word() + "\"", ONE);
            }
            Pin.Kind kind = Pin.Kind.of(given.name()).orElseThrow();
            if (kind.detections() == 1) {
                found = kind.pin(given.index(INDEX));
            } else {
                int a = given.at(0, TWO, INDEX).index(INDEX);
                int b = given.at(1, TWO, INDEX).index(INDEX);
                given.requireEnd(2, "the end of the pin after " + TWO);
                found = given.checked(() -> kind.pin(a, b));
            }
        }
        if (found == null) {
            throw pin.bad("none of them", ONE);
        }
        return found;
    }

    /** The field {@code moves}, if it is there. */
    static List<Move> moves(JsonValue document) {
        return document.entriesIfAny("moves", "an array of moves", EditReader::move);
    }

    private static Move move(JsonValue move) {
        return new Move(move.index("detection", INDEX), move.finite("x", COORDINATE), move.finite("y", COORDINATE));
    }

    private static MissedJoint missedJoint(JsonValue joint) {
        long cost = joint.ifAny("cost", JsonValue::micro, STANDARD_COST);
        if (cost <= 0 || cost > MissedJoint.MAX_COST) {
            throw joint.get("cost", COST).bad(COST);
        }
        return new MissedJoint(
                joint.name("part", PART),
                joint.finite("x", COORDINATE),
                joint.finite("y", COORDINATE),
                joint.index("with", INDEX),
                cost);
    }
}
