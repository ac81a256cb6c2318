package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a batch asks of an object store, counted by Hadoop's client for S3, for few pieces and for many. */
@Tag("slow")
@Timeout(1800)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Hadoop needs winutils.exe there")
class RequestsTest {
    /** Names of the counters: calls of the file system, then requests to the store. */
    private static final List<String> LISTINGS =
            List.of("op_list_files", "op_list_located_status", "op_list_status", "op_glob_status");

    private static final List<String> REQUESTS = List.of(
            "object_list_request",
            "object_metadata_request",
            "action_http_get_request",
            "object_put_request",
            "object_delete_request",
            "object_bulk_delete_request",
            "object_copy_requests");

    private static final int FEW = 2;
    private static final int MANY = 8;

    @TempDir
    static Path folder;

    @Test
    void requestsPerPieceAreFew() throws Exception {
        Stores stores = Stores.start(folder);
        try {
            Map<String, Long> few = counted(stores, FEW);
            Map<String, Long> many = counted(stores, MANY);
            double sum = 0;
            for (String name : REQUESTS) {
                double each = (count(many, name) - count(few, name)) / (double) (MANY - FEW);
                System.out.printf("requests per piece: %s %.2f%n", name, each);
                sum += each;
            }
            System.out.printf("requests per piece: %.1f; with %d pieces: %s%n", sum, MANY, many);
            for (String name : LISTINGS) {
                double each = (count(many, name) - count(few, name)) / (double) (MANY - FEW);
                // Spark asks for each file that is counted at the end
                assertThat(each).as(name).isBetween(0.0, name.equals("op_list_status") ? 2.0 : 0.0);
            }
            assertThat(count(many, "op_list_files"))
                    .as("to sweep: one per table")
                    .isEqualTo(3);
            // docs/spark.md has 28; retries on a busy machine may add some
            assertThat(sum).isBetween(5.0, 35.0);
        } finally {
            stores.stop();
        }
    }

    /** Runs a batch of this many pieces and says what it has asked of the store. */
    private static Map<String, Long> counted(Stores stores, int pieces) throws IOException {
        Path input = folder.resolve("in-" + pieces);
        new TinyFrames(3 * pieces).write(input, pieces);
        String out = stores.root("s3a") + "/requests-" + pieces;
        // a file is a piece
        long size = 1024;
        try (Stream<Path> files = Files.list(input)) {
            for (Path file : files.toList()) {
                size = Math.max(size, Files.size(file) + 256);
            }
        }
        Map<String, Long> before = counters(stores);
        LocalBatch batch = new LocalBatch(input, out)
                .with("spark.sql.files.maxPartitionBytes", size + "b")
                .on(stores.settings());
        assertThat(batch.run()).isTrue();
        assertThat(batch.said()).contains("; " + pieces + " of " + pieces + " parts");
        Map<String, Long> after = counters(stores);
        after.replaceAll((name, count) -> count - count(before, name));
        return after;
    }

    private static long count(Map<String, Long> counters, String name) {
        return Objects.requireNonNull(counters.get(name), name);
    }

    /** Hadoop keeps one client for a bucket, so that this one is that of the batch too. */
    private static Map<String, Long> counters(Stores stores) throws IOException {
        Map<String, Long> all =
                ((IOStatisticsSource) stores.files("s3a")).getIOStatistics().counters();
        Map<String, Long> counters = new TreeMap<>();
        for (List<String> names : List.of(LISTINGS, REQUESTS)) {
            for (String name : names) {
                counters.put(name, all.getOrDefault(name, 0L));
            }
        }
        return counters;
    }
}
