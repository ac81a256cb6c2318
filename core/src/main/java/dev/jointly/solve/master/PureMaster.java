package dev.jointly.solve.master;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.NamedColumns;
import dev.jointly.lp.RequirableRows;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Region;
import dev.jointly.solve.term.Skeleton;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The master of pure column generation: one LP over both kinds of columns.
 *
 * <pre>{@code min Gamma'gamma + Psi'psi    G gamma + L psi <= 1    M psi - G gamma <= 0}</pre>
 *
 * The paper's third row, {@code L psi + M psi <= 1}, is the sum of these two. The second is for hosts only. In a node, the
 * first is an equation for each detection that must be used, and columns that its decisions rule out are fixed at zero.
 */
public final class PureMaster implements Master {
    private final LpModel model;
    private final MasterLimits limits;
    private final Grid grid;
    private final int[] members;
    private final RequirableRows use;
    private final int[] hostRow;
    private final NamedColumns<Skeleton> skeletons;
    private final NamedColumns<LocalAssignment> locals;
    /** What skeletons led from outside the region take, and what hosts outside take. */
    private final NamedColumns<Integer> joinable;

    private final NamedColumns<Integer> hostable;
    private Candidates candidates;
    private Region region;
    private Simplex next = Simplex.PRIMAL;
    private LpResult result = LpResult.without(LpStatus.FAILED);

    /** Owns the model once it is made; until then {@link LpModel#owned} does. */
    public PureMaster(LpModel model, Region region, SolveOptions options) {
        limits = new MasterLimits(options);
        this.model = model;
        this.region = region;
        candidates = region.candidates();
        grid = candidates.costs().grid();
        members = region.members();
        use = new RequirableRows(model, candidates.costs().size());
        hostRow = new int[candidates.costs().size()];
        Arrays.fill(hostRow, -1);
        for (int d : members) {
            use.add(d, 1);
        }
        for (int m : candidates.hosts()) {
            hostRow[m] = model.addRow(Double.NEGATIVE_INFINITY, 0, new int[0], new double[0]);
        }
        skeletons = new NamedColumns<>(model);
        locals = new NamedColumns<>(model);
        joinable = new NamedColumns<>(model);
        hostable = new NamedColumns<>(model);
        for (int d : region.joinable()) {
            Entries entries = new Entries(2);
            addInSkeleton(d, entries);
            joinable.add(d, -grid.toLp(region.inSkeleton(d)), entries.indices(), entries.values());
        }
        for (int d : region.hostable()) {
            hostable.add(d, -grid.toLp(region.asLocal(d)), new int[] {use.row(d)}, new double[] {1});
        }
    }

    /**
     * Turns to a node.
     *
     * @param left its candidates
     * @param settled the region as its decisions leave it
     * @param pool its columns; all others are fixed at zero
     */
    public void enter(Candidates left, Region settled, ColumnPool pool) {
        boolean first = skeletons.size() + locals.size() == 0;
        candidates = left;
        region = settled;
        skeletons.freeOnly(pool::contains);
        locals.freeOnly(pool::contains);
        joinable.freeOnly(region::joinable);
        hostable.freeOnly(region::hostable);
        pool.skeletons().forEach(this::add);
        pool.locals().forEach(this::add);
        for (int d : members) {
            use.require(d, grid.toLp(left.penalty(d)));
        }
        next = first ? Simplex.PRIMAL : Simplex.DUAL;
    }

    public void add(Skeleton skeleton) {
        next = Simplex.PRIMAL;
        if (skeletons.free(skeleton)) {
            return;
        }
        Entries entries = new Entries(2 * skeleton.detections().length);
        double cost = Grid.microToLp(skeleton.cost());
        for (int d : skeleton.detections()) {
            if (region.owns(d)) {
                addInSkeleton(d, entries);
            } else {
                cost += grid.toLp(region.inSkeleton(d));
            }
        }
        skeletons.add(skeleton, cost, entries.indices(), entries.values());
    }

    public void add(LocalAssignment local) {
        next = Simplex.PRIMAL;
        if (locals.free(local)) {
            return;
        }
        Entries entries = new Entries(1 + local.locals().length);
        double cost = Grid.microToLp(local.cost());
        for (int d : local.locals()) {
            if (region.owns(d)) {
                entries.add(use.row(d), 1);
            } else {
                cost += grid.toLp(region.asLocal(d));
            }
        }
        entries.add(hostRow[local.global()], 1);
        locals.add(local, cost, entries.indices(), entries.values());
    }

    private void addInSkeleton(int d, Entries entries) {
        entries.add(use.row(d), 1);
        if (hostRow[d] >= 0) {
            entries.add(hostRow[d], -1);
        }
    }

    @Override
    public boolean solve(Deadline deadline) {
        result = model.solve(next, deadline);
        return result.optimal();
    }

    @Override
    public double objective() {
        return result.objective();
    }

    @Override
    public double objectiveWithout(Predicate<Skeleton> ruledOut, Predicate<LocalAssignment> ruledOutLocal) {
        return limits.objectiveWithout(
                model,
                IntStream.concat(Arrays.stream(skeletons.free(ruledOut)), Arrays.stream(locals.free(ruledOutLocal))));
    }

    @Override
    public int columns() {
        return skeletons.freeCount() + locals.freeCount();
    }

    @Override
    public boolean crowded() {
        return limits.crowded(skeletons.size() + locals.size(), columns());
    }

    @Override
    public PrimalPoint point() {
        PrimalPoint point = new PrimalPoint();
        skeletons.forEachFree((skeleton, column) -> point.add(skeleton, result.value(column)));
        locals.forEachFree((local, column) -> point.add(local, result.value(column)));
        return point;
    }

    /** The LP's duals on the grid; lambda3 is never above -Delta, where more of it only costs. */
    @Override
    public DualPoint dual() {
        DualPoint dual = region.start(candidates);
        for (int d : members) {
            dual.lambda1()[d] = grid.price(-result.dual(use.row(d)), candidates.priceFloor(d));
            if (hostRow[d] >= 0) {
                dual.lambda3()[d] = Math.min(dual.lambda3()[d], grid.price(-result.dual(hostRow[d])));
            }
        }
        return dual;
    }

    @Override
    public void close() {
        model.close();
    }
}
