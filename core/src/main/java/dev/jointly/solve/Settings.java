package dev.jointly.solve;

import dev.jointly.solve.option.SolveOptions;
import java.time.Duration;

/**
 * The settings of a solve.
 *
 * @param method which algorithm
 * @param timeLimit for one problem; the solution is valid also when the limit is reached
 * @param gap relative gap at which a solution counts as optimal; 0 requests the exact optimum
 * @param threads how many sub-problems may be solved in parallel
 */
public record Settings(Method method, Duration timeLimit, double gap, int threads, SolveOptions options) {
    public Settings {
        require(!timeLimit.isNegative(), "timeLimit", timeLimit, "zero or more");
        require(gap >= 0 && gap < 1, "gap", gap, "from 0 to below 1");
        require(threads >= 1 && threads <= 1024, "threads", threads, "from 1 to 1024");
    }

    /** The defaults of the command line: the fastest method, and the paper's time limit of five minutes. */
    public static Settings defaults() {
        return new Settings(Method.PCG, Duration.ofMinutes(5), 0, 1, SolveOptions.defaults());
    }

    private static void require(boolean holds, String name, Object value, String expectation) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + " but must be " + expectation);
        }
    }

    /** The same with another method. */
    public Settings withMethod(Method value) {
        return new Settings(value, timeLimit, gap, threads, options);
    }

    /** The same with another time limit. */
    public Settings withTimeLimit(Duration value) {
        return new Settings(method, value, gap, threads, options);
    }

    /** The same with another relative gap. */
    public Settings withGap(double value) {
        return new Settings(method, timeLimit, value, threads, options);
    }

    /** The same with another number of threads. */
    public Settings withThreads(int value) {
        return new Settings(method, timeLimit, gap, value, options);
    }

    /** The same with other options. */
    public Settings withOptions(SolveOptions value) {
        return new Settings(method, timeLimit, gap, threads, value);
    }
}
