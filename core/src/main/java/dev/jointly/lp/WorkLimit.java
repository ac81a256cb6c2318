package dev.jointly.lp;

/**
 * How much work an integer program may take, in counts that are the same on an idle and on a busy machine. An engine
 * counts as it goes, and may do a little more than this before it looks again.
 *
 * @param steps of branch and bound: nodes, rounds of cuts, heuristics, candidates tried for branching
 * @param simplexIterations of all its linear programs together
 */
public record WorkLimit(long steps, long simplexIterations) {
    /** No limit. */
    public static final WorkLimit NONE = new WorkLimit(Long.MAX_VALUE, Long.MAX_VALUE);

    public WorkLimit {
        if (steps < 0 || simplexIterations < 0) {
            throw new IllegalArgumentException(
                    steps + " steps and " + simplexIterations + " simplex iterations must not be negative");
        }
    }

    /** What is left after some simplex iterations. */
    public WorkLimit after(long iterations) {
        return new WorkLimit(steps, Math.max(0, simplexIterations - iterations));
    }
}
