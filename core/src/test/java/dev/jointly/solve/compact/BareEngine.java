package dev.jointly.solve.compact;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.WorkLimit;
import dev.jointly.problem.Problem;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.Selection;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What an engine finds alone: the compact program of a problem, solved by the engine's own branch and bound. The engine's
 * claim of optimality comes without a proof.
 *
 * @param selection the best poses found, costed and checked exactly; null if there are none
 */
public record BareEngine(LpStatus status, @Nullable Selection selection, long nodes) {
    public static BareEngine solve(Problem problem, LpEngine engine, Deadline deadline) {
        Grid grid = Grid.of(problem, Grid.MAX_BITS);
        CompactProgram compact = new CompactProgram(Reduction.none(new Costs(problem, grid)));
        IntegerResult result = engine.solve(compact.program(), WorkLimit.NONE, deadline);
        boolean point = result.values().length == compact.program().columns().size();
        return new BareEngine(
                result.status(), point ? compact.selection(result.values()) : null, Math.max(1, result.nodes()));
    }

    /** In micro-units. */
    public OptionalLong objective() {
        return selection == null ? OptionalLong.empty() : OptionalLong.of(selection.cost());
    }

    /** Whether the engine ended by itself, and not at its deadline. */
    public boolean finished() {
        return status == LpStatus.OPTIMAL || status == LpStatus.INFEASIBLE;
    }
}
