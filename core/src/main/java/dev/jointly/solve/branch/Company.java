package dev.jointly.solve.branch;

import dev.jointly.problem.Pin;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who must be, and who must not be, in one pose with whom: the pins that no cost of a detection or a pair can express,
 * so that only branching can enforce them.
 */
public final class Company {
    private final List<Pin.Together> together = new ArrayList<>();
    private final List<Pin.Apart> apart = new ArrayList<>();

    public Company(List<Pin> pins) {
        for (Pin pin : pins) {
            if (pin instanceof Pin.Together both) {
                together.add(both);
            } else if (pin instanceof Pin.Apart both) {
                apart.add(both);
            }
        }
    }

    /** No wishes. */
    public static Company any() {
        return new Company(List.of());
    }

    List<Pin.Together> together() {
        return together;
    }

    List<Pin.Apart> apart() {
        return apart;
    }

    /** The pairs of detections whose poses depend on each other. */
    public List<int[]> tied() {
        List<int[]> pairs = new ArrayList<>();
        together.forEach(pin -> pairs.add(new int[] {pin.a(), pin.b()}));
        apart.forEach(pin -> pairs.add(new int[] {pin.a(), pin.b()}));
        return pairs;
    }

    /** Whether a solution keeps to them; a detection that is not used is apart from all. */
    public boolean kept(Selection selection, int detections) {
        int[] pose = poses(selection.skeletons(), selection.locals(), detections);
        return together.stream().allMatch(pin -> pose[pin.a()] >= 0 && pose[pin.a()] == pose[pin.b()])
                && apart.stream().allMatch(pin -> pose[pin.a()] < 0 || pose[pin.a()] != pose[pin.b()]);
    }

    /** By detection: which of the skeletons it is with, or -1. */
    static int[] poses(List<Skeleton> skeletons, List<LocalAssignment> locals, int detections) {
        int[] pose = new int[detections];
        Arrays.fill(pose, -1);
        for (int g = 0; g < skeletons.size(); g++) {
            for (int d : skeletons.get(g).detections()) {
                pose[d] = g;
            }
        }
        for (LocalAssignment local : locals) {
            for (int d : local.locals()) {
                pose[d] = pose[local.global()];
            }
        }
        return pose;
    }
}
