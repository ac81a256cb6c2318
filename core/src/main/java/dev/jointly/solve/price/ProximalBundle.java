package dev.jointly.solve.price;

import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

/**
 * Raises the bound LB(lambda) without an LP, by a proximal bundle method (Kiwiel; disaggregated) with one bundle per lead and
 * host. The columns met so far are a model of the bound, and each step goes to the maximum, over the box of useful prices, of
 *
 * <pre>-1'lambda1 - sigma'rhs - nu N + sum over bundles of min(0, least reduced cost) - |lambda - center|^2 / (2 length)</pre>
 *
 * <p>The center is the best point that was worth the step. {@link BundleProgram} solves the dual of that; its weights are nearly
 * a point of the relaxation at the end. All of it is in doubles: prices are rounded to the grid, and what they prove is found by
 * exact pricing.
 */
public final class ProximalBundle {
    /** Share of the promised gain from which on the center moves. */
    private static final double SERIOUS = 0.1;

    /** Steps in vain before the length shrinks. */
    private static final int PATIENCE = 6;

    private static final double GROWTH = 1.5;

    /** The length never falls below the first one divided by this, and never rises above the first one times the next. */
    private static final double MAX_SHRINKAGE = 50;

    private static final double MAX_STRETCH = 1e3;

    /** Violation of a row by the weights up to which a small promise is believed: with a small length every promise is small. */
    private static final double BELIEVED = 0.05;

    private static final double LENGTHENING = 4;

    private final Candidates candidates;
    private final Costs costs;
    private final Grid grid;
    private final int[] members;
    private final List<HalfIntegralCut> cuts;
    private final BundleProgram program;
    private final Set<Column> known = new HashSet<>();

    private double firstLength;
    private double centerBound;
    private int vain;

    /**
     * A bundle around a point whose bound is known.
     *
     * @param bound of the point, on the grid
     * @param allCuts of the tree
     * @param active whether a cut may have a price
     */
    public ProximalBundle(
            Candidates candidates, DualPoint center, long bound, List<HalfIntegralCut> allCuts, IntPredicate active) {
        this.candidates = candidates;
        costs = candidates.costs();
        grid = costs.grid();
        members = candidates.members();
        cuts = List.copyOf(allCuts);
        program = new BundleProgram(cuts.size(), members);
        double top = grid.toLp(grid.ceiling());
        for (int i = 0; i < members.length; i++) {
            program.point.open(program.lambda1(i), grid.toLp(candidates.priceFloor(members[i])), top, 1);
            program.point.open(program.lambda3(i), 0, grid.toLp(-candidates.delta(members[i])), 0);
        }
        for (int t = 0; t < cuts.size(); t++) {
            program.point.open(
                    program.sigma(t), 0, active.test(t) ? top : 0, cuts.get(t).limit());
        }
        program.point.open(program.nu(), 0, costs.limited() ? top : 0, costs.limited() ? costs.mostPoses() : 0);
        centerBound = grid.toLp(bound);
        program.point.moveTo(coordinates(center));
        program.point.center();
        addPriceFloors();
    }

    private double[] coordinates(DualPoint point) {
        double[] at = new double[program.nu() + 1];
        for (int i = 0; i < members.length; i++) {
            at[program.lambda1(i)] = grid.toLp(point.lambda1()[members[i]]);
            at[program.lambda3(i)] = grid.toLp(point.lambda3()[members[i]]);
        }
        for (int t = 0; t < cuts.size(); t++) {
            at[program.sigma(t)] = grid.toLp(point.cuts().sigma(t));
        }
        at[program.nu()] = grid.toLp(point.nu());
        return at;
    }

    /** What reductions have ruled out would be of use below this price. */
    private void addPriceFloors() {
        Set<Integer> floors = new HashSet<>();
        for (int t = 0; t < cuts.size(); t++) {
            for (int d : program.point.isFixed(program.sigma(t))
                    ? new int[0]
                    : cuts.get(t).host()) {
                if (!cuts.get(t).uses(d) && floors.add(d)) {
                    int[] alone = {d};
                    int[] coefficients = coefficients(cut -> cut.coefficient(alone));
                    program.addPriceFloor(d, -grid.toLp(candidates.leastInSkeleton(d)), coefficients);
                }
            }
        }
    }

