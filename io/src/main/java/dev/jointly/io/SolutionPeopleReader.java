package dev.jointly.io;

import dev.jointly.io.SolutionPeople.JointPlace;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads where the people of solutions are, plain or gzip, one or many; nothing of it is checked against a problem.
 *
 * <p>Not thread-safe.
 */
public final class SolutionPeopleReader extends DocumentReader<SolutionPeople> {
    private static final List<String> FIELDS = List.of("format", "problem", "poses");
    private static final List<String> POSE_FIELDS = List.of("global", "joints");
    private static final List<String> JOINT_FIELDS = List.of("x", "y");
    private static final int MOST_POSES = 100_000;
    private static final String POSES = "an array of poses";

    private final JsonSource source;

    private SolutionPeopleReader(JsonSource source) {
        super(source, "solution");
        this.source = source.asGiven();
    }

    /** Opens a file by name; {@code -} is standard input. */
    public static SolutionPeopleReader open(String file, InputStream standardInput) {
        return new SolutionPeopleReader(JsonSource.open(file, standardInput));
    }

    @Override
    protected SolutionPeople document() throws IOException {
        List<Map<String, JointPlace>> people = new ArrayList<>();
        String problem = "";
        JsonObject object = new JsonObject(source, FIELDS, "a solution");
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(SolutionWriter.FORMAT);
                case "problem" -> problem = source.name("the problem's id");
                case "poses" -> source.array(MOST_POSES, POSES, () -> people.add(person()));
                default -> source.skip();
            }
        }
        object.require("format", "\"" + SolutionWriter.FORMAT + "\"");
        object.require("problem", "the problem's id");
        object.require("poses", POSES);
        return new SolutionPeople(problem, people);
    }

    private Map<String, JointPlace> person() throws IOException {
        Map<String, JointPlace> joints = new LinkedHashMap<>();
        JsonObject pose = new JsonObject(source, POSE_FIELDS, "a pose");
        while (pose.next()) {
            if (pose.field().equals("joints")) {
                JsonObject parts = new JsonObject(source, List.of(), "an object with the joints by part");
                while (parts.next()) {
                    String part = parts.field();
                    joints.put(part, place());
                }
            } else {
                source.skip();
            }
        }
        pose.require("joints", "the places of the joints, which solutions by jointly have");
        return joints;
    }

    private JointPlace place() throws IOException {
        double x = 0;
        double y = 0;
        JsonObject joint = new JsonObject(source, JOINT_FIELDS, "a joint, an object with x and y");
        while (joint.next()) {
            switch (joint.field()) {
                case "x" -> x = source.finite("a finite number of pixels");
                case "y" -> y = source.finite("a finite number of pixels");
                default -> source.skip();
            }
        }
        joint.require("x", "its place in pixels; problems without places cannot be compared");
        joint.require("y", "its place in pixels; problems without places cannot be compared");
        return new JointPlace(x, y);
    }
}
