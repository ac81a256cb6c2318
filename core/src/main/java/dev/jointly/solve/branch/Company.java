package dev.jointly.solve.branch;

import dev.jointly.problem.Pin;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The pins that ask for something: who must be used, and who must or must not be in one pose with whom. Rewards see to
 * the first as for any claimed detection; the rest only branching can enforce.
 */
public final class Company {
    private final BitSet required = new BitSet();
    private final List<Pin.Together> together = new ArrayList<>();
    private final List<Pin.Apart> apart = new ArrayList<>();

    public Company(List<Pin> pins) {
        for (Pin pin : pins) {
            if (pin instanceof Pin.Use use) {
                required.set(use.detection());
            } else if (pin instanceof Pin.Together both) {
                together.add(both);
                required.set(both.a());
                required.set(both.b());
            } else if (pin instanceof Pin.Apart both) {
                apart.add(both);
            }
        }
    }

    /** What they ask of some of the detections, none of which is tied to others. */
    public Company among(IntPredicate some) {
        List<Pin> theirs = new ArrayList<>();
        together.stream()
                .filter(pin -> some.test(pin.a()) && some.test(pin.b()))
                .forEach(theirs::add);
        apart.stream().filter(pin -> some.test(pin.a()) && some.test(pin.b())).forEach(theirs::add);
        required.stream().filter(some).mapToObj(Pin.Use::new).forEach(theirs::add);
        return new Company(theirs);
    }

    List<Pin.Together> together() {
        return together;
    }

    List<Pin.Apart> apart() {
        return apart;
    }

    /** Whether they ask nothing. */
    public boolean free() {
        return required.isEmpty() && together.isEmpty() && apart.isEmpty();
    }

    /** Whether every solution must use a detection. */
    public boolean requires(int d) {
        return required.get(d);
    }

    /** Every detection that must be used, ascending. */
    public int[] required() {
        return required.stream().toArray();
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
        return required.stream().allMatch(d -> pose[d] >= 0)
                && together.stream().allMatch(pin -> pose[pin.a()] == pose[pin.b()])
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
