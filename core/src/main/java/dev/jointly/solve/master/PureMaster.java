package dev.jointly.solve.master;

import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.NamedColumns;
import dev.jointly.solve.cut.TreeCuts;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.LocalAssignment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The master of pure column generation: one LP over both kinds of columns.
 *
 * <pre>{@code min Gamma'gamma + Psi'psi    G gamma + L psi <= 1    M psi - G gamma <= 0}</pre>
 *
 * The paper's second row, {@code L psi + M psi <= 1}, is the sum of these two. Only hosts have a row of the last kind. In a
 * node, the first row is an equation for each detection that must be used, and columns that its decisions rule out are fixed
 * at zero. Cuts are more rows, which hold in every node, and so is a limit on the number of poses.
 */
public final class PureMaster extends RestrictedMaster<Column> {
    private final int[] hostRow;
    private final NamedColumns<Bare> bare;

    /**
     * Stands for what reductions have ruled out, which would be of use if cuts made a detection cheaper than it ever was.
     *
     * @param least lambda1 - lambda3 less discounts, in a node
     */
    private record Bare(int detection, long least) {}

    private final List<HalfIntegralCut> cuts = new ArrayList<>();
    private final List<Integer> cutRow = new ArrayList<>();
    private final BitSet active = new BitSet();

    /** Owns the model once it is made; until then {@link LpModel#owned} does. */
    public PureMaster(LpModel model, Candidates root, SolveOptions options) {
        super(model, root, options);
        hostRow = new int[root.costs().size()];
        Arrays.fill(hostRow, -1);
        for (int m : root.hosts()) {
            hostRow[m] = model.addRow(Double.NEGATIVE_INFINITY, 0, new int[0], new double[0]);
        }
        limitPoses();
        bare = new NamedColumns<>(model);
    }

    /**
     * Turns to a node.
     *
     * @param left its candidates
     * @param pool its columns; all others are fixed at zero
     */
    public void enter(Candidates left, ColumnPool pool) {
        boolean first = named.size() == 0;
        candidates = left;
        named.freeOnly(pool::contains);
        bare.freeOnly(this::fits);
        pool.columns().forEach(this::add);
        for (int d : members) {
            use.require(d, grid.toLp(left.penalty(d)));
        }
        cuts.forEach(this::addBare);
        next = first ? Simplex.PRIMAL : Simplex.DUAL;
    }

    @Override
    protected Entries entries(Column column) {
        Entries entries = new Entries();
        if (column instanceof LocalAssignment local) {
            for (int d : local.locals()) {
                entries.add(use.row(d), 1);
            }
            entries.add(hostRow[local.global()], 1);
        } else {
            countPose(entries);
            for (int d : column.used()) {
                addInSkeleton(d, entries);
            }
        }
        for (int t = 0; t < cuts.size(); t++) {
            entries.addIfNotZero(cutRow.get(t), cuts.get(t).coefficient(column));
        }
        return entries;
    }

    /** Prices of the cuts in the optimum. */
    public CutPrices cutPrices() {
        return dual().cuts();
    }

    /** Adds the cuts of the tree that are new, and frees those of bounds that are retired. */
    public void enter(TreeCuts tree) {
        for (int t = 0; t < tree.list().size(); t++) {
            if (t == cuts.size()) {
                add(tree.list().get(t));
                active.set(t);
            }
            if (active.get(t) != tree.isActive(t)) {
                active.set(t, tree.isActive(t));
                rowsChanged();
                model.rowBounds(
                        cutRow.get(t),
                        Double.NEGATIVE_INFINITY,
                        active.get(t) ? cuts.get(t).limit() : Double.POSITIVE_INFINITY);
            }
        }
    }

    private void rowsChanged() {
        next = Simplex.DUAL;
        result = LpResult.without(LpStatus.FAILED);
    }

    private void add(HalfIntegralCut cut) {
        rowsChanged();
        Entries entries = new Entries();
        named.forEach((name, column) -> entries.addIfNotZero(column, cut.coefficient(name)));
        bare.forEach((one, column) -> entries.addIfNotZero(column, cut.coefficient(new int[] {one.detection()})));
        cuts.add(cut);
        cutRow.add(model.addRow(Double.NEGATIVE_INFINITY, cut.limit(), entries.indices(), entries.values()));
        addBare(cut);
    }

    private boolean fits(Bare one) {
        return one.least() == candidates.leastInSkeleton(one.detection());
    }

    /** Keeps lambda1 - lambda3 less discounts at what the reductions of the node reckoned with. */
    private void addBare(HalfIntegralCut cut) {
        for (int d : cut.host()) {
            Bare one = new Bare(d, candidates.leastInSkeleton(d));
            if (!cut.uses(d) && !bare.free(one)) {
                Entries entries = new Entries();
                addInSkeleton(d, entries);
                for (int t = 0; t < cuts.size(); t++) {
                    entries.addIfNotZero(cutRow.get(t), cuts.get(t).coefficient(new int[] {d}));
                }
                bare.add(one, -grid.toLp(one.least()), entries.indices(), entries.values());
            }
        }
    }

    private void addInSkeleton(int d, Entries entries) {
        entries.add(use.row(d), 1);
        if (hostRow[d] >= 0) {
            entries.add(hostRow[d], -1);
        }
    }

    /** The LP's duals on the grid; lambda3 is never above -Delta, where more of it only costs. */
    public DualPoint dual() {
        DualPoint dual = candidates.start();
        for (int d : members) {
            dual.lambda1()[d] = grid.price(-result.dual(use.row(d)), candidates.priceFloor(d));
            if (hostRow[d] >= 0) {
                dual.lambda3()[d] = Math.min(dual.lambda3()[d], grid.price(-result.dual(hostRow[d])));
            }
        }
        dual = dual.withNu(posePrice());
        if (cuts.isEmpty()) {
            return dual;
        }
        long[] sigma = new long[cuts.size()];
        for (int t = 0; t < sigma.length; t++) {
            sigma[t] = active.get(t) ? grid.price(-result.dual(cutRow.get(t))) : 0;
        }
        return dual.withCuts(new CutPrices(cuts, sigma));
    }
}
