package dev.jointly.solve;

/** What leaves the solver while it works. Printing, progress bars and metrics listen. Costs are in micro-units. */
public sealed interface SolveEvent {
    /** The problem after reductions. */
    record Started(String problemId, Method method, int detections, int kept, int components) implements SolveEvent {}

    /**
     * One LP solve of one component's master and the pricing after it.
     *
     * @param lowerBound of this component, proven, as the objective is reached by poses in hand
     */
    record Iteration(
            double seconds,
            int component,
            int iteration,
            int columns,
            int rows,
            long lowerBound,
            long objective,
            double gap)
            implements SolveEvent {}

    /** The engine failed and was helped, or given up; the bounds stay valid either way. */
    record EngineTrouble(String what) implements SolveEvent {}

    /** The end; the same numbers as the solution's. */
    record Finished(double seconds, Solution.Status status, long lowerBound, long objective, double gap)
            implements SolveEvent {}
}
