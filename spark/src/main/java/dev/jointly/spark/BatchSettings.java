package dev.jointly.spark;

import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.io.Serializable;
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
 */
record BatchSettings(
        InputKind kind,
        Method method,
        Duration timeLimit,
        Duration firstPass,
        double gap,
        boolean certificates,
        @Nullable String model,
        @Nullable String costs)
        implements Serializable {

    /** Of two limits the later pass has the longer one; where the first is no shorter there is one pass only. */
    boolean lastPass(int pass) {
        return pass > 1 || firstPass.compareTo(timeLimit) >= 0;
    }

    /** For one problem in a pass; threads are what tasks are for. */
    Settings solver(int pass) {
        return Settings.defaults()
                .withMethod(method)
                .withTimeLimit(lastPass(pass) ? timeLimit : firstPass)
                .withGap(gap)
                .withThreads(1);
    }
}
