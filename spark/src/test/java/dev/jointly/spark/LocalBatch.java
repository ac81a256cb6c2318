package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.io.batch.BatchRequest;
import dev.jointly.solve.Method;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A batch on two threads of this process, without a page, on the loopback interface: in one pass, and nothing beside the tables. */
final class LocalBatch {
    private static final Map<String, String> LOOPBACK = Map.of(
            "spark.ui.enabled", "false",
            "spark.driver.host", "127.0.0.1",
            "spark.driver.bindAddress", "127.0.0.1");

    private final String input;
    private final String out;
    private final Map<String, String> settings = new TreeMap<>(LOOPBACK);
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private Duration firstPass = Duration.ofSeconds(60);
    private BatchRequest.Share share = BatchRequest.Share.ALL;
    private String model = "openpose-mobilenet";
    private @Nullable String coco;

    /** @param input a path, as {@code out} is one */
    LocalBatch(Object input, Object out) {
        this.input = input.toString();
        this.out = out.toString();
    }

    LocalBatch firstPass(Duration limit) {
        firstPass = limit;
        return this;
    }

    LocalBatch shard(int shard, int shards) {
        share = new BatchRequest.Share(shard, shards);
        return this;
    }

    LocalBatch model(Object card) {
        model = card.toString();
        return this;
    }

    LocalBatch coco(Object file) {
        coco = file.toString();
        return this;
    }

    /** With a setting of Spark. */
    LocalBatch with(String name, String value) {
        settings.put(name, value);
        return this;
    }

    /** With the settings of Hadoop for some storage. */
    LocalBatch on(Map<String, String> hadoop) {
        hadoop.forEach((name, value) -> settings.put("spark.hadoop." + name, value));
        return this;
    }

    /** Returns what {@link Batch#run} does. */
    boolean run() {
        said.reset();
        BatchRequest request = new BatchRequest(
                List.of(input),
                out,
                new BatchRequest.Solve(Method.PCG, Duration.ofSeconds(60), firstPass, 0, true),
                new BatchRequest.Network(model, null),
                share,
                new BatchRequest.Extras(coco),
                new BatchRequest.Run("local[2]", settings, BatchRequest.Progress.LINES));
        return Batch.run(request, new PrintStream(said, true, UTF_8));
    }

    /** What the last run said. */
    String said() {
        return said.toString(UTF_8);
    }

    /** A session of such a process. */
    static SparkSession.Builder session(String master) {
        SparkSession.Builder builder = SparkSession.builder().master(master);
        LOOPBACK.forEach(builder::config);
        return builder;
    }
}
