package dev.jointly.lp.highs;

import dev.jointly.lp.Additions;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A model held by HiGHS. New columns and rows are collected and handed over in as few calls as their order allows when
 * the model is solved. While it has no columns or no rows it stays on this side and is answered without the engine.
 *
 * <p>A model may wander from thread to thread but not be used by two at once: that is refused, since it would crash the
 * process at best.
 */
final class HighsModel implements LpModel {
    /**
     * HiGHS asks its watch at every iteration, which costs more than iterations of a small model can bear: those of so many
     * columns and rows together are run unwatched at first.
     */
    private static final int SMALL = 1_000;

    /** Iterations of such a run before it is interrupted to be watched, so that a stop is noticed quickly. */
    private static final int UNWATCHED = 5_000;

    private static final int DUAL_SIMPLEX = 1;
    private static final int PRIMAL_SIMPLEX = 4;

    private final int small;
    private final int unwatched;
    private final Handle handle = new Handle(Highs.SIMPLEX_INTERRUPT, HighsModel::setUp);
    private final Additions pending = new Additions();
    private final AtomicBoolean busy = new AtomicBoolean();
    /** Set while columns and rows are on their way; still set when the engine did not take them all. */
    private boolean halfPassed;
    /** That of the last solve. */
    private Deadline deadline = Deadline.after(Duration.ZERO);

    HighsModel() {
        this(SMALL, UNWATCHED);
    }

    /** With other limits than {@link #SMALL} and {@link #UNWATCHED}. */
    HighsModel(int small, int unwatched) {
        this.small = small;
        this.unwatched = unwatched;
    }

    static void setUp(Handle handle) {
        handle.option("presolve", "off");
        handle.option("solver", "simplex");
        handle.option("primal_feasibility_tolerance", 1e-9);
        handle.option("dual_feasibility_tolerance", 1e-9);
        handle.option("small_matrix_value", 1e-12);
    }

    @Override
    public int columns() {
        requireOpen();
        return pending.columnCount();
    }

    @Override
    public int rows() {
        requireOpen();
        return pending.rowCount();
    }

    @Override
    public int addColumn(double cost, double lower, double upper, int[] rows, double[] values) {
        return alone(() -> pending.addColumn(cost, lower, upper, rows, values));
    }

    @Override
    public int addRow(double lower, double upper, int[] columns, double[] values) {
        return alone(() -> pending.addRow(lower, upper, columns, values));
    }

    @Override
    public void columnCost(int column, double cost) {
        edit(() -> {
            if (!pending.columnCost(column, cost)) {
                handle.columnCost(column, cost);
            }
        });
    }

    @Override
    public void columnBounds(int column, double lower, double upper) {
        edit(() -> {
            if (!pending.columnBounds(column, lower, upper)) {
                handle.columnBounds(column, lower, upper);
            }
        });
    }

    @Override
    public void rowBounds(int row, double lower, double upper) {
        edit(() -> {
            if (!pending.rowBounds(row, lower, upper)) {
                handle.rowBounds(row, lower, upper);
            }
        });
    }

    @Override
    public LpResult solve(Simplex simplex, Deadline limit) {
        return alone(() -> {
            deadline = limit;
            if (deadline.passed()) {
                return LpResult.without(LpStatus.TIME_LIMIT);
            }
            if (rows() == 0) {
                return WithoutRows.solve(pending.columns());
            }
            if (columns() == 0) {
                return WithoutRows.withoutColumns(pending.rows());
            }
            pass();
            handle.option("simplex_strategy", simplex == Simplex.PRIMAL ? PRIMAL_SIMPLEX : DUAL_SIMPLEX);
            return run();
        });
    }

    @Override
    public double objectiveWithout(int[] columns, int pivots) {
        return alone(() -> {
            if (!pending.runs().isEmpty() || columns() == 0 || rows() == 0) {
                return Double.NaN;
            }
            handle.option("simplex_strategy", DUAL_SIMPLEX);
            return handle.objectiveWithout(columns, pivots, deadline.remainingSeconds());
        });
    }

    /** Hands pending columns and rows to the engine, in their order: each may name only lines that came before it. */
    private void pass() {
        if (halfPassed) {
            throw new IllegalStateException("HiGHS refused part of this model before; create a new one");
        }
        halfPassed = true;
        for (Additions.Run run : pending.runs()) {
            if (run.ofColumns()) {
                handle.addColumns(pending.columns(), run.from(), run.to());
            } else {
                handle.addRows(pending.rows(), run.from(), run.to());
            }
        }
        pending.clear();
        halfPassed = false;
    }

    private LpResult run() {
        Run run = new Run();
        LpStatus status = run.status();
        if (status == LpStatus.FAILED) {
            // a start from scratch takes another path
            handle.clearSolver();
            status = run.status();
        }
        if (status != LpStatus.OPTIMAL) {
            return LpResult.without(status);
        }
        double[] values = new double[columns()];
        double[] reducedCosts = new double[columns()];
        double[] duals = new double[rows()];
        handle.solution(values, reducedCosts, duals);
        return new LpResult(status, handle.objective(), values, duals, reducedCosts, run.iterations);
    }

    /** Adds up the iterations of the pieces of a run. */
    private final class Run {
        long iterations;

        LpStatus status() {
            LpStatus status = columns() + rows() <= small ? unwatched() : LpStatus.WORK_LIMIT;
            return status == LpStatus.WORK_LIMIT ? counted(handle.runWatched(new Watch(deadline))) : status;
        }

        private LpStatus unwatched() {
            double seconds = deadline.remainingSeconds();
            if (seconds <= 0) {
                return LpStatus.TIME_LIMIT;
            }
            handle.iterationLimit(unwatched);
            try {
                return counted(handle.run(seconds));
            } finally {
                handle.iterationLimit(Integer.MAX_VALUE);
            }
        }

        private LpStatus counted(LpStatus status) {
            iterations += Math.max(0, handle.intInfo("simplex_iteration_count"));
            return status;
        }
    }

    @Override
    public void close() {
        if (!handle.closed()) {
            edit(handle::close);
        }
    }

    private void edit(Runnable change) {
        alone(() -> {
            change.run();
            return true;
        });
    }

    private <T> T alone(Supplier<T> use) {
        if (!busy.compareAndSet(false, true)) {
            throw new IllegalStateException("the model is in use by another thread; give each thread its own");
        }
        try {
            requireOpen();
            return use.get();
        } finally {
            busy.set(false);
        }
    }

    private void requireOpen() {
        if (handle.closed()) {
            throw new IllegalStateException("the model is closed");
        }
    }
}
