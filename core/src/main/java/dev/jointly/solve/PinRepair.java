package dev.jointly.solve;

import dev.jointly.problem.Pin;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Poses that keep some pins, made from poses that may not: detections that belong together get a pose of their own, with the
 * cheapest lead there is, and the other poses lose what they must not have. Quick, and no proof of anything: where it finds
 * nothing, there may be something all the same.
 */
final class PinRepair {
    private final Costs costs;
    private final PinConstraints pins;
    private final List<Pin.Apart> apart;
    private final BitSet taken;
    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<LocalAssignment> locals = new ArrayList<>();

    /**
     * @param costs where pairs that pins exclude are forbidden
     * @param skipped detections that no pose may have
     */
    PinRepair(Costs costs, PinConstraints pins, BitSet skipped) {
        this.costs = costs;
        this.pins = pins;
        apart = costs.problem().pins().stream()
                .filter(Pin.Apart.class::isInstance)
                .map(Pin.Apart.class::cast)
                .toList();
        taken = (BitSet) skipped.clone();
    }

    /** Poses that keep the pins, as near to the given ones as comes easily; null where none were found. */
    @Nullable
    Selection of(Selection poses) {
        if (pins.kept(poses, costs.size()) && !usesTaken(poses)) {
            return poses.atMost(costs.mostPoses(), pins::requires);
        }
        if (Arrays.stream(pins.required()).anyMatch(taken::get)) {
            return null;
        }
        List<List<Integer>> groups = groups();
        groups.forEach(group -> group.forEach(taken::set));
        for (List<Integer> group : groups) {
            if (!place(group, poses)) {
                return null;
            }
        }
        poses.skeletons().forEach(skeleton -> keep(skeleton, poses));
        Selection all = Selection.of(skeletons, locals, pins::requires);
        Selection repaired = all == null ? null : all.atMost(costs.mostPoses(), pins::requires);
        return repaired != null && pins.kept(repaired, costs.size()) ? repaired : null;
    }

    private boolean usesTaken(Selection poses) {
        return poses.skeletons().stream()
                        .flatMapToInt(s -> Arrays.stream(s.detections()))
                        .anyMatch(taken::get)
                || poses.locals().stream()
                        .flatMapToInt(l -> Arrays.stream(l.locals()))
                        .anyMatch(taken::get);
    }

    /** The detections that must be used, those that belong together in one group. */
    private List<List<Integer>> groups() {
        int[] root = IntStream.range(0, costs.size()).toArray();
        for (Pin pin : costs.problem().pins()) {
            if (pin instanceof Pin.Together both) {
                int from = root[both.a()];
                int to = root[both.b()];
                Arrays.setAll(root, d -> root[d] == from ? to : root[d]);
            }
        }
        Map<Integer, List<Integer>> groups = new LinkedHashMap<>();
        for (int d : pins.required()) {
            groups.computeIfAbsent(root[d], key -> new ArrayList<>()).add(d);
        }
        // those with a major first: others look for one that is left
        return groups.values().stream()
                .sorted(Comparator.comparing(group -> group.stream().noneMatch(this::isMajor)))
                .toList();
    }

    private boolean isMajor(int d) {
        return costs.majors().contains(costs.part(d));
    }

    /** A pose of a group, and of the cheapest free lead if it has none of its own. */
    private boolean place(List<Integer> group, Selection poses) {
        List<Trial> trials = new ArrayList<>();
        if (group.stream().anyMatch(this::isMajor)) {
            trials.add(new Trial(group));
        } else {
            for (int major : costs.majors()) {
                for (int n : costs.ofPart(major)) {
                    if (!taken.get(n)) {
                        List<Integer> led = new ArrayList<>(group);
                        led.add(n);
                        trials.add(new Trial(led));
                    }
                }
            }
        }
        Trial best = trials.stream()
                .filter(trial -> trial.possible)
                .min(Comparator.comparingLong(trial -> trial.cost))
                .orElse(null);
        if (best == null) {
            return false;
        }
        skeletons.add(
                skeletonOf(withOldMembers(best, poses).stream().mapToInt(d -> d).toArray()));
        locals.addAll(best.locals());
        return true;
    }

    /** The global detections of a new pose, and those of the old pose of its lead that get on with them. */
    private List<Integer> withOldMembers(Trial trial, Selection poses) {
        List<Integer> members = new ArrayList<>(trial.global);
        int lead = costs.lead(members.stream().mapToInt(d -> d).toArray());
        for (Skeleton old : poses.skeletons()) {
            if (costs.lead(old.detections()) == lead) {
                for (int d : old.detections()) {
                    boolean newPart = members.stream().noneMatch(other -> costs.part(other) == costs.part(d));
                    if (newPart && mayStay(d, trial.group) && members.stream().allMatch(other -> friendly(d, other))) {
                        members.add(d);
                    }
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
                        .filter(d -> global.stream().allMatch(other -> friendly(d, other)))
                        .findFirst()
                        .orElse(null);
                possible &=
                        m != null && same.stream().allMatch(a -> same.stream().allMatch(b -> friendly(a, b)));
                if (possible && m != null) {
                    global.add(m);
                }
            }
            possible &= apart.stream().noneMatch(pin -> group.contains(pin.a()) && group.contains(pin.b()));
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

    private boolean friendly(int a, int b) {
        return a == b || costs.phi(a, b) < Grid.FORBIDDEN;
    }

    private Skeleton skeletonOf(int[] detections) {
        Arrays.sort(detections);
        return new Skeleton(detections, costs.skeletonCost(detections));
    }

    /** What is left of a pose without the detections that others have, or that pins keep apart from those before. */
    private void keep(Skeleton skeleton, Selection poses) {
        List<Integer> left = new ArrayList<>();
        int lead = costs.lead(skeleton.detections());
        if (taken.get(lead)) {
            return;
        }
        left.add(lead);
        for (int d : skeleton.detections()) {
            if (d != lead && mayStay(d, left)) {
                left.add(d);
            }
        }
        skeletons.add(skeletonOf(left.stream().mapToInt(d -> d).toArray()));
        for (LocalAssignment local : poses.locals()) {
            if (left.contains(local.global())) {
                int[] guests = Arrays.stream(local.locals())
                        .filter(d -> mayStay(d, left))
                        .peek(left::add)
                        .toArray();
                if (guests.length > 0) {
                    locals.add(new LocalAssignment(local.global(), guests, costs.localCost(local.global(), guests)));
                }
            }
        }
    }

    private boolean mayStay(int d, List<Integer> with) {
        return !taken.get(d)
                && apart.stream()
                        .noneMatch(pin ->
                                (pin.a() == d && with.contains(pin.b())) || (pin.b() == d && with.contains(pin.a())));
    }
}
