package dev.jointly.spark;

import dev.jointly.io.batch.BatchRequest;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** A batch in a process of its own, which a test may kill: {@code -Dbatch.input=FILE -Dbatch.out=DIR}, and Hadoop's settings. */
final class BatchProgram {
    private BatchProgram() {}

    /** @param hadoop settings of the storage */
    static BatchRequest request(String input, String out, Map<String, String> hadoop) {
        Map<String, String> settings = new TreeMap<>();
        hadoop.forEach((name, value) -> settings.put("spark.hadoop." + name, value));
        // so short that there is a second pass
        return LocalBatch.with(LocalBatch.with(LocalBatch.request(input, out), Duration.ofMillis(1)), settings);
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
