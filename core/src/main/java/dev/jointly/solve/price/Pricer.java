package dev.jointly.solve.price;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.List;

/**
 * One pass of both pricings at a dual point. It finds the columns that price out, and it proves a bound: for ANY
 * lambda >= 0 no solution costs less than
 *
 * <pre>LB(lambda) = -1'lambda1 - 1'lambda2 + sum over leads of min(0, cheapest skeleton)
 *                                      + sum over hosts of min(0, cheapest local assignment)</pre>
 */
public final class Pricer {
    private final Candidates candidates;
    private final Costs costs;
    private final SkeletonPricer skeletons;
    private final LocalPricer locals;

    public Pricer(Candidates candidates) {
        this.candidates = candidates;
        costs = candidates.costs();
        skeletons = new SkeletonPricer(candidates);
        locals = new LocalPricer(candidates);
    }

    /**
     * What a pass found.
     *
     * @param bound LB(lambda) of these candidates, on the grid
     * @param skeletons one per lead, where its reduced cost is below minus the tolerance
     * @param locals one per host, likewise
     */
    public record Priced(long bound, List<Skeleton> skeletons, List<LocalAssignment> locals) {}

    /** Prices at a point; {@code tolerance} is in grid points. An overflow of the bound is an ArithmeticException. */
    public Priced price(DualPoint at, long tolerance) {
        long bound = 0;
        long[] weight = new long[costs.size()];
        long[] paid = new long[costs.size()];
        for (int d = 0; d < weight.length; d++) {
            weight[d] = costs.theta(d) + at.lambda1()[d] - at.lambda3()[d];
            paid[d] = at.lambda1()[d] + at.lambda2()[d];
            bound = Math.subtractExact(bound, paid[d]);
        }
        List<Skeleton> newSkeletons = new ArrayList<>();
        for (int lead : candidates.leads()) {
            long reducedCost = skeletons.price(lead, weight);
            bound = Math.addExact(bound, Math.min(0, reducedCost));
            if (reducedCost < -tolerance) {
                int[] detections = skeletons.cheapest();
                newSkeletons.add(new Skeleton(detections, costs.skeletonCost(detections)));
            }
        }
        List<LocalAssignment> newLocals = new ArrayList<>();
        for (int m : candidates.hosts()) {
            long hosting = at.lambda2()[m] + at.lambda3()[m];
            long reducedCost = hosting + locals.price(m, paid, -hosting);
            bound = Math.addExact(bound, reducedCost);
            int[] set = locals.cheapest();
            if (reducedCost < -tolerance && set.length > 0) {
                newLocals.add(new LocalAssignment(m, set, costs.localCost(m, set)));
            }
        }
        return new Priced(bound, newSkeletons, newLocals);
    }

    /**
     * Adds to a pool every column whose reduced cost exceeds its lead's or host's best by at most {@code spare}. With
     * spare = objective - bound these are all the columns a better solution could be made of.
     *
     * @return false when the pool grew beyond {@code limit} columns first
     */
    public boolean nearOptimal(DualPoint at, long spare, int limit, ColumnPool pool) {
        long[] weight = new long[costs.size()];
        long[] paid = new long[costs.size()];
        for (int d = 0; d < weight.length; d++) {
            weight[d] = costs.theta(d) + at.lambda1()[d] - at.lambda3()[d];
            paid[d] = at.lambda1()[d] + at.lambda2()[d];
        }
        for (int lead : candidates.leads()) {
            long ceiling = Math.min(0, skeletons.price(lead, weight)) + spare;
            boolean all = skeletons.enumerate(lead, weight, ceiling, detections -> {
                pool.add(new Skeleton(detections, costs.skeletonCost(detections)));
                return pool.size() < limit;
            });
            if (!all) {
                return false;
            }
        }
        for (int m : candidates.hosts()) {
            long hosting = at.lambda2()[m] + at.lambda3()[m];
            long ceiling = locals.price(m, paid, -hosting) + spare;
            boolean all = locals.enumerate(m, paid, ceiling, set -> {
                pool.add(new LocalAssignment(m, set, costs.localCost(m, set)));
                return pool.size() < limit;
            });
            if (!all) {
                return false;
            }
        }
        return true;
    }

    /** Cells of the dynamic program and nodes of the branch and bound so far. */
    public long work() {
        return skeletons.cells() + locals.nodes();
    }
}
