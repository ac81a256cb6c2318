package dev.jointly.solve;

/** Events of a running solve, for logs, progress bars and metrics. Costs are in micro-units. */
public sealed interface SolveEvent {
    /** The problem after reductions. */
    record Started(String problemId, Method method, int detections, int kept, int components) implements SolveEvent {}

    /**
     * One LP solve of one component's master and the pricing after it.
     *
     * @param component which of the independent problems, from 1
     * @param columns in that component's master, like rows
     * @param lowerBound proven for the whole problem; the objective is that of an incumbent for the whole problem
     */
    record Iteration(
            double seconds, int component, int iteration, int columns, int rows, long lowerBound, long objective)
            implements SolveEvent {}

    /** The engine failed and was restarted, or given up. The bounds stay valid in either case. */
    record EngineFailure(String what) implements SolveEvent {}

    /**
     * The end; the same numbers as the solution's.
     *
     * @param pricings pricing passes over all nodes
     */
    record Finished(double seconds, Solution.Status status, long lowerBound, long objective, long pricings)
            implements SolveEvent {}
}
