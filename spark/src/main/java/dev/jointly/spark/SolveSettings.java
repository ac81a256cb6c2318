package dev.jointly.spark;

import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How records are solved; the same in every process of a job.
 *
 * @param timeLimit for one problem
 * @param gap relative gap at which a solution counts as optimal
 * @param certificates whether rows carry them
 * @param postpones whether a problem that is not proven in time is handed back, instead of its bounds
 * @param model name of a shipped network, or file name of a card; null if records are problems
 * @param costs file name of a cost model; null for the one that goes with the network
 * @param engine name of the engine
 * @param patience how long a solve is waited for, on top of twice its time limit
 */
record SolveSettings(
        Method method,
        Duration timeLimit,
        double gap,
        boolean certificates,
        boolean postpones,
        @Nullable String model,
        @Nullable String costs,
        String engine,
        Duration patience)
        implements Serializable {
    private static final Duration MAX_TIME_LIMIT = Duration.ofDays(365);

    SolveSettings {
        if (timeLimit.compareTo(MAX_TIME_LIMIT) > 0) {
            throw new IllegalArgumentException("found a time limit of " + timeLimit.toSeconds()
                    + " s but expected at most " + MAX_TIME_LIMIT.toSeconds() + " s, which is a year");
        }
    }

    /** Problems, in one pass, with certificates. */
    static SolveSettings of(Settings settings) {
        return new SolveSettings(
                settings.method(),
                settings.timeLimit(),
                settings.gap(),
                true,
                false,
                null,
                null,
                Faults.engine(),
                Faults.patience());
    }

    SolveSettings withCertificates(boolean value) {
        return new SolveSettings(method, timeLimit, gap, value, postpones, model, costs, engine, patience);
    }

    /** The same for images. */
    SolveSettings withNetwork(@Nullable String card, @Nullable String costModel) {
        return new SolveSettings(method, timeLimit, gap, certificates, postpones, card, costModel, engine, patience);
    }

    /** The same for a pass that is not the last. */
    SolveSettings postponing(Duration limit) {
        return new SolveSettings(method, limit, gap, certificates, true, model, costs, engine, patience);
    }

    /** When a solve is given up on: in good order it ends at its time limit, on a busy machine a little later. */
    Duration giveUpAfter() {
        return timeLimit.multipliedBy(2).plus(patience);
    }

    /** The reason why it was. */
    String noAnswer() {
        return "no answer within " + seconds(giveUpAfter()) + ", its time limit being " + seconds(timeLimit);
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }

    /** For one problem; threads are what tasks are for. */
    Settings solver() {
        return Settings.defaults().withMethod(method).withTimeLimit(timeLimit).withGap(gap);
    }
}
