package dev.jointly.bench.paper;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Stands between the solver and its engine and adds up the time spent behind it. */
final class LpStopwatch implements LpEngine {
    private final LpEngine engine;
    private final AtomicLong linear = new AtomicLong();
    private final AtomicLong integer = new AtomicLong();

    LpStopwatch(LpEngine engine) {
        this.engine = engine;
    }

    void reset() {
        linear.set(0);
        integer.set(0);
    }

    double linearSeconds() {
        return linear.get() * 1e-9;
    }

    double integerSeconds() {
        return integer.get() * 1e-9;
    }

    private static <T> T timed(AtomicLong sum, Supplier<T> call) {
        long start = System.nanoTime();
        try {
            return call.get();
        } finally {
            sum.addAndGet(System.nanoTime() - start);
        }
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public LpModel newModel() {
        return new Timed(timed(linear, engine::newModel), linear);
    }

    @Override
    public IntegerResult solve(IntegerProgram program, Deadline deadline) {
        return timed(integer, () -> engine.solve(program, deadline));
    }

    private record Timed(LpModel model, AtomicLong sum) implements LpModel {
        private void run(Runnable edit) {
            timed(sum, () -> {
                edit.run();
                return sum;
            });
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
            return timed(sum, () -> model.addColumn(cost, lower, upper, rows, values));
        }

        @Override
        public int addRow(double lower, double upper, int[] columns, double[] values) {
            return timed(sum, () -> model.addRow(lower, upper, columns, values));
        }

        @Override
        public void columnCost(int column, double cost) {
            run(() -> model.columnCost(column, cost));
        }

        @Override
        public void columnBounds(int column, double lower, double upper) {
            run(() -> model.columnBounds(column, lower, upper));
        }

        @Override
        public void rowBounds(int row, double lower, double upper) {
            run(() -> model.rowBounds(row, lower, upper));
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            return timed(sum, () -> model.solve(simplex, deadline));
        }

        @Override
        public double objectiveWithout(int[] columns, int pivots) {
            return timed(sum, () -> model.objectiveWithout(columns, pivots));
        }

        @Override
        public void close() {
            run(model::close);
        }
    }
}
