package dev.jointly.lp;

import java.util.concurrent.atomic.AtomicLong;

/** Hands everything on to an engine and counts what it is asked to do; the same on every machine, unlike time. */
public final class CountingEngine implements LpEngine {
    private final LpEngine engine;
    private final AtomicLong solves = new AtomicLong();
    private final AtomicLong pivots = new AtomicLong();
    private final AtomicLong trials = new AtomicLong();
    private final AtomicLong integerPrograms = new AtomicLong();

    public CountingEngine(LpEngine engine) {
        this.engine = engine;
    }

    /** Linear programs solved or solved again. */
    public long solves() {
        return solves.get();
    }

    /** Simplex iterations of these. */
    public long pivots() {
        return pivots.get();
    }

    /** Questions what the optimum would be without some columns. */
    public long trials() {
        return trials.get();
    }

    public long integerPrograms() {
        return integerPrograms.get();
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public LpModel newModel() {
        return new Counted(engine.newModel());
    }

    @Override
    public IntegerResult solve(IntegerProgram program, Deadline deadline) {
        integerPrograms.incrementAndGet();
        return engine.solve(program, deadline);
    }

    private final class Counted implements LpModel {
        private final LpModel model;

        Counted(LpModel model) {
            this.model = model;
        }

        @Override
        public int columns() {
            return model.columns();
        }

        @Override
        public int rows() {
            return model.rows();
        }

        @Override
        public int addColumn(double cost, double lower, double upper, int[] rows, double[] values) {
            return model.addColumn(cost, lower, upper, rows, values);
        }

        @Override
        public int addRow(double lower, double upper, int[] columns, double[] values) {
            return model.addRow(lower, upper, columns, values);
        }

        @Override
        public void columnCost(int column, double cost) {
            model.columnCost(column, cost);
        }

        @Override
        public void columnBounds(int column, double lower, double upper) {
            model.columnBounds(column, lower, upper);
        }

        @Override
        public void rowBounds(int row, double lower, double upper) {
            model.rowBounds(row, lower, upper);
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            LpResult result = model.solve(simplex, deadline);
            solves.incrementAndGet();
            pivots.addAndGet(result.iterations());
            return result;
        }

        @Override
        public double objectiveWithout(int[] columns, int most) {
            trials.incrementAndGet();
            return model.objectiveWithout(columns, most);
        }

        @Override
        public void close() {
            model.close();
        }
    }
}
