package dev.jointly.solve.sub;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.solve.price.LocalPricer;
import dev.jointly.solve.term.BendersRow;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Clusters;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
 */
public final class SubProblem implements AutoCloseable {
    private final LpModel model;
    private final Costs costs;
    private final Grid grid;
    private final int number;
    private final int[] members;
    private final int[] hosts;
    private final int rowGridBits;
    private final LocalPricer pricer;
    private final int[] useRow;
    private final int[] hostRow;
    private final Set<LocalAssignment> found = new LinkedHashSet<>();
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
     * @param stopped when to be content with weaker rows
     */
    public SubProblem(
            LpModel model,
            Candidates candidates,
            Clusters clusters,
            int number,
            int rowGridBits,
            BooleanSupplier stopped) {
        this.model = model;
        costs = candidates.costs();
        grid = costs.grid();
        this.number = number;
        this.rowGridBits = rowGridBits;
        members = clusters.members(number);
        hosts = Arrays.stream(candidates.hosts())
                .filter(m -> clusters.of(m) == number)
                .toArray();
        pricer = new LocalPricer(candidates, stopped);
        useRow = new int[costs.size()];
        hostRow = new int[costs.size()];
        paid = new long[costs.size()];
        Arrays.fill(hostRow, -1);
        for (int d : members) {
            useRow[d] = model.addRow(Double.NEGATIVE_INFINITY, 1, new int[0], new double[0]);
        }
        for (int m : hosts) {
            hostRow[m] = model.addRow(Double.NEGATIVE_INFINITY, 0, new int[0], new double[0]);
        }
        lastRow = rowFrom(new long[members.length]);
    }

    /** Number of its cluster. */
    public int cluster() {
        return number;
    }

    /** Local assignments found so far. */
    public Set<LocalAssignment> found() {
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
            l1[i] = grid.coarsen(dual.lambda1()[members[i]], rowGridBits);
        }
        return rowFrom(l1);
    }

    /** A valid row with the prices of another, of a cluster that shares detections with this one. */
    public Optional<BendersRow> rowLike(BendersRow other) {
        long[] l1 = new long[members.length];
        boolean shared = false;
        for (int i = 0; i < other.members().length; i++) {
            int at = position(other.members()[i]);
            if (at >= 0) {
                l1[at] = other.l1()[i];
                shared = true;
            }
        }
        return shared ? Optional.of(rowFrom(l1)) : Optional.empty();
    }

    /** Adds the local assignments of the last row's point. */
    public void into(PrimalPoint point) {
        int column = 0;
        for (LocalAssignment local : found) {
            point.add(local, column < result.columns() ? result.value(column) : 0);
            column++;
        }
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
            model.rowBounds(useRow[d], Double.NEGATIVE_INFINITY, 1 - x[d] + bias);
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
                l1[i] = grid.coarsen(grid.price(-result.dual(useRow[members[i]])), rowGridBits);
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
        if (!found.add(local)) {
            return false;
        }
        int[] rows = IntStream.concat(
                        Arrays.stream(local.locals()).map(d -> useRow[d]), IntStream.of(hostRow[local.global()]))
                .toArray();
        double[] ones = new double[rows.length];
        Arrays.fill(ones, 1);
        model.addColumn(Grid.microToLp(costs.net(local)), 0, Double.POSITIVE_INFINITY, rows, ones);
        return true;
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
