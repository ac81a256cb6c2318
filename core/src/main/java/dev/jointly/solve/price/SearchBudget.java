package dev.jointly.solve.price;

import java.util.function.BooleanSupplier;

/** How much one search may do, in pairs looked at; it is asked now and then whether it is to stop before. */
final class SearchBudget {
    private static final long WORK_PER_LOOK = 1L << 16;

    private final long limit;
    private final BooleanSupplier stopped;
    private long work;
    private long nextLook;
    private boolean cut;

    SearchBudget(long limit, BooleanSupplier stopped) {
        this.limit = limit;
        this.stopped = stopped;
    }

    /** For another search. */
    void restart() {
        work = 0;
        nextLook = 0;
        cut = false;
    }

    void spend(long some) {
        work += some;
    }

    boolean spent() {
        if (!cut && work >= nextLook) {
            nextLook = work + WORK_PER_LOOK;
            cut = stopped.getAsBoolean();
        }
        return cut || work >= limit;
    }
}
