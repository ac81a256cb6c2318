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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Stands between the solver and its engine and adds up the time spent behind it. */
final class LpStopwatch extends ForwardingEngine {
    private final AtomicLong linear = new AtomicLong();
    private final AtomicLong integer = new AtomicLong();

    LpStopwatch(LpEngine engine) {
        super(engine);
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
    public LpModel newModel() {
        return new Timed(timed(linear, super::newModel), linear);
    }

    @Override
    public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
        return timed(integer, () -> super.solve(program, limit, deadline));
    }

    private static final class Timed extends ForwardingModel {
        private final AtomicLong sum;

        Timed(LpModel model, AtomicLong sum) {
            super(model);
            this.sum = sum;
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            return timed(sum, () -> super.solve(simplex, deadline));
        }

        @Override
        public double objectiveWithout(int[] columns, int pivots) {
            return timed(sum, () -> super.objectiveWithout(columns, pivots));
        }

        @Override
        public void close() {
            timed(sum, () -> {
                super.close();
                return sum;
            });
        }
    }
}
