package dev.jointly.spark;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** A batch in a process of its own, which a test may kill: {@code -Dbatch.input=FILE -Dbatch.out=DIR}, and Hadoop's settings. */
final class BatchProgram {
    private BatchProgram() {}

    /** @param hadoop settings of the storage */
    static LocalBatch batch(String input, String out, Map<String, String> hadoop) {
        // so short that there is a second pass
        return new LocalBatch(input, out).firstPass(Duration.ofMillis(1)).on(hadoop);
    }

    public static void main(String[] arguments) {
        Map<String, String> hadoop = new TreeMap<>();
        System.getProperties().forEach((name, value) -> {
            if (name.toString().startsWith("fs.")) {
                hadoop.put(name.toString(), value.toString());
            }
        });
        LocalBatch batch = batch(System.getProperty("batch.input", ""), System.getProperty("batch.out", ""), hadoop);
        batch.run();
        System.err.println(batch.said());
    }
}
