package dev.jointly.spark;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One person of the output.
 *
 * @param frame id of the frame
 * @param source where the frame's record stands
 * @param person number within the frame, from 0
 * @param cost in micro-units
 */
record PersonRow(String frame, String source, int person, long cost, List<Joint> joints) implements Serializable {
    PersonRow {
        joints = List.copyOf(joints);
    }

    /**
     * A joint: its global detection, and the duplicates.
     *
     * @param detection index in the problem
     * @param x null if the problem has none, like y and score
     * @param doubles indices of the local detections
     */
    record Joint(
            String part,
            int detection,
            @Nullable Double x,
            @Nullable Double y,
            @Nullable Double score,
            List<Integer> doubles)
            implements Serializable {
        Joint {
            doubles = List.copyOf(doubles);
        }
    }
}
