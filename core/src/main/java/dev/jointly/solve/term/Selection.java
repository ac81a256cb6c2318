package dev.jointly.solve.term;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An integer solution: skeletons and local assignments that respect all three constraints; exact by construction. */
public final class Selection {
    /** No pose at all: always feasible, costs nothing. */
    public static final Selection EMPTY = new Selection(List.of(), List.of(), 0);

    private final List<Skeleton> skeletons;
    private final List<LocalAssignment> locals;
    private final long cost;

    private Selection(List<Skeleton> skeletons, List<LocalAssignment> locals, long cost) {
        this.skeletons = List.copyOf(skeletons);
        this.locals = List.copyOf(locals);
        this.cost = cost;
    }

    /**
     * The selection of these columns without the poses that do not pay, or null where they break a constraint: an
     * engine's word is not taken for it.
     *
     * @param required detections whose poses stay even if they do not pay
     */
    public static @Nullable Selection of(
            List<Skeleton> skeletons, List<LocalAssignment> locals, IntPredicate required) {
        BitSet used = new BitSet();
        BitSet hosting = new BitSet();
        Map<Integer, Integer> skeletonOf = new HashMap<>();
        long[] poseCost = new long[skeletons.size()];
        boolean[] stays = new boolean[skeletons.size()];
        for (int g = 0; g < skeletons.size(); g++) {
            poseCost[g] = skeletons.get(g).cost();
            for (int d : skeletons.get(g).detections()) {
                if (used.get(d)) {
                    return null;
                }
                used.set(d);
                skeletonOf.put(d, g);
                stays[g] |= required.test(d);
            }
        }
        for (LocalAssignment local : locals) {
            Integer g = skeletonOf.get(local.global());
            if (g == null || hosting.get(local.global())) {
                return null;
            }
            hosting.set(local.global());
            poseCost[g] = Math.addExact(poseCost[g], local.cost());
            for (int d : local.locals()) {
                if (used.get(d)) {
                    return null;
                }
                used.set(d);
                stays[g] |= required.test(d);
            }
        }
        List<Skeleton> kept = new ArrayList<>();
        List<LocalAssignment> theirs = new ArrayList<>();
        long total = 0;
        for (int g = 0; g < poseCost.length; g++) {
            stays[g] |= poseCost[g] < 0;
            if (stays[g]) {
                kept.add(skeletons.get(g));
                total = Math.addExact(total, poseCost[g]);
            }
        }
        for (LocalAssignment local : locals) {
            Integer g = skeletonOf.get(local.global());
            if (g != null && stays[g]) {
                theirs.add(local);
            }
        }
        return new Selection(kept, theirs, total);
    }

    /**
     * Its poses among some detections, of which each pose has all or none; null where one has some.
     *
     * @param members ascending
     */
    public @Nullable Selection within(int[] members, IntPredicate required) {
        List<Skeleton> theirs = skeletons.stream()
                .filter(skeleton -> Arrays.stream(skeleton.detections()).anyMatch(d -> isIn(members, d)))
                .toList();
        List<LocalAssignment> theirLocals =
                locals.stream().filter(local -> isIn(members, local.global())).toList();
        boolean whole = used(theirs, theirLocals).allMatch(d -> isIn(members, d));
        return whole ? of(theirs, theirLocals, required) : null;
    }

    /**
     * At most so many of its poses: those that must stay, then the cheapest; null where those that must stay are more.
     *
     * @param required detections whose poses must stay
     */
    public @Nullable Selection atMost(int most, IntPredicate required) {
        if (skeletons.size() <= most) {
            return this;
        }
        List<Selection> poses = new ArrayList<>();
        int mustStay = 0;
        for (Skeleton skeleton : skeletons) {
            List<LocalAssignment> theirs = locals.stream()
                    .filter(local -> Arrays.binarySearch(skeleton.detections(), local.global()) >= 0)
                    .toList();
            long each = theirs.stream().mapToLong(LocalAssignment::cost).reduce(skeleton.cost(), Math::addExact);
            Selection pose = new Selection(List.of(skeleton), theirs, each);
            if (pose.used().anyMatch(required)) {
                poses.add(mustStay++, pose);
            } else {
                poses.add(pose);
            }
        }
        poses.subList(mustStay, poses.size()).sort(Comparator.comparingLong(Selection::cost));
        return mustStay > most ? null : poses.subList(0, most).stream().reduce(EMPTY, Selection::and);
    }

    /** Every detection that a pose has. */
    public IntStream used() {
        return used(skeletons, locals);
    }

    private static IntStream used(List<Skeleton> skeletons, List<LocalAssignment> locals) {
        return Stream.concat(skeletons.stream(), locals.stream()).flatMapToInt(column -> Arrays.stream(column.used()));
    }

    /** The same poses at other costs. */
    public Selection costing(Costs costs, IntPredicate required) {
        List<Skeleton> costed = skeletons.stream()
                .map(skeleton -> new Skeleton(skeleton.detections(), costs.skeletonCost(skeleton.detections())))
                .toList();
        List<LocalAssignment> costedLocals = locals.stream()
                .map(local -> new LocalAssignment(
                        local.global(), local.locals(), costs.localCost(local.global(), local.locals())))
                .toList();
        return Objects.requireNonNull(of(costed, costedLocals, required), "the same poses are feasible");
    }

    private static boolean isIn(int[] ascending, int d) {
        return Arrays.binarySearch(ascending, d) >= 0;
    }

    public List<Skeleton> skeletons() {
        return skeletons;
    }

    public List<LocalAssignment> locals() {
        return locals;
    }

    /** Objective in micro-units. */
    public long cost() {
        return cost;
    }

    /** Both at once; they must not share detections, as components do not. */
    public Selection and(Selection other) {
        List<Skeleton> allSkeletons = new ArrayList<>(skeletons);
        allSkeletons.addAll(other.skeletons);
        List<LocalAssignment> allLocals = new ArrayList<>(locals);
        allLocals.addAll(other.locals);
        return new Selection(allSkeletons, allLocals, Math.addExact(cost, other.cost));
    }
}
