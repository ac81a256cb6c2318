package dev.jointly.lp;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A model that survives engine failures. It records every call; when a solve fails, throws, or ends in a way the caller
 * knows to be impossible, it makes a new model, repeats the calls and solves once more. A second failure is {@link
 * LpStatus#FAILED}: solving never throws, and the next solve starts afresh.
 *
 * <p>Only evident failures are caught. Numbers that are finite but wrong pass, so nothing may be published without
 * recomputing it.
 *
 * <p>Not thread-safe, like every model.
 */
public final class RebuildingModel implements LpModel {
    private final LpEngine engine;
    private final Set<LpStatus> impossible;
    private final Consumer<String> listener;
    private final Additions record = new Additions();
    /** Absent while the engine's copy is broken. */
    private @Nullable LpModel model;

    private boolean closed;

    /**
     * @param impossible endings that cannot be true of this model, say {@link LpStatus#INFEASIBLE} of one with a known
     *     feasible point
     * @param listener receives each failure, in a sentence
     */
    public RebuildingModel(LpEngine engine, Set<LpStatus> impossible, Consumer<String> listener) {
        if (impossible.contains(LpStatus.OPTIMAL) || impossible.contains(LpStatus.TIME_LIMIT)) {
            throw new IllegalArgumentException(
                    "impossible is " + impossible + " but a solve may always end as OPTIMAL or TIME_LIMIT");
        }
        this.engine = engine;
        this.impossible = Set.copyOf(impossible);
        this.listener = listener;
        model = made();
    }

    @Override
    public int columns() {
        requireOpen();
        return record.columnCount();
    }

    @Override
    public int rows() {
        requireOpen();
        return record.rowCount();
    }

    @Override
    public int addColumn(double cost, double lower, double upper, int[] rows, double[] values) {
        requireOpen();
        int added = record.addColumn(cost, lower, upper, rows, values);
        edit(to -> to.addColumn(cost, lower, upper, rows, values));
        return added;
    }

    @Override
    public int addRow(double lower, double upper, int[] columns, double[] values) {
        requireOpen();
        int added = record.addRow(lower, upper, columns, values);
        edit(to -> to.addRow(lower, upper, columns, values));
        return added;
    }

    @Override
    public void columnCost(int column, double cost) {
        requireOpen();
        record.columnCost(column, cost);
        edit(to -> to.columnCost(column, cost));
    }

    @Override
    public void columnBounds(int column, double lower, double upper) {
        requireOpen();
        record.columnBounds(column, lower, upper);
        edit(to -> to.columnBounds(column, lower, upper));
    }

    @Override
    public void rowBounds(int row, double lower, double upper) {
        requireOpen();
        record.rowBounds(row, lower, upper);
        edit(to -> to.rowBounds(row, lower, upper));
    }

    @Override
    public LpResult solve(Simplex simplex, Deadline deadline) {
        requireOpen();
        for (int tries = 0; tries < 2; tries++) {
            if (model == null) {
                model = remade();
            }
            LpResult result = attempt(simplex, deadline);
            if (result.status() != LpStatus.FAILED) {
                return result;
            }
            discard();
        }
        return LpResult.without(LpStatus.FAILED);
    }

    @Override
    public double objectiveWithout(int[] columns, int pivots) {
        requireOpen();
        LpModel current = model;
        if (current == null) {
            return Double.NaN;
        }
        try {
            return current.objectiveWithout(columns, pivots);
        } catch (RuntimeException e) {
            discard();
            listener.accept(engine.name() + " refused to try: " + e);
            return Double.NaN;
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            discard();
        }
    }

    /** One solve; whatever is wrong with it has been reported to the listener and become FAILED. */
    private LpResult attempt(Simplex simplex, Deadline deadline) {
        LpModel current = model;
        if (current == null) {
            return LpResult.without(LpStatus.FAILED);
        }
        LpResult result;
        try {
            result = current.solve(simplex, deadline);
        } catch (RuntimeException e) {
            return failed("threw " + e);
        }
        if (result.status() == LpStatus.FAILED || impossible.contains(result.status())) {
            return failed("ended as " + result.status());
        }
        if (result.optimal() && !result.fits(columns(), rows())) {
            return failed("claims an optimum of " + result.columns() + " columns");
        }
        if (result.optimal() && !result.finite()) {
            return failed("claims an optimum with numbers that are not finite");
        }
        return result;
    }

    private LpResult failed(String how) {
        listener.accept(engine.name() + " " + how + " on a model of " + columns() + " columns and " + rows() + " rows");
        return LpResult.without(LpStatus.FAILED);
    }

    private void edit(Consumer<LpModel> change) {
        LpModel current = model;
        if (current == null) {
            return;
        }
        try {
            change.accept(current);
        } catch (RuntimeException e) {
            discard();
            listener.accept(engine.name() + " refused a change: " + e);
        }
    }

    private @Nullable LpModel made() {
        try {
            return engine.newModel();
        } catch (RuntimeException e) {
            listener.accept(engine.name() + " made no model: " + e);
            return null;
        }
    }

    private @Nullable LpModel remade() {
        LpModel fresh = made();
        if (fresh == null) {
            return null;
        }
        try {
            replay(fresh);
            return fresh;
        } catch (RuntimeException e) {
            close(fresh);
            listener.accept(engine.name() + " refused to be rebuilt: " + e);
            return null;
        } catch (Error e) {
            try (fresh) {
                throw e;
            }
        }
    }

    private void replay(LpModel fresh) {
        SparseLines columns = record.columns();
        SparseLines rows = record.rows();
        for (Additions.Run run : record.runs()) {
            for (int i = run.from(); i < run.to(); i++) {
                if (run.ofColumns()) {
                    fresh.addColumn(
                            columns.cost(i),
                            columns.lower(i),
                            columns.upper(i),
                            columns.indices(i, i + 1),
                            columns.values(i, i + 1));
                } else {
                    fresh.addRow(rows.lower(i), rows.upper(i), rows.indices(i, i + 1), rows.values(i, i + 1));
                }
            }
        }
    }

    private void discard() {
        LpModel old = model;
        model = null;
        if (old != null) {
            close(old);
        }
    }

    private void close(LpModel old) {
        try {
            old.close();
        } catch (RuntimeException e) {
            listener.accept(engine.name() + " could not close a model: " + e);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the model is closed");
        }
    }
}
