package dev.jointly.track;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A person in one frame.
 *
 * @param joints the joints that were found, by the index of their part, in order of part
 */
public record FramePerson(SortedMap<Integer, PlacedJoint> joints) {
    /** Copies the joints. */
    public FramePerson {
        joints = Collections.unmodifiableSortedMap(new TreeMap<>(joints));
        if (!joints.isEmpty() && joints.firstKey() < 0) {
            throw new IllegalArgumentException("part " + joints.firstKey() + " must not be negative");
        }
    }

    /** A person with these joints, in any order. */
    public static FramePerson of(Map<Integer, PlacedJoint> joints) {
        return new FramePerson(new TreeMap<>(joints));
    }

    /** Diagonal of the box around the joints, in pixels; 0 if there are fewer than two places. */
    public double size() {
        double left = Double.POSITIVE_INFINITY;
        double top = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        double bottom = Double.NEGATIVE_INFINITY;
        for (PlacedJoint joint : joints.values()) {
            left = Math.min(left, joint.x());
            right = Math.max(right, joint.x());
            top = Math.min(top, joint.y());
            bottom = Math.max(bottom, joint.y());
        }
        return joints.isEmpty() ? 0 : Math.sqrt((right - left) * (right - left) + (bottom - top) * (bottom - top));
    }
}
