package dev.jointly.oracle;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.oracle.BruteForce.LocalAssignment;
import dev.jointly.oracle.BruteForce.Skeleton;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The linear relaxation over every column there is, with four rows per detection: lambda1, lambda2, lambda3 and mu0. What
 * column generation must arrive at. Solved by an engine, or exactly by {@link ExactSimplex}. Pins are not in it: it is
 * the relaxation of the problem without them.
 */
public final class FullLp {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final int detections;
    private final List<ExactSimplex.Column> columns = new ArrayList<>();

    private FullLp(BruteForce everything) {
        detections = everything.problem().size();
        for (Skeleton skeleton : everything.skeletons()) {
            columns.add(column(skeleton));
        }
        for (LocalAssignment local : everything.localAssignments()) {
            columns.add(column(local));
        }
    }

    public static FullLp of(BruteForce everything) {
        return new FullLp(everything);
    }

    public static FullLp of(Problem problem) {
        return of(BruteForce.of(problem));
    }

    /**
     * Whether the optimum lies above the relaxation, rounded up to a micro-unit, so that no dual point proves it. Of
     * the problem without pins.
     */
    public static boolean hasGap(BruteForce everything) {
        return of(everything).exact().ceiling() < everything.optimum();
    }

    /** The value of the relaxation in units of cost, not micro-units, as the engine has it. */
    public double value(LpEngine engine) {
        if (columns.isEmpty()) {
            return 0;
        }
        try (LpModel model = engine.newModel()) {
            for (long upper : rightHandSides()) {
                model.addRow(Double.NEGATIVE_INFINITY, (double) upper, new int[0], new double[0]);
            }
            for (ExactSimplex.Column column : columns) {
                double[] values =
                        Arrays.stream(column.values()).asDoubleStream().toArray();
                model.addColumn(Micro.toDouble(column.cost()), 0, Double.POSITIVE_INFINITY, column.rows(), values);
            }
            LpResult result = model.solve(LpModel.Simplex.PRIMAL, Deadline.after(LIMIT));
            if (!result.optimal()) {
                throw new IllegalStateException(engine.name() + " ended with " + result.status() + " on a full LP of "
                        + columns.size() + " columns; use exact() instead");
            }
            return result.objective();
        }
    }

    /** The same, exactly and in micro-units, without any engine. */
    public ExactSimplex.Optimum exact() {
        return ExactSimplex.minimise(rightHandSides(), columns);
    }

    List<ExactSimplex.Column> columns() {
        return columns;
    }

    /** G gamma + L psi <= 1, L psi + M psi <= 1, M psi - G gamma <= 0, G gamma <= 1, each for all detections. */
    long[] rightHandSides() {
        long[] upper = new long[4 * detections];
        Arrays.fill(upper, 1);
        Arrays.fill(upper, 2 * detections, 3 * detections, 0);
        return upper;
    }

    private ExactSimplex.Column column(Skeleton skeleton) {
        Entries entries = new Entries();
        for (int d = 0; d < detections; d++) {
            if (skeleton.has(d)) {
                entries.put(0, d, 1);
                entries.put(2, d, -1);
                entries.put(3, d, 1);
            }
        }
        return entries.column(skeleton.cost());
    }

    private ExactSimplex.Column column(LocalAssignment local) {
        Entries entries = new Entries();
        for (int d = 0; d < detections; d++) {
            if (local.hasLocal(d)) {
                entries.put(0, d, 1);
                entries.put(1, d, 1);
            }
        }
        entries.put(1, local.global(), 1);
        entries.put(2, local.global(), 1);
        return entries.column(local.cost());
    }

    /** The entries of one column; rows come in families of one row per detection. */
    private final class Entries {
        private final List<Integer> rows = new ArrayList<>();
        private final List<Integer> values = new ArrayList<>();

        void put(int family, int detection, int value) {
            rows.add(family * detections + detection);
            values.add(value);
        }

        ExactSimplex.Column column(long cost) {
            return new ExactSimplex.Column(
                    cost,
                    rows.stream().mapToInt(Integer::intValue).toArray(),
                    values.stream().mapToInt(Integer::intValue).toArray());
        }
    }
}
