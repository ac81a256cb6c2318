package dev.jointly.margin;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.branch.PinnedProblems;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.price.LocalPricer;
import dev.jointly.solve.price.SkeletonPricer;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongSupplier;

/** Lowers prices of a proof where further pins allow it. Each step raises the bound, so that what is left is proven. */
final class PriceDescent {
    private final Proof proof;
    private final Grid grid;
    private final Candidates candidates;
    private final SkeletonPricer skeletons;
    private final LocalPricer locals;
    private final long[] lambda1;
    /** theta + lambda1 - lambda3. */
    private final long[] weight;
    /** By detection: the leads and the hosts that may have it. */
    private final List<List<Integer>> leads = new ArrayList<>();

    private final List<List<Integer>> hosts = new ArrayList<>();
    /** What the columns of a lead, and of a host, contribute to the bound: the least reduced cost, or 0. */
    private final long[] leading;

    private final long[] hosting;
    private final BitSet mayLead = new BitSet();
    private final BitSet mayHost = new BitSet();

    PriceDescent(Problem problem, Proof proof) {
        this.proof = proof;
        Problem allowed = PinnedProblems.forbiddingPairs(problem);
        int bits = proof.scaleBits();
        grid = Grid.of(allowed, 0, bits);
        if (grid.bits() != bits) {
            throw new IllegalArgumentException("the proof's prices have " + bits
                    + " bits but the problem's costs leave room for " + grid.bits() + " only");
        }
        Costs costs = new Costs(allowed, grid);
        candidates = candidates(costs, problem.pins());
        skeletons = new SkeletonPricer(candidates);
        locals =
                new LocalPricer(candidates, SolveOptions.defaults().count(SolveOption.LOCAL_PRICING_WORK), () -> false);
        lambda1 = proof.lambda1().clone();
        weight = new long[costs.size()];
        for (int d = 0; d < weight.length; d++) {
            weight[d] = costs.theta(d) + lambda1[d] - proof.lambda3()[d];
            leads.add(new ArrayList<>());
            hosts.add(new ArrayList<>());
        }
        listHolders(costs);
        leading = new long[costs.size()];
        hosting = new long[costs.size()];
        for (int n : candidates.leads()) {
            mayLead.set(n);
            leading[n] = cheapestSkeleton(n, weight);
        }
        for (int m : candidates.hosts()) {
            mayHost.set(m);
            hosting[m] = cheapestLocal(m, lambda1);
        }
    }

    private long cheapestSkeleton(int n, long[] weights) {
        long pose = proof.posePrice();
        return pose + skeletons.price(n, weights, -pose);
    }

    private long cheapestLocal(int m, long[] prices) {
        long own = proof.lambda3()[m];
        return own + locals.price(m, prices, -own);
    }

    /** Reductions reckon with the least prices that the solver may choose; where pins require something, these are its own. */
    private static Candidates candidates(Costs costs, List<Pin> pins) {
        BitSet skipped = PinnedProblems.skipped(pins);
        return new PinConstraints(pins).required().length > 0
                ? Reduction.none(costs, skipped)
                : Reduction.of(costs, skipped, new long[costs.size()], () -> false);
    }

    private void listHolders(Costs costs) {
        for (int n : candidates.leads()) {
            leads.get(n).add(n);
            for (int q = 0; q < costs.parts(); q++) {
                for (int slot : candidates.joins(n, q)) {
                    leads.get(costs.ofPart(q)[slot]).add(n);
                }
            }
        }
        for (int m : candidates.hosts()) {
            for (int d : candidates.locals(m)) {
                hosts.get(d).add(m);
            }
        }
    }

    /**
     * Prices lowered under some pins.
     *
     * @param raised by how much the bound rises at least, on the grid
     */
    record Lowered(Grid grid, List<MarginClaim.Price> prices, long raised) {
        /** The bound they prove, in micro-units, if the prices before prove this much, rounded up to whole micro-units. */
        long bound(long before) {
            return raised == 0 ? before : grid.ceilMicro(grid.fromMicro(before - 1) + 1 + raised);
        }
    }

    /** Where none of these is in any column, their prices are of no use, and they neither lead nor host. */
    Lowered skipping(List<Integer> detections) {
        List<MarginClaim.Price> prices = new ArrayList<>();
        long raised = 0;
        for (int d : detections) {
            raised = Math.subtractExact(raised, Math.addExact(leading[d], hosting[d]));
            if (lambda1[d] > 0) {
                raised = Math.addExact(raised, lambda1[d]);
                prices.add(new MarginClaim.Price(d, 0, proof.lambda3()[d]));
            }
        }
        return new Lowered(grid, prices, raised);
    }

    /**
     * Where no pose has both a and b.
     *
     * @param order of the detections whose prices are lowered, each as far as it goes
     */
    Lowered apart(int a, int b, List<Integer> order) {
        Apart state = new Apart(a, b);
        long raised = state.forbid();
        List<MarginClaim.Price> prices = new ArrayList<>();
        for (int e : order) {
            long by = state.lower(e);
            if (by > 0) {
                raised = Math.addExact(raised, by);
                prices.add(new MarginClaim.Price(e, lambda1[e] - by, proof.lambda3()[e]));
            }
        }
        return new Lowered(grid, prices, raised);
    }

    /** Prices on the way down, where no pose has both of two detections. */
    private final class Apart {
        private final int a;
        private final int b;
        private final long[] price = lambda1.clone();
        private final long[] inSkeleton = weight.clone();
        private final long[] ledBy = leading.clone();
        private final long[] hostedBy = hosting.clone();

        Apart(int a, int b) {
            this.a = a;
            this.b = b;
        }

        /** What their own columns contribute now; by how much that raises the bound. */
        long forbid() {
            long raised = 0;
            for (int d : new int[] {a, b}) {
                if (mayLead.get(d)) {
                    ledBy[d] = skeleton(d);
                    raised += ledBy[d] - leading[d];
                }
                if (mayHost.get(d)) {
                    hostedBy[d] = local(d);
                    raised += hostedBy[d] - hosting[d];
                }
            }
            return raised;
        }

        /** Lowers lambda1 of e as far as the columns with e contribute what they did; by how much. */
        long lower(int e) {
            long all = price[e];
            if (all <= 0) {
                return 0;
            }
            price[e] = 0;
            inSkeleton[e] -= all;
            long by = all;
            for (int n : leads.get(e)) {
                by = Math.min(by, by > 0 ? all + skeleton(n) - ledBy[n] : 0);
            }
            for (int m : hosts.get(e)) {
                by = Math.min(by, by > 0 ? all + local(m) - hostedBy[m] : 0);
            }
            price[e] = all - by;
            inSkeleton[e] += all - by;
            return by;
        }

        private long skeleton(int n) {
            return without(n, inSkeleton, () -> cheapestSkeleton(n, inSkeleton));
        }

        private long local(int m) {
            return without(m, price, () -> cheapestLocal(m, price));
        }

        /** What a holder's cheapest column costs: one of the two cannot have the other. */
        private long without(int holder, long[] prices, LongSupplier pricing) {
            if (holder != a && holder != b) {
                return pricing.getAsLong();
            }
            int other = holder == a ? b : a;
            long before = prices[other];
            prices[other] = Grid.FORBIDDEN;
            long cheapest = pricing.getAsLong();
            prices[other] = before;
            return cheapest;
        }
    }
}
