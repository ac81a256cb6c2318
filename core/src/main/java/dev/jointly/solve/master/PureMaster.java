package dev.jointly.solve.master;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.NamedColumns;
import dev.jointly.lp.RequirableRows;
import dev.jointly.solve.cut.TreeCuts;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Skeleton;
import dev.jointly.solve.term.StrongBranchingOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The master of pure column generation: one LP over both kinds of columns.
 *
 * <pre>{@code min Gamma'gamma + Psi'psi    G gamma + L psi <= 1    M psi - G gamma <= 0}</pre>
 *
 * The paper's second row, {@code L psi + M psi <= 1}, is the sum of these two. Only hosts have a row of the last kind. In a
 * node, the first row is an equation for each detection that must be used, and columns that its decisions rule out are fixed
 * at zero. Cuts are more rows, which hold in every node, and so is a limit on the number of poses.
 */
public final class PureMaster implements AutoCloseable {
    private final LpModel model;
    private final MasterLimits limits;
    private final Grid grid;
    private final int[] members;
    private final RequirableRows use;
    private final int[] hostRow;
    private final PoseLimitRow poses;
    private final NamedColumns<Skeleton> skeletons;
    private final NamedColumns<LocalAssignment> locals;
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
    private Candidates candidates;
    private Simplex next = Simplex.PRIMAL;
    private LpResult result = LpResult.without(LpStatus.FAILED);

    /** Owns the model once it is made; until then {@link LpModel#owned} does. */
    public PureMaster(LpModel model, Candidates root, SolveOptions options) {
        limits = new MasterLimits(options);
        this.model = model;
        candidates = root;
        grid = candidates.costs().grid();
        members = candidates.members();
        use = new RequirableRows(model, candidates.costs().size());
        hostRow = new int[candidates.costs().size()];
        Arrays.fill(hostRow, -1);
        for (int d : members) {
            use.add(d, 1);
        }
        for (int m : candidates.hosts()) {
            hostRow[m] = model.addRow(Double.NEGATIVE_INFINITY, 0, new int[0], new double[0]);
        }
        poses = new PoseLimitRow(model, candidates.costs());
        skeletons = new NamedColumns<>(model);
        locals = new NamedColumns<>(model);
        bare = new NamedColumns<>(model);
    }

    /**
     * Turns to a node.
     *
     * @param left its candidates
     * @param pool its columns; all others are fixed at zero
     */
    public void enter(Candidates left, ColumnPool pool) {
        boolean first = skeletons.size() + locals.size() == 0;
        candidates = left;
        skeletons.freeOnly(pool::contains);
        locals.freeOnly(pool::contains);
        bare.freeOnly(this::fits);
        pool.skeletons().forEach(this::add);
        pool.locals().forEach(this::add);
        for (int d : members) {
            use.require(d, grid.toLp(left.penalty(d)));
        }
        cuts.forEach(this::addBare);
        next = first ? Simplex.PRIMAL : Simplex.DUAL;
    }

    public void add(Skeleton skeleton) {
        next = Simplex.PRIMAL;
        if (skeletons.free(skeleton)) {
            return;
        }
        Entries entries = new Entries(1 + 2 * skeleton.detections().length);
        poses.addTo(entries);
        for (int d : skeleton.detections()) {
            addInSkeleton(d, entries);
        }
        for (int t = 0; t < cuts.size(); t++) {
            entries.addIfNotZero(cutRow.get(t), cuts.get(t).coefficient(skeleton));
        }
        skeletons.add(skeleton, Grid.microToLp(skeleton.cost()), entries.indices(), entries.values());
    }

    public void add(LocalAssignment local) {
        next = Simplex.PRIMAL;
        if (locals.free(local)) {
            return;
        }
        Entries entries = new Entries(1 + local.locals().length);
        for (int d : local.locals()) {
            entries.add(use.row(d), 1);
        }
        entries.add(hostRow[local.global()], 1);
        for (int t = 0; t < cuts.size(); t++) {
            entries.addIfNotZero(cutRow.get(t), cuts.get(t).coefficient(local));
        }
        locals.add(local, Grid.microToLp(local.cost()), entries.indices(), entries.values());
    }

    /** Whether there is an optimum of the LP as it is now: false after a solve that was cut short, and after new cuts. */
    public boolean solved() {
        return result.optimal();
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
        Entries entries = new Entries(skeletons.size() + locals.size());
        skeletons.forEach((skeleton, column) -> entries.addIfNotZero(column, cut.coefficient(skeleton)));
        locals.forEach((local, column) -> entries.addIfNotZero(column, cut.coefficient(local)));
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
                Entries entries = new Entries(2 + cuts.size());
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

    /** Solves the LP again after changes; false when the engine has no optimum to offer. */
    public boolean solve(Deadline deadline) {
        result = model.solve(next, deadline);
        return result.optimal();
    }

    /** The last optimum, in the LP's unit, penalties among it: never for a proof. */
    public double objective() {
        return result.objective();
    }

    /** See {@link StrongBranchingOracle}. The last optimum and its duals are not touched. */
    public double objectiveWithout(Predicate<Skeleton> ruledOut, Predicate<LocalAssignment> ruledOutLocal) {
        return limits.objectiveWithout(
                model,
                IntStream.concat(Arrays.stream(skeletons.free(ruledOut)), Arrays.stream(locals.free(ruledOutLocal))));
    }

    /** Columns in use. */
    public int columns() {
        return skeletons.freeCount() + locals.freeCount();
    }

    /** Whether most of the LP is of no use in the node at hand, so that a new master would be better. */
    public boolean needsRebuild() {
        return limits.crowded(skeletons.size() + locals.size(), columns());
    }

    /** The columns of the last optimum. */
    public PrimalPoint point() {
        PrimalPoint point = new PrimalPoint();
        skeletons.forEachFree((skeleton, column) -> point.add(skeleton, result.value(column)));
        locals.forEachFree((local, column) -> point.add(local, result.value(column)));
        return point;
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
        dual = dual.withNu(poses.price(result, grid));
        if (cuts.isEmpty()) {
            return dual;
        }
        long[] sigma = new long[cuts.size()];
        for (int t = 0; t < sigma.length; t++) {
            sigma[t] = active.get(t) ? grid.price(-result.dual(cutRow.get(t))) : 0;
        }
        return dual.withCuts(new CutPrices(cuts, sigma));
    }

    @Override
    public void close() {
        model.close();
    }
}
