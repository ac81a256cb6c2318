package dev.jointly.io.batch;

import dev.jointly.solve.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a batch is asked to do.
 *
 * @param inputs files, folders or patterns, of one kind
 * @param out folder of the output; a job begun there is resumed
 */
public record BatchRequest(
        List<String> inputs, String out, Solve solve, Network network, Share share, Extras extras, Run run) {

    /**
     * How problems are solved.
     *
     * @param timeLimit for one problem
     * @param firstPass time limit of the first pass; harder problems wait for the second
     * @param certificates whether frames carry them
     */
    public record Solve(Method method, Duration timeLimit, Duration firstPass, double gap, boolean certificates) {}

    /**
     * What looks at images.
     *
     * @param model name or card
     * @param costs file of a cost model, or null for the network's own
     */
    public record Network(String model, @Nullable String costs) {}

    /**
     * Which pieces are done.
     *
     * @param shard from 0
     * @param shards of how many
     */
    public record Share(int shard, int shards) {
        /** All of them. */
        public static final Share ALL = new Share(0, 1);

        public Share {
            if (shard < 0 || shard >= shards) {
                throw new IllegalArgumentException("shard " + shard + " of " + shards);
            }
        }

        /** Names it among others. */
        public String name() {
            return shard + "-of-" + shards;
        }

        /** Of the names of its files beside the tables. */
        public String ending() {
            return shards == 1 ? "" : "-" + name();
        }
    }

    /**
     * What is written beside the tables.
     *
     * @param coco file for all people as COCO annotations, or null
     */
    public record Extras(@Nullable String coco) {
        /** Nothing. */
        public static final Extras NONE = new Extras(null);
    }

    /**
     * Where it runs, and who hears of it.
     *
     * @param master of the cluster, or null for what Spark's own configuration says
     * @param settings for Spark
     * @param progress whether progress is reported, and on a line that changes in place
     */
    public record Run(@Nullable String master, Map<String, String> settings, Progress progress) {
        public Run {
            settings = Map.copyOf(settings);
        }
    }

    /** How much is reported while it runs. */
    public enum Progress {
        NOTHING,
        LINES,
        IN_PLACE
    }

    public BatchRequest {
        inputs = List.copyOf(inputs);
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("no inputs");
        }
    }
}
