package dev.jointly.solve.master;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Region;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The master of pure column generation: one LP over both kinds of columns.
 *
 * <pre>{@code min Gamma'gamma + Psi'psi    G gamma + L psi <= 1    M psi - G gamma <= 0}</pre>
 *
 * The paper's third row, {@code L psi + M psi <= 1}, is the sum of these two. The second is for hosts only.
 */
public final class PureMaster implements AutoCloseable {
    private final LpModel model;
    private final Candidates candidates;
    private final Region region;
    private final int[] members;
    private final int[] useRow;
    private final int[] hostRow;
    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<LocalAssignment> locals = new ArrayList<>();
    private final List<Integer> skeletonColumns = new ArrayList<>();
    private final List<Integer> localColumns = new ArrayList<>();
    private LpResult result = LpResult.without(LpStatus.FAILED);

    /**
     * Owns the model once it is made; until then {@link LpModel#owned} does.
     *
     * @param candidates what is left of the region's
     */
    public PureMaster(LpModel model, Candidates candidates, Region region) {
        this.model = model;
        this.candidates = candidates;
        this.region = region;
        members = region.members();
        int size = candidates.costs().size();
        useRow = absent(size);
        hostRow = absent(size);
        for (int d : members) {
            useRow[d] = atMost(1);
        }
        for (int m : candidates.hosts()) {
            hostRow[m] = atMost(0);
        }
        for (int d : region.joinable()) {
            Entries entries = new Entries(2);
            addInSkeleton(d, entries);
            addColumn(-grid().toLp(region.inSkeleton(d)), entries);
        }
        for (int d : region.hostable()) {
            Entries entries = new Entries(2);
            entries.add(useRow[d], 1);
            addColumn(-grid().toLp(region.asLocal(d)), entries);
        }
    }

    private Grid grid() {
        return candidates.costs().grid();
    }

    private static int[] absent(int size) {
        int[] rows = new int[size];
        Arrays.fill(rows, -1);
        return rows;
    }

    private int atMost(double bound) {
        return model.addRow(Double.NEGATIVE_INFINITY, bound, new int[0], new double[0]);
    }

    public void add(Skeleton skeleton) {
        Entries entries = new Entries(2 * skeleton.detections().length);
        double cost = Grid.microToLp(candidates.costs().net(skeleton));
        for (int d : skeleton.detections()) {
            if (region.owns(d)) {
                addInSkeleton(d, entries);
            } else {
                cost += grid().toLp(region.inSkeleton(d));
            }
        }
        skeletons.add(skeleton);
        skeletonColumns.add(addColumn(cost, entries));
    }

    public void add(LocalAssignment local) {
        Entries entries = new Entries(2 + 2 * local.locals().length);
        double cost = Grid.microToLp(candidates.costs().net(local));
        for (int d : local.locals()) {
            if (region.owns(d)) {
                entries.add(useRow[d], 1);
            } else {
                cost += grid().toLp(region.asLocal(d));
            }
        }
        entries.add(hostRow[local.global()], 1);
        locals.add(local);
        localColumns.add(addColumn(cost, entries));
    }

    private void addInSkeleton(int d, Entries entries) {
        entries.add(useRow[d], 1);
        if (hostRow[d] >= 0) {
            entries.add(hostRow[d], -1);
        }
    }

    private int addColumn(double cost, Entries entries) {
        return model.addColumn(cost, 0, Double.POSITIVE_INFINITY, entries.indices(), entries.values());
    }

    /** Re-solves after new columns; false when the engine has no optimum to offer. */
    public boolean solve(Deadline deadline) {
        result = model.solve(Simplex.PRIMAL, deadline);
        return result.optimal();
    }

    /** See {@link dev.jointly.solve.term.StrongBranchingOracle}. The last point and its duals are not touched. */
    public double objectiveWithout(Predicate<Skeleton> ruledOut, Predicate<LocalAssignment> ruledOutLocal) {
        List<Integer> columns = new ArrayList<>(Entries.where(skeletons, ruledOut, skeletonColumns));
        columns.addAll(Entries.where(locals, ruledOutLocal, localColumns));
        return Entries.objectiveWithout(model, columns);
    }

    public int columns() {
        return model.columns();
    }

    /** Value of the i-th skeleton added, at the last solve. */
    public double skeletonValue(int i) {
        return result.value(skeletonColumns.get(i));
    }

    /** Value of the i-th local assignment added, at the last solve. */
    public double localValue(int i) {
        return result.value(localColumns.get(i));
    }

    /** The LP's duals on the grid; lambda3 is never above -Delta, where more of it only costs. */
    public DualPoint dual() {
        DualPoint dual = region.start(candidates);
        Grid grid = grid();
        for (int d : members) {
            dual.lambda1()[d] = grid.price(-result.dual(useRow[d]));
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
