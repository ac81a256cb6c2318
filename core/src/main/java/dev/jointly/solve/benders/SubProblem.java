package dev.jointly.solve.benders;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.NamedColumns;
import dev.jointly.lp.RequirableRows;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.price.LocalPricer;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One cluster's sub-problem at x, solved by column generation over its local assignments.
 *
 * <pre>{@code min Psi'psi    L psi <= 1 - x (l1)    M psi <= x (l3)}</pre>
 *
 * <p>A row must hold for EVERY local assignment, priced out or not. So l3 is never taken from the LP: given l1
 * from it, rounded to the row grid, {@link #rowFrom} prices every host exactly and takes the smallest l3 that makes the
 * row valid. Any l1 >= 0 gives a valid row that way, converged or not, and no other l3 gives a stronger one.
 *
 * <p>Detections that must be used make the first row an equation; their l1 may be negative.
 */
public final class SubProblem implements AutoCloseable {
    /** Rows are rounded to 2^-this micro-units. On the 88 shared problems by BCG, 0 gives 283 nodes instead of 227; 20 gives 207. */
    private static final int ROW_GRID_BITS = 10;

    private final LpModel model;
    private final Costs costs;
    private final Grid grid;
    private final int number;
    private final int[] members;
    private final long pricingWork;
    private final BooleanSupplier stopped;
    private final RequirableRows use;
    private final int[] hostRow;
    private final NamedColumns<LocalAssignment> locals;
    private Candidates candidates;
    private int[] hosts;
    private LocalPricer pricer;
    /** lambda1 by detection, the form pricing wants; zero outside the cluster. */
    private final long[] paid;

    /** What {@link #rowAt} was asked last: in a large scene most clusters are asked the same again and again. */
    private @Nullable Asked lastAsked;

    private BendersRow lastRow;
    private boolean converged;
    private LpResult result = LpResult.without(LpStatus.FAILED);

    private record Asked(List<Double> x, double bias, long tolerance) {}

    /**
     * Owns the model once it is made; until then {@link LpModel#owned} does.
     *
     * @param candidates those of the root
     * @param stopped when to be content with weaker rows
     */
    public SubProblem(
            LpModel model,
            Candidates candidates,
            Clusters clusters,
            int number,
            SolveOptions options,
            BooleanSupplier stopped) {
        this.model = model;
        this.candidates = candidates;
        this.stopped = stopped;
        costs = candidates.costs();
        grid = costs.grid();
        this.number = number;
        pricingWork = options.count(SolveOption.LOCAL_PRICING_WORK);
        members = clusters.members(number);
        hosts = hostsOf(candidates);
        pricer = new LocalPricer(candidates, pricingWork, stopped);
        use = new RequirableRows(model, costs.size());
        hostRow = new int[costs.size()];
        paid = new long[costs.size()];
        Arrays.fill(hostRow, -1);
        for (int d : members) {
            use.add(d, 1);
        }
        for (int m : hosts) {
            hostRow[m] = model.addRow(Double.NEGATIVE_INFINITY, 0, new int[0], new double[0]);
        }
        locals = new NamedColumns<>(model);
        lastRow = rowFrom(new long[members.length]);
    }

    private int[] hostsOf(Candidates some) {
        return Arrays.stream(some.hosts()).filter(m -> position(m) >= 0).toArray();
    }

    /** Turns to a node with these candidates: local assignments that they do not allow are fixed at zero. */
    public void enter(Candidates left) {
        candidates = left;
        hosts = hostsOf(left);
        pricer = new LocalPricer(left, pricingWork, stopped);
        lastAsked = null;
        locals.freeOnly(left::allow);
        for (int d : members) {
            use.require(d, grid.toLp(left.penalty(d)));
        }
    }

    /** Whether one of its detections must be used, so that its local assignments may cost more than none. */
    public boolean mayCost() {
        return Arrays.stream(members).anyMatch(use::required);
    }

    /** Number of its cluster. */
    public int cluster() {
        return number;
    }

    /** The local assignments found so far that the node allows. */
    public List<LocalAssignment> found() {
        List<LocalAssignment> found = new ArrayList<>();
        locals.forEachFree((local, column) -> found.add(local));
        return found;
    }

    /** The row at gamma = 0: local assignments are worth at most what their hosts gain alone. */
    public BendersRow rowAtNothing() {
        return rowFrom(new long[members.length]);
    }

    /** A valid row with prices that prove a bound of the whole. */
    public BendersRow rowAt(DualPoint dual) {
        long[] l1 = new long[members.length];
        for (int i = 0; i < members.length; i++) {
            l1[i] = coarse(dual.lambda1()[members[i]], members[i]);
        }
        return rowFrom(l1);
    }

    /** Adds the local assignments of the last row's point. */
    public void into(PrimalPoint point) {
        locals.forEachFree((local, column) -> point.add(local, column < result.columns() ? result.value(column) : 0));
    }

    /**
     * The strongest row at x that can be found: cut short by the deadline or by the engine it is weaker, never invalid.
     *
     * @param bias added to 1 - x and to x, which keeps l1 and l3 from growing where they cost nothing
     * @param tolerance reduced cost, in grid points, from which a local assignment is worth adding
     */
    public BendersRow rowAt(double[] x, double bias, long tolerance, Deadline deadline) {
        Asked asked = new Asked(Arrays.stream(members).mapToObj(d -> x[d]).toList(), bias, tolerance);
        if (!asked.equals(lastAsked)) {
            lastRow = converge(x, bias, tolerance, deadline);
            // an answer cut short is no answer for the next time
            lastAsked = converged ? asked : null;
        }
        return lastRow;
    }

    private BendersRow converge(double[] x, double bias, long tolerance, Deadline deadline) {
        for (int d : members) {
            use.limit(d, 1 - x[d] + (use.required(d) ? 0 : bias));
        }
        for (int m : hosts) {
            model.rowBounds(hostRow[m], Double.NEGATIVE_INFINITY, x[m] + bias);
        }
        long[] l1 = new long[members.length];
        Simplex simplex = Simplex.DUAL;
        converged = false;
        while (!converged && !deadline.passed()) {
            result = model.solve(simplex, deadline);
            if (!result.optimal()) {
                break;
            }
            for (int i = 0; i < members.length; i++) {
                int d = members[i];
                l1[i] = coarse(grid.price(-result.dual(use.row(d)), floor(d)), d);
            }
            converged = !addPricedOut(l1, result, tolerance);
            simplex = Simplex.PRIMAL;
        }
        return rowFrom(l1);
    }

    /** What a row says the sub-problem costs at least at x, in the LP's unit and without any bias. */
    public double valueAt(BendersRow row, double[] x) {
        double value = grid.toLp(row.constant());
        for (int i = 0; i < members.length; i++) {
            value += x[members[i]] * grid.toLp(row.slope(i));
        }
        return value;
    }

    private boolean addPricedOut(long[] l1, LpResult result, long tolerance) {
        pay(l1);
        boolean added = false;
        for (int m : hosts) {
            long hosting = grid.price(-result.dual(hostRow[m]));
            if (hosting + pricer.price(m, paid, -hosting) < -tolerance) {
                int[] set = pricer.cheapest();
                if (set.length > 0) {
                    added |= add(new LocalAssignment(m, set, costs.localCost(m, set)));
                }
            }
        }
        return added;
    }

    private boolean add(LocalAssignment local) {
        if (locals.isFree(local)) {
            return false;
        }
        if (!locals.free(local)) {
            int[] rows = IntStream.concat(
                            Arrays.stream(local.locals()).map(use::row), IntStream.of(hostRow[local.global()]))
                    .toArray();
            double[] ones = new double[rows.length];
            Arrays.fill(ones, 1);
            locals.add(local, Grid.microToLp(local.cost()), rows, ones);
        }
        return true;
    }

    /** The least l1 of a member: negative only where its row is an equation. */
    private long floor(int d) {
        return use.required(d) ? candidates.priceFloor(d) : 0;
    }

    /** A price on the row grid, not below its floor. */
    private long coarse(long price, int d) {
        return Math.max(floor(d), grid.coarsen(price, ROW_GRID_BITS));
    }

    /** The strongest valid row with these l1. */
    BendersRow rowFrom(long[] l1) {
        pay(l1);
        long[] l3 = new long[members.length];
        for (int m : hosts) {
            int i = position(m);
            l3[i] = -pricer.price(m, paid, 0);
        }
        return new BendersRow(number, members, l1, l3);
    }

    private void pay(long[] l1) {
        for (int i = 0; i < members.length; i++) {
            paid[members[i]] = l1[i];
        }
    }

    private int position(int m) {
        return Arrays.binarySearch(members, m);
    }

    @Override
    public void close() {
        model.close();
    }
}
