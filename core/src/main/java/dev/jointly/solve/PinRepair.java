package dev.jointly.solve;

import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DisjointSets;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Poses that keep some pins, made from poses that may not: detections that belong together get a pose of their own, with the
 * cheapest lead there is, and the other poses lose what they must not have. Quick, and no proof of anything: where it finds
 * nothing, there may be something all the same.
 */
final class PinRepair {
    private final Costs costs;
    private final PinConstraints pins;
    private final BooleanSupplier stopped;
    private final BitSet taken;
    /** Of the poses to be repaired, by lead and by host. */
    private final Map<Integer, Skeleton> ledBy = new HashMap<>();

    private final Map<Integer, LocalAssignment> hostedBy = new HashMap<>();
    /** How many leads may still be tried for groups without one, once stopped. */
    private int hurriedTrials;

    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<LocalAssignment> locals = new ArrayList<>();

    /**
     * @param costs where pairs that pins exclude are forbidden
     * @param skipped detections that no pose may have
     * @param stopped when to take the first lead that will do, and to give up soon where none does
     */
    PinRepair(Costs costs, PinConstraints pins, BitSet skipped, BooleanSupplier stopped) {
        this.costs = costs;
        this.pins = pins;
        this.stopped = stopped;
        taken = (BitSet) skipped.clone();
        hurriedTrials = costs.size();
    }

    /** Poses that keep the pins, as near to the given ones as comes easily; null where none were found. */
    @Nullable
    Selection of(Selection poses) {
        if (pins.kept(poses, costs.size()) && poses.used().noneMatch(taken::get)) {
            return poses.atMost(costs.mostPoses(), pins::requires);
        }
        if (Arrays.stream(pins.required()).anyMatch(taken::get)) {
            return null;
        }
        poses.skeletons().forEach(skeleton -> ledBy.put(costs.lead(skeleton.detections()), skeleton));
        poses.locals().forEach(local -> hostedBy.put(local.global(), local));
        List<List<Integer>> groups = groups();
        groups.forEach(group -> group.forEach(taken::set));
        for (List<Integer> group : groups) {
            if (!place(group)) {
                return null;
            }
        }
        poses.skeletons().forEach(this::keep);
        Selection all = Selection.of(skeletons, locals, pins::requires);
        Selection repaired = all == null ? null : all.atMost(costs.mostPoses(), pins::requires);
        return repaired != null && pins.kept(repaired, costs.size()) ? repaired : null;
    }

    /** The detections that must be used, those that belong together in one group. */
    private List<List<Integer>> groups() {
        DisjointSets sets = new DisjointSets(costs.size());
        for (int d : pins.required()) {
            pins.together(d).forEach(other -> sets.join(d, other));
        }
        // those with a major first: others look for one that is left
        return sets.grouped(pins.required()).values().stream()
                .sorted(Comparator.comparing(group -> group.stream().noneMatch(this::isMajor)))
                .toList();
    }

    private boolean isMajor(int d) {
        return costs.majors().contains(costs.part(d));
    }

    /** A pose of a group, and of the cheapest free lead if it has none of its own. */
    private boolean place(List<Integer> group) {
        Trial best = group.stream().anyMatch(this::isMajor) ? new Trial(group) : cheapestLed(group);
        if (best == null || !best.possible) {
            return false;
        }
        skeletons.add(skeletonOf(withOldMembers(best).stream().mapToInt(d -> d).toArray()));
        locals.addAll(best.locals());
        return true;
    }

    private @Nullable Trial cheapestLed(List<Integer> group) {
        Trial best = null;
        for (int major : costs.majors()) {
            for (int n : costs.ofPart(major)) {
                if (!taken.get(n)) {
                    if (stopped.getAsBoolean() && (best != null || hurriedTrials-- <= 0)) {
                        return best;
                    }
                    List<Integer> led = new ArrayList<>(group);
                    led.add(n);
                    Trial trial = new Trial(led);
                    best = trial.possible && (best == null || trial.cost < best.cost) ? trial : best;
                }
            }
        }
        return best;
    }

