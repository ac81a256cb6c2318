package dev.jointly.bench.paper;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.ForwardingEngine;
import dev.jointly.lp.ForwardingModel;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.WorkLimit;
import java.util.function.Supplier;

/** Stands between the solver and its engine and adds up the seconds spent behind it. One thread only. */
final class LpStopwatch extends ForwardingEngine {
    private double linear;
    private double integer;

    LpStopwatch(LpEngine engine) {
        super(engine);
    }

    void reset() {
        linear = 0;
        integer = 0;
    }

    double linear() {
        return linear;
    }

    double integer() {
        return integer;
    }

    private <T> T timed(Supplier<T> call) {
        long start = System.nanoTime();
        try {
            return call.get();
        } finally {
            linear += (System.nanoTime() - start) * 1e-9;
        }
    }

    @Override
    public LpModel newModel() {
        return new Timed(timed(super::newModel));
    }

    @Override
    public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
        long start = System.nanoTime();
        try {
            return super.solve(program, limit, deadline);
        } finally {
            integer += (System.nanoTime() - start) * 1e-9;
        }
    }

    private final class Timed extends ForwardingModel {
        Timed(LpModel model) {
            super(model);
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            return timed(() -> super.solve(simplex, deadline));
        }

        @Override
        public double objectiveWithout(int[] columns, int pivots) {
            return timed(() -> super.objectiveWithout(columns, pivots));
        }

        @Override
        public void close() {
            timed(() -> {
                super.close();
                return this;
            });
        }
    }
}
