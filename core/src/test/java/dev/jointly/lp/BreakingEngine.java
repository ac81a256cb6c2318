package dev.jointly.lp;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Hands everything on to an engine, counts the models that are open, and throws at one call of its own choosing. */
public final class BreakingEngine implements LpEngine {
    /** Nobody can be expected to catch it and go on. */
    public static final class Broken extends Error {
        public Broken() {
            super("broken on purpose");
        }
    }

    private final LpEngine engine;
    private final long at;
    private final @Nullable Supplier<? extends Throwable> what;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong made = new AtomicLong();

    /**
     * @param at the call that breaks, of any model, counted from 1
     * @param what is thrown there: a RuntimeException or an Error
     */
    public BreakingEngine(LpEngine engine, long at, @Nullable Supplier<? extends Throwable> what) {
        this.engine = engine;
        this.at = at;
        this.what = what;
    }

    /** Models that nobody has closed. */
    public long open() {
        return open.get();
    }

    public long made() {
        return made.get();
    }

    public long calls() {
        return calls.get();
    }

    private void step() {
        if (calls.incrementAndGet() == at && what != null) {
            Throwable thrown = what.get();
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public LpModel newModel() {
        step();
        LpModel model = engine.newModel();
        open.incrementAndGet();
        made.incrementAndGet();
        return new Counted(model);
    }

    @Override
    public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
        step();
        return engine.solve(program, limit, deadline);
    }

    private final class Counted extends ForwardingModel {
        private final AtomicBoolean closed = new AtomicBoolean();

        Counted(LpModel model) {
            super(model);
        }

        @Override
        public int addColumn(double cost, double lower, double upper, int[] rows, double[] values) {
            step();
            return super.addColumn(cost, lower, upper, rows, values);
        }

        @Override
        public int addRow(double lower, double upper, int[] columns, double[] values) {
            step();
            return super.addRow(lower, upper, columns, values);
        }

        @Override
        public void columnCost(int column, double cost) {
            step();
            super.columnCost(column, cost);
        }

        @Override
        public void columnBounds(int column, double lower, double upper) {
            step();
            super.columnBounds(column, lower, upper);
        }

        @Override
        public void rowBounds(int row, double lower, double upper) {
            step();
            super.rowBounds(row, lower, upper);
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            step();
            return super.solve(simplex, deadline);
        }

        @Override
        public double objectiveWithout(int[] columns, int pivots) {
            step();
            return super.objectiveWithout(columns, pivots);
        }

        /** Counts only if the real one could be closed: it refuses while another thread is at work on it. */
        @Override
        public void close() {
            super.close();
            if (closed.compareAndSet(false, true)) {
                open.decrementAndGet();
            }
        }
    }
}
