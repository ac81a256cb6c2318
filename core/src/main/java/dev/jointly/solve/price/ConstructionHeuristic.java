package dev.jointly.solve.price;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Poses without any LP, one by one: the most promising skeleton that fits, each of its detections with the cheapest local
 * assignment of what is left. Where local sets are large, columns alone would not tell these: a skeleton hardly pays without
 * its local assignments, and each of them wants what all others want.
 */
public final class ConstructionHeuristic {
    private final Costs costs;
    private final Candidates candidates;
    private final LocalPricer pricer;
    private final BooleanSupplier stopped;
    private final BitSet used = new BitSet();
    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<LocalAssignment> locals = new ArrayList<>();

    private ConstructionHeuristic(Candidates candidates, BooleanSupplier stopped) {
        this.candidates = candidates;
        this.stopped = stopped;
        costs = candidates.costs();
        pricer = LocalPricer.rough(candidates, stopped);
    }

    /**
     * Poses made of the best skeleton of each lead, or null where these break a constraint, which they do not.
     *
     * @param required detections whose poses stay even if they do not pay
     */
    public static @Nullable Selection of(Candidates candidates, IntPredicate required, BooleanSupplier stopped) {
        ConstructionHeuristic poses = new ConstructionHeuristic(candidates, stopped);
        List<Skeleton> promising = poses.skeletonOfEachLead();
        promising.sort(Comparator.comparingLong(poses::promise));
        for (Skeleton skeleton : promising) {
            if (!stopped.getAsBoolean() && poses.fits(skeleton)) {
                poses.take(skeleton, required);
            }
        }
        return Selection.of(poses.skeletons, poses.locals, required);
    }

    private List<Skeleton> skeletonOfEachLead() {
        SkeletonPricer best = new SkeletonPricer(candidates, stopped);
        long[] weight = new long[costs.size()];
        Arrays.setAll(weight, d -> costs.theta(d) + candidates.priceFloor(d) + candidates.delta(d));
        List<Skeleton> found = new ArrayList<>();
        for (int lead : candidates.leads()) {
            best.price(lead, weight, 0);
            int[] detections = best.cheapest();
            if (detections.length > 0) {
                found.add(new Skeleton(detections, costs.skeletonCost(detections)));
            }
        }
        return found;
    }

    private long promise(Skeleton skeleton) {
        long promise = costs.grid().fromMicro(skeleton.cost());
        for (int d : skeleton.detections()) {
            promise += candidates.delta(d);
        }
        return promise;
    }

    private boolean fits(Skeleton skeleton) {
        return Arrays.stream(skeleton.detections()).noneMatch(used::get);
    }

    /** Takes a skeleton and its local assignments where together they pay. */
    private void take(Skeleton skeleton, IntPredicate required) {
        BitSet before = (BitSet) used.clone();
        List<LocalAssignment> hanging = new ArrayList<>();
        long cost = skeleton.cost();
        for (int d : skeleton.detections()) {
            used.set(d);
        }
        for (int m : skeleton.detections()) {
            int[] set = cheapest(m);
            if (set.length > 0) {
                LocalAssignment local = new LocalAssignment(m, set, costs.localCost(m, set));
                hanging.add(local);
                cost = Math.addExact(cost, local.cost());
                Arrays.stream(set).forEach(used::set);
            }
        }
        BitSet pose = (BitSet) used.clone();
        pose.andNot(before);
        if (cost < 0 || pose.stream().anyMatch(required)) {
            skeletons.add(skeleton);
            locals.addAll(hanging);
        } else {
            used.clear();
            used.or(before);
        }
    }

    private int[] cheapest(int m) {
        if (candidates.locals(m).length == 0) {
            return new int[0];
        }
        long[] price = new long[costs.size()];
        Arrays.setAll(price, candidates::priceFloor);
        used.stream().forEach(d -> price[d] = costs.grid().ceiling());
        pricer.price(m, price, 0);
        return Arrays.stream(pricer.cheapest()).filter(d -> !used.get(d)).toArray();
    }
}
