package dev.jointly.lp.highs;

import dev.jointly.lp.Additions;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.WorkLimit;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One integer program, from input to result. If work is limited, every step must obey the limit, and no clock may decide
 * what is done within it:
 *
 * <ul>
 *   <li>Branch and bound obeys no limit while it solves its root relaxation. So the relaxation is solved first, by the
 *       simplex method alone, which has a limit of its own. If its point is integral, that is the result.
 *   <li>Heuristics that solve integer programs of their own are switched off: these obey neither the limit nor the
 *       deadline.
 *   <li>So is the search for linearly dependent equations: it gives up by the clock.
 * </ul>
 */
final class HighsIntegerSolve {
    /** The bit of the search for dependent equations among the rules of presolve. */
    private static final int DEPENDENT_EQUATIONS = 1 << 10;

    private static final double INTEGRALITY_TOLERANCE = 1e-9;
    private static final int[] NO_INDICES = {};
    private static final double[] NO_VALUES = {};

    private final Additions lines = new Additions();
    private final int[] integrality;
    private final WorkLimit limit;
    private boolean anyInteger;

    HighsIntegerSolve(IntegerProgram program, WorkLimit limit) {
        this.limit = limit;
        List<IntegerProgram.Column> columns = program.columns();
        integrality = new int[columns.size()];
        for (int i = 0; i < integrality.length; i++) {
            IntegerProgram.Column column = columns.get(i);
            // integer columns get integer bounds, so that the case without rows needs no special treatment; never -0
            double lower = column.integer() ? Math.ceil(column.lower()) + 0.0 : column.lower();
            double upper = column.integer() ? Math.floor(column.upper()) : column.upper();
            lines.addColumn(column.cost(), lower, upper, NO_INDICES, NO_VALUES);
            integrality[i] = column.integer() ? Highs.INTEGER : 0;
            anyInteger |= column.integer();
        }
        for (IntegerProgram.Row row : program.rows()) {
            lines.addRow(row.lower(), row.upper(), row.columns(), row.values());
        }
    }

    IntegerResult solve(Deadline deadline) {
        if (deadline.passed()) {
            return IntegerResult.without(LpStatus.TIME_LIMIT);
        }
        if (lines.rows().size() == 0) {
            return wrap(WithoutRows.solve(lines.columns()));
        }
        if (integrality.length == 0) {
            return wrap(WithoutRows.withoutColumns(lines.rows()));
        }
        return AbandonableCall.call(() -> run(deadline), deadline)
                .orElseGet(() -> IntegerResult.without(LpStatus.TIME_LIMIT));
    }

    private boolean limited() {
        return !limit.equals(WorkLimit.NONE);
    }

    private void setUp(Handle handle) {
        handle.option("mip_rel_gap", 0.0);
        handle.option("mip_abs_gap", 0.0);
        handle.option("mip_feasibility_tolerance", 1e-9);
        handle.option("primal_feasibility_tolerance", 1e-9);
        handle.option("dual_feasibility_tolerance", 1e-9);
        handle.option("small_matrix_value", 1e-12);
        if (limited()) {
            handle.option("mip_heuristic_run_rins", false);
            handle.option("mip_heuristic_run_rens", false);
            handle.option("mip_heuristic_run_root_reduced_cost", false);
            handle.option("presolve_rule_off", DEPENDENT_EQUATIONS);
            // that of the root relaxation would look for them again
            handle.option("mip_root_presolve_only", true);
        }
    }

    private IntegerResult run(Deadline deadline) {
        if (!limited()) {
            return branchAndBound(0, deadline);
        }
        IntegerResult relaxed = relaxation(deadline);
        return switch (relaxed.status()) {
            // an unbounded relaxation does not mean an unbounded program
            case FAILED, UNBOUNDED -> branchAndBound(relaxed.iterations(), deadline);
            case OPTIMAL -> integral(relaxed.values()) ? relaxed : branchAndBound(relaxed.iterations(), deadline);
            case INFEASIBLE, TIME_LIMIT, WORK_LIMIT -> relaxed;
        };
    }

    /** The same program with no integer column. */
    private IntegerResult relaxation(Deadline deadline) {
        try (Handle handle = new Handle(Highs.SIMPLEX_INTERRUPT, HighsModel::setUp)) {
            handle.pass(lines.columns(), lines.rows(), new int[integrality.length]);
            handle.iterationLimit(limit.simplexIterations());
            LpStatus status = handle.runWatched(new Watch(deadline));
            long iterations = Math.max(0, handle.intInfo("simplex_iteration_count"));
            if (status != LpStatus.OPTIMAL) {
                return IntegerResult.without(status, iterations);
            }
            double[] values = new double[integrality.length];
            handle.solution(values, null, null);
            return new IntegerResult(status, handle.objective(), handle.objective(), values, 0, iterations);
        }
    }

    private boolean integral(double[] values) {
        return IntStream.range(0, values.length)
                .allMatch(i ->
                        integrality[i] == 0 || Math.abs(values[i] - Math.rint(values[i])) <= INTEGRALITY_TOLERANCE);
    }

    /** @param before iterations already done */
    private IntegerResult branchAndBound(long before, Deadline deadline) {
        try (Handle handle = new Handle(Highs.MIP_INTERRUPT, this::setUp)) {
            handle.pass(lines.columns(), lines.rows(), integrality);
            LpStatus status = handle.runWatched(watch(before, deadline));
            if (status == LpStatus.FAILED) {
                // also where presolve cannot tell infeasible from unbounded
                handle.clearSolver();
                handle.option("presolve", "off");
                status = handle.runWatched(watch(before, deadline));
            }
            return result(handle, status, before);
        }
    }

    private Watch watch(long before, Deadline deadline) {
        return limited() ? new Watch(deadline, limit.after(before)) : new Watch(deadline);
    }

    private IntegerResult result(Handle handle, LpStatus status, long before) {
        long iterations = before + Math.max(0, handle.intInfo("simplex_iteration_count"));
        boolean point = handle.intInfo("primal_solution_status") == Highs.FEASIBLE_POINT;
        if (status == LpStatus.OPTIMAL && !point) {
            return IntegerResult.without(LpStatus.FAILED, iterations);
        }
        if (status != LpStatus.OPTIMAL && status != LpStatus.TIME_LIMIT && status != LpStatus.WORK_LIMIT) {
            return IntegerResult.without(status, iterations);
        }
        double[] values = new double[point ? integrality.length : 0];
        if (point) {
            handle.solution(values, null, null);
        }
        double objective = point ? handle.objective() : Double.NaN;
        if (!anyInteger) {
            // then the simplex method ran, and the figures of branch and bound were not set
            double bound = status == LpStatus.OPTIMAL ? objective : Double.NEGATIVE_INFINITY;
            return new IntegerResult(status, objective, bound, values, 0, iterations);
        }
        double bound = handle.doubleInfo("mip_dual_bound");
        return new IntegerResult(
                status,
                objective,
                Double.isNaN(bound) ? Double.NEGATIVE_INFINITY : bound,
                values,
                Math.max(0, handle.longInfo("mip_node_count")),
                iterations);
    }

    private static IntegerResult wrap(LpResult result) {
        if (!result.optimal()) {
            return IntegerResult.without(result.status());
        }
        return new IntegerResult(LpStatus.OPTIMAL, result.objective(), result.objective(), result.values(), 0, 0);
    }
}
