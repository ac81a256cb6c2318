package dev.jointly.solve.master;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.NamedColumns;
import dev.jointly.lp.RequirableRows;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.PrimalPoint;
import java.util.function.Predicate;

/**
 * What the masters of both methods have in common: the rows {@code G gamma + L psi <= 1}, the row {@code 1'gamma <= N} where the
 * number of poses is limited, columns that are fixed at zero while no node needs them, and the last optimum.
 *
 * @param <C> the kinds of columns
 */
public abstract class RestrictedMaster<C extends Column> implements AutoCloseable {
    /** An LP of more columns is rebuilt if fewer than one in {@link #REBUILD_RATIO} are in use. On the 88 shared problems, 500 columns or one in 2 change nothing. */
    private static final int CROWDED_COLUMNS = 2_000;

    private static final long REBUILD_RATIO = 8;
    private static final int NONE = -1;

    protected final LpModel model;
    protected final Grid grid;
    protected final int[] members;
    protected final RequirableRows use;
    protected final NamedColumns<C> named;
    protected Candidates candidates;
    protected Simplex next = Simplex.PRIMAL;
    protected LpResult result = LpResult.without(LpStatus.FAILED);
    private final int pivots;
    private int poses = NONE;

    /** Owns the model once it is made; until then {@link LpModel#owned} does. The candidates are those of the root. */
    protected RestrictedMaster(LpModel model, Candidates candidates, SolveOptions options) {
        this.model = model;
        this.candidates = candidates;
        grid = candidates.costs().grid();
        members = candidates.members();
        pivots = options.count(SolveOption.BRANCHING_PIVOTS);
        use = new RequirableRows(model, candidates.costs().size());
        for (int d : members) {
            use.add(d, 1);
        }
        named = new NamedColumns<>(model);
    }

    /** Adds the row that limits the number of poses, if they are limited. */
    protected final void limitPoses() {
        if (candidates.costs().limited()) {
            poses = model.addRow(Double.NEGATIVE_INFINITY, candidates.costs().mostPoses(), new int[0], new double[0]);
        }
    }

    /** Counts a skeleton in that row. */
    protected final void countPose(Entries skeleton) {
        if (poses != NONE) {
            skeleton.add(poses, 1);
        }
    }

    /** nu in the last optimum, on the grid. */
    protected final long posePrice() {
        return poses == NONE ? 0 : grid.price(-result.dual(poses));
    }

    /** The entries of a column in all rows there are. */
    protected abstract Entries entries(C column);

    public final void add(C column) {
        next = Simplex.PRIMAL;
        if (!named.free(column)) {
            Entries entries = entries(column);
            named.add(column, Grid.microToLp(column.cost()), entries.indices(), entries.values());
        }
    }

    /** Solves the LP again after changes; false when the engine has no optimum to offer. */
    public final boolean solve(Deadline deadline) {
        result = model.solve(next, deadline);
        return result.optimal();
    }

    /**
     * Whether there is an optimum of the LP, to which all that is said of the last point refers: false after a solve that was cut
     * short, and after new cuts.
     */
    public final boolean solved() {
        return result.optimal();
    }

    /** The last optimum, in the LP's unit, penalties among it: never for a proof. */
    public final double objective() {
        return result.objective();
    }

    /** See {@link dev.jointly.solve.term.StrongBranchingOracle}. The last optimum and its duals are not touched. */
    public final double objectiveWithout(Predicate<Column> ruledOut) {
        return model.objectiveWithout(named.free(ruledOut), pivots);
    }

    /** Columns in use. */
    public final int columns() {
        return named.freeCount();
    }

    /** Whether most of the LP is of no use in the node at hand, so that a new master would be better. */
    public boolean needsRebuild() {
        return named.size() > CROWDED_COLUMNS && named.size() > REBUILD_RATIO * columns();
    }

    /** The columns of the last optimum. */
    public final PrimalPoint point() {
        PrimalPoint point = new PrimalPoint();
        named.forEachFree((name, column) -> point.add(name, result.value(column)));
        return point;
    }

    @Override
    public final void close() {
        model.close();
    }
}
