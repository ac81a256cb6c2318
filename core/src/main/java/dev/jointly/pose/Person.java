package dev.jointly.pose;

import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

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
    public record Joint(double x, double y, double score, OptionalDouble margin) {
        /** Refuses numbers that are not finite. */
        public Joint {
            if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(score)) {
                throw new IllegalArgumentException("joint at (" + x + ", " + y + ") with score " + score
                        + " must have finite numbers; leave out joints that were not found");
            }
        }

        /** A joint whose margin is not known. */
        public Joint(double x, double y, double score) {
            this(x, y, score, OptionalDouble.empty());
        }
    }

    /** Copies the map. */
    public Person {
        joints = Collections.unmodifiableSortedMap(new TreeMap<>(joints));
        if (!joints.isEmpty() && joints.firstKey() < 0) {
            throw new IllegalArgumentException("part " + joints.firstKey() + " must not be negative");
        }
    }

    /** A person with these joints, of whom nothing else is known. */
    public static Person of(Map<Integer, Joint> joints) {
        return new Person(0, new TreeMap<>(joints), OptionalDouble.empty());
    }

    /** The mean score of the joints. */
    public double score() {
        return joints.values().stream().mapToDouble(Joint::score).average().orElse(0);
    }

    /** Left, top, width and height of the bounding box of the joints. */
    public double[] box() {
        DoubleSummaryStatistics x =
                joints.values().stream().mapToDouble(Joint::x).summaryStatistics();
        DoubleSummaryStatistics y =
                joints.values().stream().mapToDouble(Joint::y).summaryStatistics();
        return joints.isEmpty()
                ? new double[4]
                : new double[] {x.getMin(), y.getMin(), x.getMax() - x.getMin(), y.getMax() - y.getMin()};
    }

    /** Diagonal of the bounding box, in pixels; 0 if there are fewer than two places. */
    public double size() {
        double[] box = box();
        return Math.sqrt(box[2] * box[2] + box[3] * box[3]);
    }
}
