package dev.jointly.certify;

/** The work done in one check, against its limits. */
final class WorkBudget {
    /** Steps of a few nanoseconds each between two questions whether to stop: about a millisecond. */
    private static final long STEPS_PER_QUESTION = 1 << 18;

    private final CheckLimits limits;
    private final long stepsPerQuestion;
    private long steps;
    private boolean stopped;
    private boolean cutShort;

    /** Ends what has no bound to offer half-way. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped() {
            super("stopped", null, false, false);
        }
    }

    WorkBudget(CheckLimits limits) {
        this(limits, STEPS_PER_QUESTION);
    }

    WorkBudget(CheckLimits limits, long stepsPerQuestion) {
        this.limits = limits;
        this.stepsPerQuestion = stepsPerQuestion;
    }

    long nodesPerLocalSet() {
        return limits.nodesPerLocalSet();
    }

    /** Counts some steps; whether to stop. */
    boolean spend(long some) {
        steps += some;
        if (steps >= stepsPerQuestion && !stopped) {
            steps = 0;
            stopped = limits.stopped().getAsBoolean();
        }
        return stopped;
    }

    /** Counts some steps where stopping means that there is no bound. */
    void need(long some) {
        if (spend(some)) {
            throw new Stopped();
        }
    }

    /** Asks at once. */
    void ask() {
        need(stepsPerQuestion);
    }

    /** A search ended before its time, with a bound that may be too low. */
    void cutShort() {
        cutShort = true;
    }

    boolean wasCutShort() {
        return cutShort;
    }
}
