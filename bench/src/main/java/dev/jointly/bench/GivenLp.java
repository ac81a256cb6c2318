package dev.jointly.bench;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** A linear program with all its columns and rows, to be solved from nothing by the engine alone. */
final class GivenLp {
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

    /** Milliseconds of the quickest way the engine knows: either simplex, or its own choice after its own presolve. */
    double millis(LpEngine engine, int runs) {
        double primal = median(runs, i -> simplex(engine, Simplex.PRIMAL));
        double dual = median(runs, i -> simplex(engine, Simplex.DUAL));
        return Math.min(Math.min(primal, dual), median(runs, i -> ownChoice(engine)));
    }

    private static double median(int runs, IntToDoubleFunction run) {
        double[] millis = new double[runs];
        for (int i = 0; i < runs; i++) {
            millis[i] = run.applyAsDouble(i);
        }
        return Figures.median(millis);
    }

    private double simplex(LpEngine engine, Simplex simplex) {
        try (LpModel model = engine.newModel()) {
            rows.forEach(row -> model.addRow(row.lower, row.upper, NO_INDICES, NO_VALUES));
            columns.forEach(column ->
                    model.addColumn(column.cost, column.lower, column.upper, column.indices(), column.entries()));
            long start = System.nanoTime();
            boolean optimal = model.solve(simplex, Deadline.after(AMPLE)).optimal();
            double millis = (System.nanoTime() - start) * 1e-6;
            return optimal ? millis : Double.POSITIVE_INFINITY;
        }
    }

    private double ownChoice(LpEngine engine) {
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
        long start = System.nanoTime();
        boolean optimal = engine.solve(program, Deadline.after(AMPLE)).hasPoint();
        double millis = (System.nanoTime() - start) * 1e-6;
        return optimal ? millis : Double.POSITIVE_INFINITY;
    }
}
