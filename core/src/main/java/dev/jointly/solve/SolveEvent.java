package dev.jointly.solve;

/** What leaves the solver while it works. Printing, progress bars and metrics listen. Costs are in micro-units. */
public sealed interface SolveEvent {
    /** The problem after reductions. */
    record Started(String problemId, Method method, int detections, int kept, int components) implements SolveEvent {}

    /**
     * One LP solve of one component's master and the pricing after it.
     *
     * @param component which of the independent problems, from 1
     * @param columns in that component's master, like rows
     * @param lowerBound proven for the whole problem, as the objective is reached by poses in hand for all of it
     */
    record Iteration(
            double seconds, int component, int iteration, int columns, int rows, long lowerBound, long objective)
            implements SolveEvent {}

    /** The engine failed and was helped, or given up; the bounds stay valid either way. */
    record EngineTrouble(String what) implements SolveEvent {}

    /**
     * The end; the same numbers as the solution's.
     *
     * @param pricings passes of both pricings, over all nodes
     */
    record Finished(double seconds, Solution.Status status, long lowerBound, long objective, long pricings)
            implements SolveEvent {}
}
