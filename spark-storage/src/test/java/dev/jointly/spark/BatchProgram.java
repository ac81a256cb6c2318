package dev.jointly.spark;

import dev.jointly.solve.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A batch in a process of its own, which a test may kill: {@code -Dbatch.input=FILE -Dbatch.out=DIR}, and Hadoop's settings. */
final class BatchProgram {
    private BatchProgram() {}

    /** @param hadoop settings of the storage */
    static BatchRequest request(String input, String out, Map<String, String> hadoop) {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "spark.ui.enabled",
                "false",
                "spark.driver.host",
                "127.0.0.1",
                "spark.driver.bindAddress",
                "127.0.0.1",
                // drivers before are dead, or paused for good
                "spark.jointly.lease",
                "200ms"));
        hadoop.forEach((name, value) -> settings.put("spark.hadoop." + name, value));
        return new BatchRequest(
                List.of(input),
                out,
                "local[2]",
                Method.PCG,
                Duration.ofSeconds(60),
                // so short that there is a second pass
                Duration.ofMillis(1),
                0,
                true,
                0,
                1,
                "openpose-mobilenet",
                null,
                null,
                settings,
                BatchRequest.Told.LINES);
    }

    public static void main(String[] arguments) {
        Map<String, String> hadoop = new TreeMap<>();
        System.getProperties().forEach((name, value) -> {
            if (name.toString().startsWith("fs.")) {
                hadoop.put(name.toString(), value.toString());
            }
        });
        Batch.run(
                request(System.getProperty("batch.input", ""), System.getProperty("batch.out", ""), hadoop),
                System.err);
    }
}
