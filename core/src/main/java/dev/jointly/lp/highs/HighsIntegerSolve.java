package dev.jointly.lp.highs;

import dev.jointly.lp.Additions;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import java.util.List;

/** One integer program, from input to result. */
final class HighsIntegerSolve {
    private static final int[] NO_INDICES = {};
    private static final double[] NO_VALUES = {};

    private final Additions lines = new Additions();
    private final int[] integrality;
    private boolean anyInteger;

    HighsIntegerSolve(IntegerProgram program) {
        List<IntegerProgram.Column> columns = program.columns();
        integrality = new int[columns.size()];
        for (int i = 0; i < integrality.length; i++) {
            IntegerProgram.Column column = columns.get(i);
            // integer columns get integer bounds, so that the case without rows needs no special treatment; never -0
            double lower = column.integer() ? Math.ceil(column.lower()) + 0.0 : column.lower();
            double upper = column.integer() ? Math.floor(column.upper()) : column.upper();
            lines.addColumn(column.cost(), lower, upper, NO_INDICES, NO_VALUES, 0);
            integrality[i] = column.integer() ? Highs.INTEGER : 0;
            anyInteger |= column.integer();
        }
        for (IntegerProgram.Row row : program.rows()) {
            lines.addRow(row.lower(), row.upper(), row.columns(), row.values(), integrality.length);
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
        return LeavableCall.call(() -> run(deadline), deadline)
                .orElseGet(() -> IntegerResult.without(LpStatus.TIME_LIMIT));
    }

    private static void setUp(Handle handle) {
        handle.option("mip_rel_gap", 0.0);
        handle.option("mip_abs_gap", 0.0);
        handle.option("mip_feasibility_tolerance", 1e-9);
        handle.option("primal_feasibility_tolerance", 1e-9);
        handle.option("dual_feasibility_tolerance", 1e-9);
        handle.option("small_matrix_value", 1e-12);
    }

    private IntegerResult run(Deadline deadline) {
        try (Handle handle = new Handle(Highs.MIP_INTERRUPT, HighsIntegerSolve::setUp)) {
            handle.pass(lines.columns(), lines.rows(), integrality);
            LpStatus status = handle.runWatched(deadline);
            if (status == LpStatus.FAILED) {
                // also where presolve cannot tell infeasible from unbounded
                handle.clearSolver();
                handle.option("presolve", "off");
                status = handle.runWatched(deadline);
            }
            return result(handle, status);
        }
    }

    private IntegerResult result(Handle handle, LpStatus status) {
        boolean point = handle.intInfo("primal_solution_status") == Highs.FEASIBLE_POINT;
        if (status == LpStatus.OPTIMAL && !point) {
            return IntegerResult.without(LpStatus.FAILED);
        }
        if (status != LpStatus.OPTIMAL && status != LpStatus.TIME_LIMIT) {
            return IntegerResult.without(status);
        }
        double[] values = new double[point ? integrality.length : 0];
        if (point) {
            handle.solution(values, null, null);
        }
        double objective = point ? handle.objective() : Double.NaN;
        if (!anyInteger) {
            // then the simplex method ran, and nobody set the figures of branch and bound
            double bound = status == LpStatus.OPTIMAL ? objective : Double.NEGATIVE_INFINITY;
            return new IntegerResult(status, objective, bound, values, 0);
        }
        double bound = handle.doubleInfo("mip_dual_bound");
        return new IntegerResult(
                status,
                objective,
                Double.isNaN(bound) ? Double.NEGATIVE_INFINITY : bound,
                values,
                Math.max(0, handle.longInfo("mip_node_count")));
    }

    private static IntegerResult wrap(LpResult result) {
        if (!result.optimal()) {
            return IntegerResult.without(result.status());
        }
        double[] values = new double[result.columns()];
        for (int i = 0; i < values.length; i++) {
            values[i] = result.value(i);
        }
        return new IntegerResult(LpStatus.OPTIMAL, result.objective(), result.objective(), values, 0);
    }
}
