package dev.jointly.io;

import dev.jointly.problem.Micro;
import dev.jointly.problem.MissedJoint;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Reads joints that a detector missed: {@code {"part": "lwrist", "x": 10.5, "y": 20, "with": 12}}, where {@code with} is a
 * detection of the same person, and perhaps a {@code cost}, otherwise 1. Whether that detection and part exist is for the
 * problem to say.
 *
 * <p>Not thread-safe.
 */
public final class MissedJointReader extends DocumentReader<MissedJoint> {
    private static final List<String> FIELDS = List.of("part", "x", "y", "with", "cost");
    private static final String PART = "the name of a part";
    private static final String INDEX = "the index of a detection, a whole number from 0";
    private static final String COORDINATE = "a finite number";
    private static final String COST = "a number above 0, at most 1000";
    private static final long STANDARD_COST = Micro.of(1);

    private final JsonSource source;

    private MissedJointReader(JsonSource source) {
        super(source, "document with a missed joint");
        this.source = source;
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static MissedJointReader of(String name, InputStream in) {
        return new MissedJointReader(JsonSource.of(name, in));
    }

    @Override
    protected MissedJoint document() throws IOException {
        String part = "";
        double x = 0;
        double y = 0;
        int companion = -1;
        long cost = STANDARD_COST;
        JsonObject object = new JsonObject(source, FIELDS, "an object with part, x, y and with");
        while (object.next()) {
            switch (object.field()) {
                case "part" -> part = source.name(PART);
                case "x" -> x = source.finite(COORDINATE);
                case "y" -> y = source.finite(COORDINATE);
                case "with" -> companion = source.index(INDEX);
                case "cost" -> cost = cost();
                default -> source.skip();
            }
        }
        object.require("part", PART);
        object.require("x", COORDINATE);
        object.require("y", COORDINATE);
        object.require("with", INDEX);
        return new MissedJoint(part, x, y, companion, cost);
    }

    private long cost() throws IOException {
        long cost = MicroReader.micro(source);
        if (cost <= 0 || cost > MissedJoint.MOST_COST) {
            throw source.bad(COST);
        }
        return cost;
    }
}