    /** The global detections of a new pose, and those of the old pose of its lead that get on with them. */
    private List<Integer> withOldMembers(Trial trial) {
        List<Integer> members = new ArrayList<>(trial.global);
        Skeleton old = ledBy.get(costs.lead(members.stream().mapToInt(d -> d).toArray()));
        if (old != null) {
            BitSet group = new BitSet();
            trial.group.forEach(group::set);
            for (int d : old.detections()) {
                boolean newPart = members.stream().noneMatch(other -> costs.part(other) == costs.part(d));
                if (newPart && mayStay(d, group) && members.stream().allMatch(other -> allowed(d, other))) {
                    members.add(d);
                }
            }
        }
        trial.group.forEach(taken::set);
        members.forEach(taken::set);
        return members;
    }

    /** A pose of some detections: of each part the first one that gets on with the others is global. */
    private final class Trial {
        final List<Integer> group;
        final TreeMap<Integer, List<Integer>> byPart = new TreeMap<>();
        final List<Integer> global = new ArrayList<>();
        boolean possible = true;
        long cost;

        Trial(List<Integer> group) {
            this.group = group;
            group.forEach(d -> byPart.computeIfAbsent(costs.part(d), part -> new ArrayList<>())
                    .add(d));
            for (List<Integer> same : byPart.values()) {
                Integer m = same.stream()
                        .filter(d -> global.stream().allMatch(other -> allowed(d, other)))
                        .findFirst()
                        .orElse(null);
                possible = possible
                        && m != null
                        && same.stream().allMatch(a -> same.stream().allMatch(b -> allowed(a, b)));
                if (possible && m != null) {
                    global.add(m);
                }
            }
            possible &= pins.allowTogether(group.stream().mapToInt(d -> d).toArray());
            if (possible) {
                cost = skeleton().cost()
                        + locals().stream().mapToLong(LocalAssignment::cost).sum();
            }
        }

        Skeleton skeleton() {
            return skeletonOf(global.stream().mapToInt(d -> d).toArray());
        }

        List<LocalAssignment> locals() {
            List<LocalAssignment> all = new ArrayList<>();
            for (int m : global) {
                int[] others = byPart.getOrDefault(costs.part(m), List.of()).stream()
                        .mapToInt(d -> d)
                        .filter(d -> d != m)
                        .sorted()
                        .toArray();
                if (others.length > 0) {
                    all.add(new LocalAssignment(m, others, costs.localCost(m, others)));
                }
            }
            return all;
        }
    }

    private boolean allowed(int a, int b) {
        return a == b || costs.phi(a, b) < Grid.FORBIDDEN;
    }

    private Skeleton skeletonOf(int[] detections) {
        Arrays.sort(detections);
        return new Skeleton(detections, costs.skeletonCost(detections));
    }

    /** What is left of a pose without the detections that others have, or that pins keep apart from those before. */
    private void keep(Skeleton skeleton) {
        BitSet left = new BitSet();
        int lead = costs.lead(skeleton.detections());
        if (taken.get(lead)) {
            return;
        }
        left.set(lead);
        for (int d : skeleton.detections()) {
            if (mayStay(d, left)) {
                left.set(d);
            }
        }
        int[] global = left.stream().toArray();
        skeletons.add(skeletonOf(global));
        for (int m : global) {
            LocalAssignment local = hostedBy.get(m);
            if (local != null) {
                int[] localCandidates = Arrays.stream(local.locals())
                        .filter(d -> mayStay(d, left))
                        .peek(left::set)
                        .toArray();
                if (localCandidates.length > 0) {
                    locals.add(new LocalAssignment(m, localCandidates, costs.localCost(m, localCandidates)));
                }
            }
        }
    }

    private boolean mayStay(int d, BitSet with) {
        return !taken.get(d) && !pins.isApartFromAny(d, with);
    }
}
