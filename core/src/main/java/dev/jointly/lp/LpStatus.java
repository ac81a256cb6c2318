package dev.jointly.lp;

/** How a solve ended. */
public enum LpStatus {
    OPTIMAL,
    INFEASIBLE,
    UNBOUNDED,
    /** The deadline passed or a stop was requested; an integer program may still have a feasible point. */
    TIME_LIMIT,
    /** The work limit was reached, by an integer program; it may still have a feasible point. */
    WORK_LIMIT,
    /** Numerical trouble or an unknown ending: nothing in the result may be used. */
    FAILED
}
