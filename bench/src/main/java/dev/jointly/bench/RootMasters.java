package dev.jointly.bench;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.ForwardingEngine;
import dev.jointly.lp.ForwardingModel;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.solve.SolveEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Records the last LP of each component's root during a solve: it wraps the engine to record the calls to every model,
 * and as a listener it is told which component is being solved. The first model made for a component is the master of
 * its root; sub-problems and the masters of other nodes come later. One thread only.
 */
final class RootMasters extends ForwardingEngine implements Consumer<SolveEvent> {
    private final List<GivenLp> made = new ArrayList<>();
    private final Map<Integer, GivenLp> byComponent = new TreeMap<>();

    RootMasters(LpEngine engine) {
        super(engine);
    }

    /** Of the components that needed an LP at all. */
    Collection<GivenLp> all() {
        return byComponent.values();
    }

    @Override
    public void accept(SolveEvent event) {
        if (event instanceof SolveEvent.Iteration iteration) {
            if (!made.isEmpty()) {
                byComponent.putIfAbsent(iteration.component(), made.get(0));
            }
            made.clear();
        }
    }

    @Override
    public LpModel newModel() {
        GivenLp told = new GivenLp();
        made.add(told);
        return new Told(super.newModel(), told);
    }

    /** Forwards every call, and records it once it is part of a solve. */
    private static final class Told extends ForwardingModel {
        private final GivenLp lp;
        private final List<Runnable> since = new ArrayList<>();

        Told(LpModel model, GivenLp lp) {
            super(model);
            this.lp = lp;
        }

        @Override
        public int addColumn(double cost, double lower, double upper, int[] rows, double[] values) {
            since.add(() -> lp.addColumn(cost, lower, upper, rows, values));
            return super.addColumn(cost, lower, upper, rows, values);
        }

        @Override
        public int addRow(double lower, double upper, int[] columns, double[] values) {
            since.add(() -> lp.addRow(lower, upper, columns, values));
            return super.addRow(lower, upper, columns, values);
        }

        @Override
        public void columnCost(int column, double cost) {
            since.add(() -> lp.columnCost(column, cost));
            super.columnCost(column, cost);
        }

        @Override
        public void columnBounds(int column, double lower, double upper) {
            since.add(() -> lp.columnBounds(column, lower, upper));
            super.columnBounds(column, lower, upper);
        }

        @Override
        public void rowBounds(int row, double lower, double upper) {
            since.add(() -> lp.rowBounds(row, lower, upper));
            super.rowBounds(row, lower, upper);
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            since.forEach(Runnable::run);
            since.clear();
            return super.solve(simplex, deadline);
        }
    }
}
