package dev.jointly.solve.master;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.solve.term.BendersRow;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Clusters;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The Benders master: skeletons, and one eta per local cluster that stands for what its local assignments cost.
 *
 * <pre>{@code min Gamma'gamma + 1'eta    G gamma <= 1    eta_r - x'(l1 - l3) >= -1'l1 for every row    x = G gamma}</pre>
 */
public final class BendersMaster implements AutoCloseable {
    private final LpModel model;
    private final Candidates candidates;
    private final int[] members;
    private final Clusters clusters;
    private final Grid grid;
    private final int[] useRow;
    private final int[] eta;
    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<Integer> skeletonColumns = new ArrayList<>();
    private final List<List<PlacedRow>> rowsOf = new ArrayList<>();
    private int rows;
    private Simplex next = Simplex.PRIMAL;
    private LpResult result = LpResult.without(LpStatus.FAILED);

    private record PlacedRow(BendersRow row, int index) {}

    /** Owns the model once it is made; until then {@link LpModel#owned} does. */
    public BendersMaster(LpModel model, Candidates candidates, Clusters clusters) {
        this.model = model;
        this.candidates = candidates;
        members = candidates.members();
        this.clusters = clusters;
        grid = candidates.costs().grid();
        useRow = new int[candidates.costs().size()];
        Arrays.fill(useRow, -1);
        for (int d : members) {
            useRow[d] = model.addRow(Double.NEGATIVE_INFINITY, 1, new int[0], new double[0]);
        }
        eta = new int[clusters.count()];
        for (int r = 0; r < eta.length; r++) {
            eta[r] = model.addColumn(1, Double.NEGATIVE_INFINITY, 0, new int[0], new double[0]);
            rowsOf.add(new ArrayList<>());
        }
    }

    public void add(Skeleton skeleton) {
        Entries entries = new Entries(4 * skeleton.detections().length);
        for (int d : skeleton.detections()) {
            entries.add(useRow[d], 1);
            if (clusters.of(d) >= 0) {
                for (PlacedRow placed : rowsOf.get(clusters.of(d))) {
                    addSlope(entries, placed.index(), placed.row(), d);
                }
            }
        }
        skeletons.add(skeleton);
        skeletonColumns.add(model.addColumn(
                Grid.microToLp(candidates.costs().net(skeleton)),
                0,
                Double.POSITIVE_INFINITY,
                entries.indices(),
                entries.values()));
        next = Simplex.PRIMAL;
    }

    /** False when the row is known: an engine that is off by its own tolerance would be sent it again and again. */
    public boolean add(BendersRow row) {
        if (rowsOf.get(row.cluster()).stream().anyMatch(placed -> placed.row().sameAs(row))) {
            return false;
        }
        Entries entries = new Entries(1 + skeletons.size());
        entries.add(eta[row.cluster()], 1);
        for (int g = 0; g < skeletons.size(); g++) {
            for (int d : skeletons.get(g).detections()) {
                if (clusters.of(d) == row.cluster()) {
                    addSlope(entries, skeletonColumns.get(g), row, d);
                }
            }
        }
        int index =
                model.addRow(grid.toLp(row.constant()), Double.POSITIVE_INFINITY, entries.indices(), entries.values());
        rowsOf.get(row.cluster()).add(new PlacedRow(row, index));
        rows++;
        next = Simplex.DUAL;
        return true;
    }

    private void addSlope(Entries entries, int at, BendersRow row, int d) {
        long slope = row.slope(clusters.position(d));
        if (slope != 0) {
            entries.add(at, -grid.toLp(slope));
        }
    }

    /** Re-solves after new columns or new rows; false when the engine has no optimum to offer. */
    public boolean solve(Deadline deadline) {
        result = model.solve(next, deadline);
        return result.optimal();
    }

    /** Whether the last solve found an optimum; all that is said of the last point below is said of that. */
    public boolean solved() {
        return result.optimal();
    }

    /** See {@link dev.jointly.solve.term.StrongBranchingOracle}. The last point and its duals are not touched. */
    public double objectiveWithout(Predicate<Skeleton> ruledOut) {
        return Entries.objectiveWithout(model, Entries.where(skeletons, ruledOut, skeletonColumns));
    }

    public int columns() {
        return skeletons.size();
    }

    public int rows() {
        return rows;
    }

    /** Value of the i-th skeleton added, at the last solve. */
    public double skeletonValue(int i) {
        return result.value(skeletonColumns.get(i));
    }

    /** What the master believes a cluster's local assignments cost, in the LP's unit. */
    public double eta(int cluster) {
        return result.value(eta[cluster]);
    }

    /** x = G gamma, kept within 0 and 1 against the engine's rounding. */
    public double[] globalUse() {
        double[] x = new double[useRow.length];
        for (int g = 0; g < skeletons.size(); g++) {
            for (int d : skeletons.get(g).detections()) {
                x[d] += Math.max(0, skeletonValue(g));
            }
        }
        Arrays.setAll(x, d -> Math.min(1, x[d]));
        return x;
    }

    /** The rows that hold the last point up; to be called before any are added to it. */
    public List<BendersRow> bindingRows() {
        return rowsOf.stream()
                .flatMap(List::stream)
                .filter(placed -> result.dual(placed.index()) > 0)
                .map(PlacedRow::row)
                .toList();
    }

    /**
     * One certificate for both methods: lambda1 = mu0 + sum of mu l1, lambda3 = sum of mu l3
     * turn the Benders dual into a point of pure column generation's dual; lambda3 is never above -Delta, where more of
     * it only costs.
     */
    public DualPoint dual() {
        DualPoint dual = candidates.start();
        for (int d : members) {
            double lambda1 = Math.max(0, -result.dual(useRow[d]));
            double lambda3 = 0;
            if (clusters.of(d) >= 0) {
                int i = clusters.position(d);
                for (PlacedRow placed : rowsOf.get(clusters.of(d))) {
                    double mu = Math.max(0, result.dual(placed.index()));
                    if (mu > 0) {
                        lambda1 += mu * grid.toLp(placed.row().l1()[i]);
                        lambda3 += mu * grid.toLp(placed.row().l3()[i]);
                    }
                }
            }
            dual.lambda1()[d] = grid.price(lambda1);
            if (candidates.locals(d).length > 0) {
                dual.lambda3()[d] = Math.min(dual.lambda3()[d], grid.price(lambda3));
            }
        }
        return dual;
    }

    @Override
    public void close() {
        model.close();
    }
}
