package dev.jointly.solve.price;

import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * One pass of both pricings at a dual point. It finds the columns that price out, and it proves a bound: for ANY
 * lambda >= 0 (lambda1 may be negative for detections that must be used) no solution costs less than
 *
 * <pre>LB(lambda) = -1'lambda1 + sum over leads of min(0, cheapest skeleton)
 *                         + sum over hosts of min(0, cheapest local assignment)</pre>
 *
 * <p>With cuts, minus the sum of sigma times the right-hand side, and each column pays sigma times its coefficient. In a
 * skeleton that is a discount for some detections and a tax on pairs of others (docs/certificate.md, section 5). Where the number
 * of poses is limited, minus nu times the limit, and each skeleton pays nu.
 */
public final class Pricer {
    private static final int[] NOTHING = {};

    private final Candidates candidates;
    private final Costs costs;
    private final SkeletonPricer skeletons;
    private final LocalPricer locals;
    private final TaxedSkeletonPricer taxedSkeletons;
    private final TaxedLocalPricer taxedLocals;

    /** With the default options, and never stopped. */
    public Pricer(Candidates candidates) {
        this(candidates, SolveOptions.defaults(), () -> false);
    }

    /** @param stopped when to be content with weaker bounds, which take next to no time */
    public Pricer(Candidates candidates, SolveOptions options, BooleanSupplier stopped) {
        this.candidates = candidates;
        costs = candidates.costs();
        skeletons = new SkeletonPricer(candidates, stopped);
        locals = new LocalPricer(candidates, options.count(SolveOption.LOCAL_PRICING_WORK), stopped);
        taxedSkeletons = new TaxedSkeletonPricer(candidates, stopped);
        taxedLocals = new TaxedLocalPricer(candidates, locals, stopped);
    }

    /**
     * What a pass found.
     *
     * @param bound LB(lambda) of these candidates, on the grid, or less where pricing was stopped; {@link Grid#NO_BOUND} for
     *     prices that prove nothing
     * @param skeletons one per lead, where its reduced cost is below minus the tolerance
     * @param locals one per host, likewise
     */
    public record PricingResult(long bound, List<Skeleton> skeletons, List<LocalAssignment> locals) {
        /** Skeletons, then local assignments. */
        public List<Column> columns() {
            List<Column> columns = new ArrayList<>(skeletons);
            columns.addAll(locals);
            return columns;
        }
    }

    /** Prices to start from, whose bound is that of the problem where nothing must be used: lambda1 = 0, the least lambda3. */
    public DualPoint start() {
        DualPoint start = candidates.start();
        long[] free = new long[costs.size()];
        for (int m : candidates.hosts()) {
            if (Arrays.stream(candidates.locals(m)).anyMatch(candidates::required)) {
                start.lambda3()[m] = -locals.price(m, free, 0);
            }
        }
        return start;
    }

    /** Prices at a point; {@code tolerance} is in grid points. Prices too large to be added up prove nothing. */
    public PricingResult price(DualPoint at, long tolerance) {
        List<Skeleton> newSkeletons = new ArrayList<>();
        List<LocalAssignment> newLocals = new ArrayList<>();
        long bound;
        try {
            bound = bound(at, tolerance, newSkeletons, newLocals);
        } catch (ArithmeticException overflow) {
            bound = Grid.NO_BOUND;
        }
        return new PricingResult(Math.max(Grid.NO_BOUND, bound), newSkeletons, newLocals);
    }

    private long bound(DualPoint at, long tolerance, List<Skeleton> newSkeletons, List<LocalAssignment> newLocals) {
        long[] weight = weights(at);
        long bound = 0;
        for (long price : at.lambda1()) {
            bound = Math.subtractExact(bound, price);
        }
        CutPrices cuts = at.cuts();
        boolean taxed = !cuts.zero();
        bound = Math.subtractExact(bound, cuts.constant());
        bound = Math.subtractExact(bound, limit(at.nu()));
        for (int lead : candidates.leads()) {
            // every skeleton has one lead, which pays for the pose
            weight[lead] += at.nu();
            // taxes are never negative: where nothing pays without them, or the cheapest pays none, that is all
            long reducedCost = skeletons.price(lead, weight, 0);
            int[] found = reducedCost < 0 ? skeletons.cheapest() : NOTHING;
            if (taxed && found.length > 0 && taxedSkeletons.taxes(found, cuts)) {
                reducedCost = taxedSkeletons.price(lead, weight, cuts, reducedCost);
                found = taxedSkeletons.cheapest();
            }
            weight[lead] -= at.nu();
            bound = Math.addExact(bound, reducedCost);
            int[] detections = reducedCost < -tolerance ? found : NOTHING;
            if (detections.length > 0) {
                newSkeletons.add(new Skeleton(detections, costs.skeletonCost(detections)));
            }
        }
        for (int m : candidates.hosts()) {
            long hosting = at.lambda3()[m];
            long reducedCost = hosting + locals.price(m, at.lambda1(), -hosting);
            int[] found = reducedCost < 0 ? locals.cheapest() : NOTHING;
            if (taxed && found.length > 0 && TaxedLocalPricer.tax(m, found, cuts) > 0) {
                reducedCost = taxedLocals.price(m, at, cuts, reducedCost);
                found = taxedLocals.cheapest();
            }
            bound = Math.addExact(bound, reducedCost);
            int[] set = reducedCost < -tolerance ? found : NOTHING;
            if (set.length > 0) {
                newLocals.add(new LocalAssignment(m, set, costs.localCost(m, set)));
            }
        }
        return bound;
    }

    private long limit(long nu) {
        return costs.limited() ? Math.multiplyExact(nu, (long) costs.mostPoses()) : 0;
    }

    /** The columns of a pool whose reduced cost is at most {@code ceiling}. */
    public ColumnPool columnsUpTo(ColumnPool pool, DualPoint at, long ceiling) {
        return pool.filtered(column -> reducedCost(column, at) <= ceiling);
    }

    /** So many columns of a pool, those of least reduced cost, in the order of the pool. */
    public ColumnPool cheapest(ColumnPool pool, DualPoint at, int most) {
        long[] reducedCosts = pool.columns().stream()
                .mapToLong(column -> reducedCost(column, at))
                .sorted()
                .toArray();
        return columnsUpTo(pool, at, reducedCosts[Math.min(most, reducedCosts.length) - 1]);
    }

    public long reducedCost(Column column, DualPoint at) {
        long reducedCost = costs.grid().fromMicro(column.cost()) + at.cuts().paidBy(column);
        for (int d : column.used()) {
            reducedCost += at.lambda1()[d];
        }
        if (column instanceof LocalAssignment local) {
            return reducedCost + at.lambda3()[local.global()];
        }
        for (int d : column.used()) {
            reducedCost -= at.lambda3()[d];
        }
        return reducedCost + at.nu();
    }

    /** theta + lambda1 - lambda3 less discounts: what a detection weighs in a skeleton. */
    private long[] weights(DualPoint at) {
        long[] weight = new long[costs.size()];
        for (int d = 0; d < weight.length; d++) {
            weight[d] = costs.theta(d) + at.lambda1()[d] - at.lambda3()[d];
        }
        CutPrices cuts = at.cuts();
        for (int t = 0; t < cuts.sigma().length; t++) {
            HalfIntegralCut cut = cuts.cuts().get(t);
            for (int d : cut.host()) {
                weight[d] -= cut.uses(d) ? 0 : cuts.sigma(t);
            }
        }
        return weight;
    }
}
