package dev.jointly.spark;

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
 * @param master of the cluster, or null for what Spark's own configuration says
 * @param timeLimit for one problem
 * @param firstPass time limit of the first pass; harder problems wait for the second
 * @param certificates whether frames carry them
 * @param shard which share of the pieces, from 0
 * @param shards of how many
 * @param model of images: name or card
 * @param costs file of a cost model, or null for the network's own
 * @param coco file for all people as COCO annotations, or null
 * @param spark settings for Spark
 * @param told whether progress is reported, and on a line that changes in place
 * @param compact bytes of a file, about, into which the tables are compacted at the end; 0 for not at all
 */
public record BatchRequest(
        List<String> inputs,
        String out,
        @Nullable String master,
        Method method,
        Duration timeLimit,
        Duration firstPass,
        double gap,
        boolean certificates,
        int shard,
        int shards,
        String model,
        @Nullable String costs,
        @Nullable String coco,
        Map<String, String> spark,
        Told told,
        long compact) {

    /** How much is reported while it runs. */
    public enum Told {
        NOTHING,
        LINES,
        IN_PLACE
    }

    public BatchRequest {
        inputs = List.copyOf(inputs);
        spark = Map.copyOf(spark);
        if (inputs.isEmpty() || shard < 0 || shard >= shards || compact < 0) {
            throw new IllegalArgumentException(
                    inputs.size() + " inputs, shard " + shard + " of " + shards + ", compact " + compact);
        }
    }

    /** Without compaction. */
    public BatchRequest(
            List<String> inputs,
            String out,
            @Nullable String master,
            Method method,
            Duration timeLimit,
            Duration firstPass,
            double gap,
            boolean certificates,
            int shard,
            int shards,
            String model,
            @Nullable String costs,
            @Nullable String coco,
            Map<String, String> spark,
            Told told) {
        this(
                inputs,
                out,
                master,
                method,
                timeLimit,
                firstPass,
                gap,
                certificates,
                shard,
                shards,
                model,
                costs,
                coco,
                spark,
                told,
                0);
    }

    /** The same batch, with its tables compacted into files of about so many bytes. */
    public BatchRequest compacted(long bytes) {
        return new BatchRequest(
                inputs,
                out,
                master,
                method,
                timeLimit,
                firstPass,
                gap,
                certificates,
                shard,
                shards,
                model,
                costs,
                coco,
                spark,
                told,
                bytes);
    }
}
