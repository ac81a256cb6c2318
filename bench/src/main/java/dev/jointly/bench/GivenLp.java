package dev.jointly.bench;

import dev.jointly.bench.measure.Figures;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.WorkLimit;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A linear program with all its columns and rows, to be solved from scratch by the engine alone. */
final class GivenLp {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Duration AMPLE = Duration.ofMinutes(10);
    private static final int[] NO_INDICES = {};
    private static final double[] NO_VALUES = {};

    private final List<Line> columns = new ArrayList<>();
    private final List<Line> rows = new ArrayList<>();

    /** A column or a row; the entries of a row added later stand with their columns. */
    private static final class Line {
        double cost;
        double lower;
        double upper;
        final List<Integer> at = new ArrayList<>();
        final List<Double> values = new ArrayList<>();

        Line(double cost, double lower, double upper) {
            this.cost = cost;
            this.lower = lower;
            this.upper = upper;
        }

        int[] indices() {
            return at.stream().mapToInt(Integer::intValue).toArray();
        }

        double[] entries() {
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    void addColumn(double cost, double lower, double upper, int[] at, double[] values) {
        Line column = new Line(cost, lower, upper);
        for (int i = 0; i < at.length; i++) {
            column.at.add(at[i]);
            column.values.add(values[i]);
        }
        columns.add(column);
    }

    void addRow(double lower, double upper, int[] at, double[] values) {
        for (int i = 0; i < at.length; i++) {
            columns.get(at[i]).at.add(rows.size());
            columns.get(at[i]).values.add(values[i]);
        }
        rows.add(new Line(0, lower, upper));
    }

    void columnCost(int column, double cost) {
        columns.get(column).cost = cost;
    }

    void columnBounds(int column, double lower, double upper) {
        columns.get(column).lower = lower;
        columns.get(column).upper = upper;
    }

    void rowBounds(int row, double lower, double upper) {
        rows.get(row).lower = lower;
        rows.get(row).upper = upper;
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
        return new Cost(Math.min(own.wall(), Math.min(primal.wall(), dual.wall())), Math.min(primal.cpu(), dual.cpu()));
    }

    /** What the optimum costs. */
    double optimum(LpEngine engine) {
        try (LpModel model = given(engine)) {
            return model.solve(Simplex.DUAL, Deadline.after(AMPLE)).objective();
        }
    }

    private LpModel given(LpEngine engine) {
        LpModel model = engine.newModel();
        rows.forEach(row -> model.addRow(row.lower, row.upper, NO_INDICES, NO_VALUES));
        columns.forEach(
                column -> model.addColumn(column.cost, column.lower, column.upper, column.indices(), column.entries()));
        return model;
    }

    private static Cost median(int runs, Supplier<Cost> run) {
        List<Cost> costs = Stream.generate(run).limit(runs).toList();
        return new Cost(
                Figures.median(costs.stream().mapToDouble(Cost::wall).toArray()),
                Figures.median(costs.stream().mapToDouble(Cost::cpu).toArray()));
    }

    private Cost simplex(LpEngine engine, Simplex simplex) {
        try (LpModel model = given(engine)) {
            return timed(() -> model.solve(simplex, Deadline.after(AMPLE)).optimal());
        }
    }

    private Cost ownChoice(LpEngine engine) {
        IntegerProgram program = new IntegerProgram();
        List<Line> byRow = new ArrayList<>();
        rows.forEach(row -> byRow.add(new Line(0, row.lower, row.upper)));
        for (int c = 0; c < columns.size(); c++) {
            Line column = columns.get(c);
            program.addColumn(new IntegerProgram.Column(column.cost, column.lower, column.upper, false));
            for (int i = 0; i < column.at.size(); i++) {
                byRow.get(column.at.get(i)).at.add(c);
                byRow.get(column.at.get(i)).values.add(column.values.get(i));
            }
        }
        byRow.forEach(row -> program.addRow(row.lower, row.upper, row.indices(), row.entries()));
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
