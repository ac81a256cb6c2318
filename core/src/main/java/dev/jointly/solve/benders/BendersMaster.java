package dev.jointly.solve.benders;

import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.solve.master.Entries;
import dev.jointly.solve.master.RestrictedMaster;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The Benders master: skeletons, and one eta per local cluster that stands for what its local assignments cost.
 *
 * <pre>{@code min Gamma'gamma + 1'eta    G gamma <= 1    eta_r - x'(l1 - l3) >= -1'l1 for every row    x = G gamma}</pre>
 *
 * <p>In a node, the first row is an equation for each detection that must be used and is in no cluster; a sub-problem sees to
 * the others. A row found in a node holds in the subtree below it, and is free of bounds elsewhere.
 */
public final class BendersMaster extends RestrictedMaster<Skeleton> {
    /** Rows, besides twice the binding ones, before a master is rebuilt. On the 88 shared problems by BCG, 500 gives 1,884 LPs instead of 2,103. */
    private static final int SPARE_ROWS = 50;

    private final Clusters clusters;
    private final int[] eta;
    private final boolean[] capped;
    private final List<List<PlacedRow>> rowsOf = new ArrayList<>();
    private int node;
    private int rows;

    /** A row of the LP, the node it was found in, and whether it holds in the node at hand. */
    private static final class PlacedRow {
        final BendersRow row;
        final int index;
        final int foundIn;
        boolean holds = true;

        PlacedRow(BendersRow row, int index, int foundIn) {
            this.row = row;
            this.index = index;
            this.foundIn = foundIn;
        }
    }

    /** Owns the model once it is made; until then {@link LpModel#owned} does. The candidates are those of the root. */
    public BendersMaster(LpModel model, Candidates candidates, Clusters clusters, SolveOptions options) {
        super(model, candidates, options);
        this.clusters = clusters;
        limitPoses();
        eta = new int[clusters.count()];
        capped = new boolean[eta.length];
        for (int r = 0; r < eta.length; r++) {
            eta[r] = model.addColumn(1, Double.NEGATIVE_INFINITY, 0, new int[0], new double[0]);
            capped[r] = true;
            rowsOf.add(new ArrayList<>());
        }
    }

    /**
     * Turns to a node.
     *
     * @param left its candidates
     * @param pool its columns; all others are fixed at zero
     * @param number of the node; rows found from now on hold there and below
     * @param ancestor whether it is below another node, or that node itself
     */
    public void enter(Candidates left, ColumnPool pool, int number, IntPredicate ancestor) {
        boolean first = named.size() == 0;
        candidates = left;
        node = number;
        named.freeOnly(pool::contains);
        pool.skeletons().forEach(this::add);
        boolean[] mayCost = new boolean[eta.length];
        for (int d : members) {
            use.require(d, clusters.of(d) >= 0 ? 0 : grid.toLp(left.penalty(d)));
            if (clusters.of(d) >= 0) {
                mayCost[clusters.of(d)] |= left.required(d);
            }
        }
        for (int r = 0; r < eta.length; r++) {
            cap(r, !mayCost[r]);
            rowsOf.get(r).forEach(placed -> hold(placed, ancestor.test(placed.foundIn)));
        }
        next = first ? Simplex.PRIMAL : Simplex.DUAL;
    }

    /** No local assignments cost nothing, so that eta is not positive, unless one of the cluster must be used. */
    private void cap(int r, boolean atZero) {
        if (capped[r] != atZero) {
            capped[r] = atZero;
            model.columnBounds(eta[r], Double.NEGATIVE_INFINITY, atZero ? 0 : Double.POSITIVE_INFINITY);
        }
    }

    private void hold(PlacedRow placed, boolean holds) {
        if (placed.holds != holds) {
            placed.holds = holds;
            rows += holds ? 1 : -1;
            model.rowBounds(
                    placed.index,
                    holds ? grid.toLp(placed.row.constant()) : Double.NEGATIVE_INFINITY,
                    Double.POSITIVE_INFINITY);
        }
    }

