package dev.jointly.server.tool;

import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Detection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A person as annotation tools want it.
 *
 * @param id stays the same while the person does
 * @param margin what the second-best grouping, without this person's joints, costs more; empty if it is not known
 */
public record ToolPerson(int id, List<ToolJoint> joints, OptionalDouble margin) {
    /**
     * A joint of a person.
     *
     * @param part position in the anatomy
     * @param score of the detector, from 0 to 1
     * @param margin what the second-best grouping, in which this joint is not this person's, costs more; empty if it is not
     *     known
     */
    public record ToolJoint(int part, String name, double x, double y, double score, OptionalDouble margin) {}

    public ToolPerson {
        joints = List.copyOf(joints);
    }

    /** The people of a grouping, in its order. Weak ones are left out, unless a mark of the user is about them. */
    static List<ToolPerson> of(Grouping grouping, ToolMargins margins) {
        List<ToolPerson> people = new ArrayList<>();
        List<Pose> poses = grouping.solution().poses();
        Set<Integer> marked = grouping.problem().pins().stream()
                .flatMapToInt(pin -> Arrays.stream(pin.detections()))
                .boxed()
                .collect(Collectors.toSet());
        for (int i = 0; i < poses.size(); i++) {
            if (Strength.weak(grouping.problem(), poses.get(i).global())
                    && Collections.disjoint(marked, poses.get(i).global().values())) {
                continue;
            }
            List<ToolJoint> joints = new ArrayList<>();
            int person = i;
            poses.get(i).global().forEach((part, d) -> {
                Detection detection = grouping.problem().detections().get(d);
                Double x = detection.x();
                Double y = detection.y();
                if (x != null && y != null) {
                    joints.add(new ToolJoint(
                            part,
                            grouping.problem().anatomy().parts().get(part),
                            x,
                            y,
                            score(detection),
                            margins.ofJoint(person, d)));
                }
            });
            people.add(new ToolPerson(grouping.people().get(i), joints, margins.ofPerson(i)));
        }
        return people;
    }

    private static double score(Detection detection) {
        Double score = detection.score();
        return score == null ? 1 : Math.max(0, Math.min(1, score));
    }

    /** The mean score of the joints. */
    public double score() {
        return joints.stream().mapToDouble(ToolJoint::score).average().orElse(0);
    }

    /** Left, top, width and height of the bounding box of the joints. */
    public double[] box() {
        double left = joints.stream().mapToDouble(ToolJoint::x).min().orElse(0);
        double top = joints.stream().mapToDouble(ToolJoint::y).min().orElse(0);
        double right = joints.stream().mapToDouble(ToolJoint::x).max().orElse(0);
        double bottom = joints.stream().mapToDouble(ToolJoint::y).max().orElse(0);
        return new double[] {left, top, right - left, bottom - top};
    }
}
