package dev.jointly.solve.primal;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.WorkLimit;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The integer programs over the columns found. What the engine returns is checked, not believed. */
public final class RestrictedMasterHeuristic {
    private final LpEngine engine;
    private final WorkLimit limit;
    private final Deadline deadline;
    private final Consumer<String> warn;

    /** @param limit the most work to spend on an integer program */
    public RestrictedMasterHeuristic(LpEngine engine, WorkLimit limit, Deadline deadline, Consumer<String> warn) {
        this.engine = engine;
        this.limit = limit;
        this.deadline = deadline;
        this.warn = warn;
    }

    /**
     * Skeletons and local assignments in one integer program.
     *
     * @param required detections that must be used
     * @param mostPoses of a solution
     */
    public @Nullable Selection joint(ColumnPool pool, IntPredicate required, int mostPoses) {
        IntegerProgram program = new IntegerProgram();
        LinearRows use = new LinearRows();
        LinearRows host = new LinearRows();
        for (Column column : pool.columns()) {
            int index = program.addBinary(Grid.microToLp(column.cost()));
            for (int d : column.used()) {
                use.add(d, index, 1);
                if (column instanceof Skeleton) {
                    host.add(d, index, -1);
                }
            }
            if (column instanceof LocalAssignment local) {
                host.add(local.global(), index, 1);
            }
        }
        if (mostPoses < pool.skeletons().size()) {
            program.atMost(
                    mostPoses, IntStream.range(0, pool.skeletons().size()).toArray());
        }
        use.into(program, required, 1);
        host.into(program, d -> false, 0);
        double[] values = solve(program);
        if (values.length == 0) {
            return null;
        }
        Selection selection = Selection.of(
                chosen(pool.skeletons(), values, 0),
                chosen(pool.locals(), values, pool.skeletons().size()),
                required);
        if (selection == null) {
            warn.accept("the engine's point breaks a constraint and was dropped");
        }
        return selection;
    }

    private double[] solve(IntegerProgram program) {
        if (program.columns().isEmpty()) {
            return new double[0];
        }
        try {
            IntegerResult result = engine.solve(program, limit, deadline);
            if (result.values().length == program.columns().size()) {
                return result.values();
            }
            if (result.status() != LpStatus.WORK_LIMIT) {
                warn.accept("the integer program over the columns found ended " + result.status() + " without a point");
            }
        } catch (RuntimeException e) {
            warn.accept("the integer program over the columns found failed: " + e.getMessage());
        }
        return new double[0];
    }

    private static <T> List<T> chosen(List<T> columns, double[] values, int first) {
        List<T> chosen = new ArrayList<>();
        for (int i = 0; i < columns.size() && first + i < values.length; i++) {
            if (values[first + i] > 0.5) {
                chosen.add(columns.get(i));
            }
        }
        return chosen;
    }

    /** Rows {@code sum of entries <= bound} or equations, one per key, gathered entry by entry. */
    private static final class LinearRows {
        private final Map<Integer, List<double[]>> entries = new TreeMap<>();

        void add(int key, int column, double coefficient) {
            entries.computeIfAbsent(key, k -> new ArrayList<>()).add(new double[] {column, coefficient});
        }

        void into(IntegerProgram program, IntPredicate equation, double bound) {
            entries.forEach((key, row) -> program.addRow(
                    equation.test(key) ? bound : Double.NEGATIVE_INFINITY,
                    bound,
                    row.stream().mapToInt(entry -> (int) entry[0]).toArray(),
                    row.stream().mapToDouble(entry -> entry[1]).toArray()));
        }
    }
}
