package dev.jointly.solve;

/** How the poses and the proof of a prepared problem are found. */
interface SearchStrategy {
    /**
     * Searches until proven or until the deadline.
     *
     * @param warm what an earlier solve has left; afterwards, what this one leaves
     */
    SolveOutcome solve(Preparation prepared, EventPublisher events, WarmStart warm);
}
