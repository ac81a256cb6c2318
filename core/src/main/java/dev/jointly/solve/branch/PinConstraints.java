package dev.jointly.solve.branch;

import dev.jointly.problem.Pin;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The pins that ask for something: who must be used, and who must or must not be in one pose with whom. Rows of the master see
 * to the first; the rest only branching can enforce.
 */
public final class PinConstraints {
    private final BitSet required = new BitSet();
    /** Each pair of detections once, however often it is pinned. */
    private final Set<Pin.Together> together = new LinkedHashSet<>();

    private final Set<Pin.Apart> apart = new LinkedHashSet<>();
    private final Map<Integer, List<Integer>> togetherWith = new HashMap<>();
    private final Map<Integer, List<Integer>> apartFrom = new HashMap<>();

    public PinConstraints(List<Pin> pins) {
        for (Pin pin : pins) {
            int[] d = pin.detections();
            Arrays.sort(d);
            switch (pin.kind()) {
                case TOGETHER -> {
                    together.add(new Pin.Together(d[0], d[1]));
                    required.set(d[0]);
                    required.set(d[1]);
                }
                case APART -> apart.add(new Pin.Apart(d[0], d[1]));
                case USE -> required.set(d[0]);
                case SKIP -> {
                    // nothing that a solution must have: PinnedProblems.skipped takes such detections out
                }
            }
        }
        together.forEach(pin -> link(togetherWith, pin.a(), pin.b()));
        apart.forEach(pin -> link(apartFrom, pin.a(), pin.b()));
    }

    private static void link(Map<Integer, List<Integer>> links, int a, int b) {
        links.computeIfAbsent(a, key -> new ArrayList<>()).add(b);
        links.computeIfAbsent(b, key -> new ArrayList<>()).add(a);
    }

    /** What they ask of some of the detections, none of which is tied to others. Looks at the pins of these only. */
    public PinConstraints among(int[] members) {
        BitSet some = setOf(members);
        List<Pin> theirs = new ArrayList<>();
        for (int a : members) {
            together(a).stream().filter(b -> a < b && some.get(b)).forEach(b -> theirs.add(new Pin.Together(a, b)));
            apart(a).stream().filter(b -> a < b && some.get(b)).forEach(b -> theirs.add(new Pin.Apart(a, b)));
            if (requires(a)) {
                theirs.add(new Pin.Use(a));
            }
        }
        return new PinConstraints(theirs);
    }

    static BitSet setOf(int[] detections) {
        BitSet set = new BitSet();
        Arrays.stream(detections).forEach(set::set);
        return set;
    }

    /** Whether these may all be in one pose, as far as pins keep detections apart. */
    public boolean allowTogether(int[] detections) {
        BitSet these = setOf(detections);
        return Arrays.stream(detections).noneMatch(d -> isApartFromAny(d, these));
    }

    /** Whether a detection must not be in one pose with one of these. */
    public boolean isApartFromAny(int d, BitSet these) {
        return apart(d).stream().anyMatch(these::get);
    }

    Set<Pin.Together> together() {
        return together;
    }

    Set<Pin.Apart> apart() {
        return apart;
    }

    /** Those that must be in one pose with a detection. */
    public List<Integer> together(int d) {
        return togetherWith.getOrDefault(d, List.of());
    }

    /** Those that must not. */
    List<Integer> apart(int d) {
        return apartFrom.getOrDefault(d, List.of());
    }

    /** Whether every solution must use a detection. */
    public boolean requires(int d) {
        return required.get(d);
    }

    /** Every detection that must be used, ascending. */
    public int[] required() {
        return required.stream().toArray();
    }

    /** By detection: this penalty for each that must be used, 0 for all others. */
    public long[] penalties(int detections, long penalty) {
        long[] penalties = new long[detections];
        required.stream().forEach(d -> penalties[d] = penalty);
        return penalties;
    }

    /** The pairs of detections whose poses depend on each other. */
    public List<int[]> tied() {
        return Stream.concat(together.stream(), apart.stream())
                .map(Pin::detections)
                .toList();
    }

    /** Whether a solution keeps to them; a detection that is not used is apart from all. */
    public boolean kept(Selection selection, int detections) {
        int[] pose = poses(selection, detections);
        return required.stream().allMatch(d -> pose[d] >= 0)
                && together.stream().allMatch(pin -> pose[pin.a()] == pose[pin.b()])
                && apart.stream().allMatch(pin -> pose[pin.a()] < 0 || pose[pin.a()] != pose[pin.b()]);
    }

    /** By detection: which of the skeletons it is with, or -1. */
    private static int[] poses(Selection selection, int detections) {
        int[] pose = new int[detections];
        Arrays.fill(pose, -1);
        for (int g = 0; g < selection.skeletons().size(); g++) {
            for (int d : selection.skeletons().get(g).detections()) {
                pose[d] = g;
            }
        }
        for (LocalAssignment local : selection.locals()) {
            for (int d : local.locals()) {
                pose[d] = pose[local.global()];
            }
        }
        return pose;
    }
}