    @Override
    protected Entries entries(Skeleton skeleton) {
        Entries entries = new Entries();
        countPose(entries);
        for (int d : skeleton.detections()) {
            entries.add(use.row(d), 1);
            if (clusters.of(d) >= 0) {
                for (PlacedRow placed : rowsOf.get(clusters.of(d))) {
                    addSlope(entries, placed.index, placed.row, d);
                }
            }
        }
        return entries;
    }

    /** False when the row is known: an engine off by its tolerance would be sent it for ever. */
    public boolean add(BendersRow row) {
        for (PlacedRow placed : rowsOf.get(row.cluster())) {
            if (placed.row.sameAs(row) && placed.holds) {
                return false;
            }
        }
        place(row, node);
        return true;
    }

    private void place(BendersRow row, int foundIn) {
        Entries entries = new Entries();
        entries.add(eta[row.cluster()], 1);
        named.forEach((skeleton, column) -> {
            for (int d : skeleton.detections()) {
                if (clusters.of(d) == row.cluster()) {
                    addSlope(entries, column, row, d);
                }
            }
        });
        int index =
                model.addRow(grid.toLp(row.constant()), Double.POSITIVE_INFINITY, entries.indices(), entries.values());
        rowsOf.get(row.cluster()).add(new PlacedRow(row, index, foundIn));
        rows++;
        next = Simplex.DUAL;
    }

    private void addSlope(Entries entries, int at, BendersRow row, int d) {
        long slope = row.slope(clusters.position(d));
        if (slope != 0) {
            entries.add(at, -grid.toLp(slope));
        }
    }

    /** Rows that hold in the node at hand. */
    public int rows() {
        return rows;
    }

    /** Rows are dense: those that hold nothing up soon make up most of the LP. */
    @Override
    public boolean needsRebuild() {
        int all = rowsOf.stream().mapToInt(List::size).sum();
        return solved() && (all > SPARE_ROWS + 2 * binding().size() || super.needsRebuild());
    }

    /** Adds the rows that hold up the last optimum of another master of the same tree. */
    public void addBindingRows(BendersMaster other) {
        other.binding().forEach(placed -> place(placed.row, placed.foundIn));
    }

    private List<PlacedRow> binding() {
        return rowsOf.stream()
                .flatMap(List::stream)
                .filter(placed -> placed.holds && placed.index < result.rows() && result.dual(placed.index) > 0)
                .toList();
    }

    /** What the master believes a cluster's local assignments cost, in the LP's unit. */
    public double eta(int cluster) {
        return result.value(eta[cluster]);
    }

    /** x = G gamma, kept within 0 and 1 against the engine's rounding. */
    public double[] globalUse() {
        double[] x = new double[candidates.costs().size()];
        named.forEachFree((skeleton, column) -> {
            for (int d : skeleton.detections()) {
                x[d] += Math.max(0, result.value(column));
            }
        });
        Arrays.setAll(x, d -> Math.min(1, x[d]));
        return x;
    }

    /**
     * One certificate for both methods: lambda1 = mu0 + sum of mu l1, lambda3 = sum of mu l3 turn the Benders dual into a
     * point of pure column generation's dual; lambda3 is never above -Delta, where more of it only costs.
     */
    public DualPoint dual() {
        DualPoint dual = candidates.start();
        for (int d : members) {
            double mu0 = -result.dual(use.row(d));
            double lambda1 = use.required(d) ? mu0 : Math.max(0, mu0);
            double lambda3 = 0;
            if (clusters.of(d) >= 0) {
                int i = clusters.position(d);
                for (PlacedRow placed : rowsOf.get(clusters.of(d))) {
                    double mu = placed.holds ? Math.max(0, result.dual(placed.index)) : 0;
                    if (mu > 0) {
                        lambda1 += mu * grid.toLp(placed.row.l1()[i]);
                        lambda3 += mu * grid.toLp(placed.row.l3()[i]);
                    }
                }
            }
            dual.lambda1()[d] = grid.price(lambda1, candidates.priceFloor(d));
            if (candidates.locals(d).length > 0) {
                dual.lambda3()[d] = Math.min(dual.lambda3()[d], grid.price(lambda3));
            }
        }
        return dual.withNu(posePrice());
    }
}
