package dev.jointly.bench;

import dev.jointly.bench.measure.Figures;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.ForwardingEngine;
import dev.jointly.lp.ForwardingModel;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.WorkLimit;
import dev.jointly.solve.SolveEvent;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * RecordFields the last LP of each component's root during a solve: it wraps the engine to record the calls to every model,
 * and as a listener it learns which component is being solved. The first model made for a component is the master of
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
        GivenLp given = new GivenLp();
        made.add(given);
        return new Recording(super.newModel(), given);
    }

    /** Forwards every call, and records it once it is part of a solve. */
    private static final class Recording extends ForwardingModel {
        private final GivenLp lp;
        private final List<Runnable> since = new ArrayList<>();

        Recording(LpModel model, GivenLp lp) {
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
            since.add(() -> lp.columns.get(column).cost = cost);
            super.columnCost(column, cost);
        }

        @Override
        public void columnBounds(int column, double lower, double upper) {
            since.add(() -> lp.columns.get(column).bounds(lower, upper));
            super.columnBounds(column, lower, upper);
        }

        @Override
        public void rowBounds(int row, double lower, double upper) {
            since.add(() -> lp.rows.get(row).bounds(lower, upper));
            super.rowBounds(row, lower, upper);
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            since.forEach(Runnable::run);
            since.clear();
            return super.solve(simplex, deadline);
        }
    }

    /** A linear program with all its columns and rows, to be solved from scratch by the engine alone. */
    static final class GivenLp {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private static final Duration AMPLE = Duration.ofMinutes(10);
        private static final int[] NO_INDICES = {};
        private static final double[] NO_VALUES = {};

        private final List<Line> columns = new ArrayList<>();
        private final List<Line> rows = new ArrayList<>();

        /** A column or a row; entries stand with their rows, by column. */
        private static final class Line {
            double cost;
            double lower;
            double upper;
            final Map<Integer, Double> entries = new LinkedHashMap<>();

            Line(double cost, double lower, double upper) {
                this.cost = cost;
                bounds(lower, upper);
            }

            final void bounds(double newLower, double newUpper) {
                lower = newLower;
                upper = newUpper;
            }

            int[] indices() {
                return entries.keySet().stream().mapToInt(Integer::intValue).toArray();
            }

            double[] values() {
                return entries.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray();
            }
        }

        void addColumn(double cost, double lower, double upper, int[] at, double[] values) {
            for (int i = 0; i < at.length; i++) {
                rows.get(at[i]).entries.put(columns.size(), values[i]);
            }
            columns.add(new Line(cost, lower, upper));
        }

        void addRow(double lower, double upper, int[] at, double[] values) {
            Line row = new Line(0, lower, upper);
            for (int i = 0; i < at.length; i++) {
                row.entries.put(at[i], values[i]);
            }
            rows.add(row);
        }

        int columns() {
            return columns.size();
        }

        int rows() {
            return rows.size();
        }

        /** Milliseconds of one solve; the CPU's are those of the simplex method, which runs on the calling thread. */
        record Cost(double wall, double cpu) {}

        /** The quickest way the engine knows: either simplex, or its own choice after its own presolve. */
        Cost solve(LpEngine engine, int runs) {
            Cost primal = median(runs, () -> simplex(engine, Simplex.PRIMAL));
            Cost dual = median(runs, () -> simplex(engine, Simplex.DUAL));
            Cost own = median(runs, () -> ownChoice(engine));
            return new Cost(
                    Math.min(own.wall(), Math.min(primal.wall(), dual.wall())), Math.min(primal.cpu(), dual.cpu()));
        }

        /** What the optimum costs. */
        double optimum(LpEngine engine) {
            try (LpModel model = given(engine)) {
                return model.solve(Simplex.DUAL, Deadline.after(AMPLE)).objective();
            }
        }

        private LpModel given(LpEngine engine) {
            LpModel model = engine.newModel();
            columns.forEach(column -> model.addColumn(column.cost, column.lower, column.upper, NO_INDICES, NO_VALUES));
            rows.forEach(row -> model.addRow(row.lower, row.upper, row.indices(), row.values()));
            return model;
        }

        private static Cost median(int runs, Supplier<Cost> run) {
            List<Cost> costs = Stream.generate(run).limit(runs).toList();
            return new Cost(Figures.median(costs, Cost::wall), Figures.median(costs, Cost::cpu));
        }

        private Cost simplex(LpEngine engine, Simplex simplex) {
            try (LpModel model = given(engine)) {
                return timed(() -> model.solve(simplex, Deadline.after(AMPLE)).optimal());
            }
        }

        private Cost ownChoice(LpEngine engine) {
            IntegerProgram program = new IntegerProgram();
            columns.forEach(column ->
                    program.addColumn(new IntegerProgram.Column(column.cost, column.lower, column.upper, false)));
            rows.forEach(row -> program.addRow(row.lower, row.upper, row.indices(), row.values()));
            return timed(() ->
                    engine.solve(program, WorkLimit.NONE, Deadline.after(AMPLE)).hasPoint());
        }

        private static Cost timed(BooleanSupplier solved) {
            long cpu = THREADS.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            if (!solved.getAsBoolean()) {
                throw new IllegalStateException("the engine did not solve an LP it had solved before");
            }
            double wall = (System.nanoTime() - start) * 1e-6;
            return new Cost(wall, (THREADS.getCurrentThreadCpuTime() - cpu) * 1e-6);
        }
    }
}
