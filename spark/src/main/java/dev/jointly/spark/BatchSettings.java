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
 * @param timeLimit for one problem, all in all
 * @param firstPass time limit of the first pass
 * @param gap relative gap at which a solution counts as optimal
 * @param certificates whether frames carry them
 * @param model name of a shipped network, or file name of a card; null where there are no images
 * @param costs file name of a cost model; null for the one that goes with the network
 * @param engine name of the engine
 * @param patience how long a solve is waited for, on top of twice its time limit
 */
record BatchSettings(
        Method method,
        Duration timeLimit,
        Duration firstPass,
        double gap,
        boolean certificates,
        @Nullable String model,
        @Nullable String costs,
        String engine,
        Duration patience)
        implements Serializable {

    /** Of two limits the later pass has the longer one; where the first is no shorter there is one pass only. */
    boolean lastPass(int pass) {
        return pass > 1 || firstPass.compareTo(timeLimit) >= 0;
    }

    /** When a solve in a pass is given up on: in good order it ends at its time limit, on a busy machine a little later. */
    Duration giveUpAfter(int pass) {
        return limit(pass).multipliedBy(2).plus(patience);
    }

    /** The reason why it was. */
    String noAnswer(int pass) {
        return "no answer within " + seconds(giveUpAfter(pass)) + ", its time limit being " + seconds(limit(pass));
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }

    private Duration limit(int pass) {
        return lastPass(pass) ? timeLimit : firstPass;
    }

    /** For one problem in a pass; threads are what tasks are for. */
    Settings solver(int pass) {
        return Settings.defaults()
                .withMethod(method)
                .withTimeLimit(limit(pass))
                .withGap(gap)
                .withThreads(1);
    }
}
