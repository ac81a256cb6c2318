package dev.jointly.pose;

import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * A person as people see it: joints in an image. A {@link Pose} is what was found, by detections and with duplicates.
 *
 * @param id stays the same while the person does; 0 where it is of no interest
 * @param joints by the position of their part in the anatomy
 * @param margin what the second-best grouping, without this person's joints, costs more; empty if it is not known
 */
public record Person(int id, SortedMap<Integer, Joint> joints, OptionalDouble margin) {
    /**
     * A joint of a person, in pixels.
     *
     * @param score of the detector, from 0 to 1
     * @param margin what the second-best grouping, in which this joint is not this person's, costs more; empty if it is not
     *     known
     */
    public record Joint(double x, double y, double score, OptionalDouble margin) {}

    /** Copies the map. */
    public Person {
        joints = Collections.unmodifiableSortedMap(new TreeMap<>(joints));
    }

    private DoubleStream all(ToDoubleFunction<Joint> number) {
        return joints.values().stream().mapToDouble(number);
    }

    /** The mean score of the joints. */
    public double score() {
        return all(Joint::score).average().orElse(0);
    }

    /** Left, top, width and height of the bounding box of the joints. */
    public double[] box() {
        double left = all(Joint::x).min().orElse(0);
        double top = all(Joint::y).min().orElse(0);
        double right = all(Joint::x).max().orElse(0);
        double bottom = all(Joint::y).max().orElse(0);
        return new double[] {left, top, right - left, bottom - top};
    }
}
