package dev.jointly.server;

import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.SolveEvent;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How a client wants a problem solved.
 *
 * @param timeLimit from now to the answer, waiting included; the server's own limit where that is shorter
 * @param gap relative gap at which a solution counts as optimal
 * @param listener receives the solver's events, on its threads
 */
public record SolveRequest(Method method, Duration timeLimit, double gap, Consumer<SolveEvent> listener) {
    public SolveRequest {
        if (timeLimit.isNegative()) {
            throw new IllegalArgumentException("timeLimit is " + timeLimit + " but must be zero or more");
        }
        if (!(gap >= 0 && gap < 1)) {
            throw new IllegalArgumentException("gap is " + gap + " but must be from 0 to below 1");
        }
    }

    /** The fastest method, to the proven optimum. */
    public static SolveRequest within(Duration timeLimit) {
        return new SolveRequest(Settings.defaults().method(), timeLimit, 0, event -> {});
    }

    /** The same with a listener. */
    public SolveRequest heardBy(Consumer<SolveEvent> newListener) {
        return new SolveRequest(method, timeLimit, gap, newListener);
    }

    /** One thread each: as many problems are solved at once as there are processors. */
    Settings settings(Duration left) {
        return Settings.defaults().withMethod(method).withGap(gap).withTimeLimit(left);
    }
}
