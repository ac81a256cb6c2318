package dev.jointly.lp;

import java.util.concurrent.atomic.AtomicLong;

/** Hands everything on to an engine and counts what it is asked to do; the same on every machine, unlike time. */
public final class CountingEngine extends ForwardingEngine {
    private final AtomicLong solves = new AtomicLong();
    private final AtomicLong pivots = new AtomicLong();
    private final AtomicLong trials = new AtomicLong();
    private final AtomicLong integerPrograms = new AtomicLong();
    private final AtomicLong models = new AtomicLong();
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong cutShort = new AtomicLong();

    public CountingEngine(LpEngine engine) {
        super(engine);
    }

    /** Linear programs solved or solved again. */
    public long solves() {
        return solves.get();
    }

    /** Simplex iterations of these. */
    public long pivots() {
        return pivots.get();
    }

    /** Strong-branching estimates. */
    public long trials() {
        return trials.get();
    }

    public long integerPrograms() {
        return integerPrograms.get();
    }

    /** Models made. */
    public long models() {
        return models.get();
    }

    /** Models made and not closed yet. */
    public long open() {
        return open.get();
    }

    /** Integer programs that ended at their work limit. */
    public long cutShort() {
        return cutShort.get();
    }

    @Override
    public LpModel newModel() {
        return new Counted(super.newModel());
    }

    @Override
    public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
        integerPrograms.incrementAndGet();
        IntegerResult result = super.solve(program, limit, deadline);
        if (result.status() == LpStatus.WORK_LIMIT) {
            cutShort.incrementAndGet();
        }
        return result;
    }

    private final class Counted extends ForwardingModel {
        private boolean closed;

        Counted(LpModel model) {
            super(model);
            models.incrementAndGet();
            open.incrementAndGet();
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                open.decrementAndGet();
            }
            super.close();
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            LpResult result = super.solve(simplex, deadline);
            solves.incrementAndGet();
            pivots.addAndGet(result.iterations());
            return result;
        }

        @Override
        public double objectiveWithout(int[] columns, int most) {
            trials.incrementAndGet();
            return super.objectiveWithout(columns, most);
        }
    }
}