    private int[] coefficients(ToIntFunction<HalfIntegralCut> coefficient) {
        return cuts.stream().mapToInt(coefficient).toArray();
    }

    /** Adds columns, those not known yet. */
    public void add(List<Column> columns) {
        columns.forEach(column -> add(column, 0));
    }

    private void add(Column column, double weight) {
        if (known.add(column)) {
            int holder = column instanceof LocalAssignment local ? local.global() : costs.lead(column.used());
            program.add(column, holder, coefficients(cut -> cut.coefficient(column)), weight);
        }
    }

    private void addAllowed(Column column, double weight) {
        if (candidates.allow(column)) {
            add(column, weight);
        }
    }

    /** Begins with a step length by Polyak's rule. */
    public void begin(double gap) {
        firstLength = Math.max(1e-9, gap / Math.max(1, program.squaredSubgradient()));
        program.point.length = firstLength;
        solve();
    }

    /** Begins with the columns, weights and length of another bundle, as far as its columns are candidates here. */
    public void beginFrom(ProximalBundle other) {
        PrimalPoint weights = other.weights();
        weights.skeletons().forEach(this::addAllowed);
        weights.locals().forEach(this::addAllowed);
        program.point.length = other.program.point.length;
        firstLength = other.firstLength;
    }

    /** Finds the next point, from the weights there are. */
    public void solve() {
        program.point.length =
                Math.max(firstLength / MAX_SHRINKAGE, Math.min(firstLength * MAX_STRETCH, program.point.length));
        program.solve(centerBound);
        known.removeAll(program.removeIdle());
    }

    /** Where to price next. */
    public DualPoint point() {
        DualPoint point = candidates.start();
        for (int i = 0; i < members.length; i++) {
            int d = members[i];
            point.lambda1()[d] = grid.price(program.point.at(program.lambda1(i)), candidates.priceFloor(d));
            point.lambda3()[d] = Math.min(-candidates.delta(d), grid.price(program.point.at(program.lambda3(i))));
        }
        point = point.withNu(grid.price(program.point.at(program.nu())));
        if (cuts.isEmpty()) {
            return point;
        }
        long[] sigma = new long[cuts.size()];
        Arrays.setAll(sigma, t -> grid.price(program.point.at(program.sigma(t))));
        return point.withCuts(new CutPrices(cuts, sigma));
    }

    /**
     * Steps on.
     *
     * @param priced what pricing found at a point
     * @param point that point: {@link #point}, perhaps raised to floors
     * @param gap between the best bound and the incumbent, in the LP's unit
     * @param enough share of the gap below which a promise is not worth a step
     * @return false where the model promises no more
     */
    public boolean step(PricingResult priced, DualPoint point, double gap, double enough) {
        add(priced.columns());
        if (!point.cuts().zero()) {
            program.point.moveTo(coordinates(point));
        }
        double bound = grid.toLp(priced.bound());
        double gain = bound - centerBound;
        double share = gain / Math.max(program.promised, 1e-300);
        if (gain > 0 && share >= SERIOUS) {
            centerBound = bound;
            program.point.center();
            vain = 0;
            program.point.length *= share > 0.5 ? Math.min(GROWTH, 1 / (2 * Math.max(0.01, 1 - share))) : 1;
        } else if (share < -1 || ++vain >= PATIENCE) {
            program.point.length *= share < -1 ? Math.max(0.3, 1 / (1 - share)) : 0.6;
            vain = 0;
        }
        solve();
        if (program.mostPromised() < enough * gap) {
            if (program.point.violation() <= BELIEVED) {
                return false;
            }
            program.point.length *= LENGTHENING;
            solve();
        }
        return true;
    }

    /** The weights, nearly a point of the relaxation. */
    public PrimalPoint weights() {
        PrimalPoint point = new PrimalPoint();
        program.forEachColumn((column, weight, above) -> point.add(column, weight));
        return point;
    }

    /** Columns with a weight, and those whose reduced cost is at most this above the least of their bundle, in the LP's unit. */
    public ColumnPool columns(double most) {
        ColumnPool pool = new ColumnPool();
        program.forEachColumn((column, weight, above) -> {
            if (weight > 0 || above <= most) {
                pool.add(column);
            }
        });
        return pool;
    }
}
