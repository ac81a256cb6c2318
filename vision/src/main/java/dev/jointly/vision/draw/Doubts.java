package dev.jointly.vision.draw;

import dev.jointly.margin.Margin;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is drawn with dashes, because another grouping is nearly as good.
 *
 * @param people positions of poses
 * @param joints detections, of which each is in one pose at most
 */
public record Doubts(Set<Integer> people, Set<Integer> joints) {
    /** Nothing. */
    public static final Doubts NONE = new Doubts(Set.of(), Set.of());

    public Doubts {
        people = Set.copyOf(people);
        joints = Set.copyOf(joints);
    }

    /**
     * People and joints whose margins may be below a threshold.
     *
     * @param micro the threshold in micro-units
     */
    public static Doubts below(List<Margin> margins, long micro) {
        Set<Integer> people = new HashSet<>();
        Set<Integer> joints = new HashSet<>();
        for (Margin margin : margins) {
            if (margin.atLeast() < micro && !margin.fixed()) {
                if (margin.joint().isPresent()) {
                    joints.add(margin.joint().getAsInt());
                } else {
                    people.add(margin.pose());
                }
            }
        }
        return new Doubts(people, joints);
    }
}
