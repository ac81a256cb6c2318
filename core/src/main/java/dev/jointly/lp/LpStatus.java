package dev.jointly.lp;

/** How a solve ended. */
public enum LpStatus {
    OPTIMAL,
    INFEASIBLE,
    UNBOUNDED,
    /** The deadline passed or a stop was requested; an integer program may still carry a feasible point. */
    TIME_LIMIT,
    /** All the work allowed was done, which happens to integer programs only; they may still carry a feasible point. */
    WORK_LIMIT,
    /** Numerical trouble or an unknown ending: nothing in the result may be used. */
    FAILED
}
