package dev.jointly.spark;

import dev.jointly.io.batch.BatchRequest;
import dev.jointly.solve.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Requests of batches on two threads of this process, without a page, on the loopback interface. */
final class LocalBatch {
    private LocalBatch() {}

    /** All of an input, in one pass, and nothing beside the tables. */
    static BatchRequest request(String input, String out) {
        return new BatchRequest(
                List.of(input),
                out,
                solve(Duration.ofSeconds(60)),
                new BatchRequest.Network("openpose-mobilenet", null),
                BatchRequest.Share.ALL,
                BatchRequest.Extras.NONE,
                run(Map.of()));
    }

    private static BatchRequest.Solve solve(Duration firstPass) {
        return new BatchRequest.Solve(Method.PCG, Duration.ofSeconds(60), firstPass, 0, true);
    }

    private static BatchRequest.Run run(Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(Map.of(
                "spark.ui.enabled", "false",
                "spark.driver.host", "127.0.0.1",
                "spark.driver.bindAddress", "127.0.0.1"));
        all.putAll(settings);
        return new BatchRequest.Run("local[2]", all, BatchRequest.Progress.LINES);
    }

    static BatchRequest with(BatchRequest base, Duration firstPass) {
        return new BatchRequest(
                base.inputs(), base.out(), solve(firstPass), base.network(), base.share(), base.extras(), base.run());
    }

    static BatchRequest with(BatchRequest base, BatchRequest.Network network) {
        return new BatchRequest(
                base.inputs(), base.out(), base.solve(), network, base.share(), base.extras(), base.run());
    }

    static BatchRequest with(BatchRequest base, BatchRequest.Share share) {
        return new BatchRequest(
                base.inputs(), base.out(), base.solve(), base.network(), share, base.extras(), base.run());
    }

    static BatchRequest with(BatchRequest base, BatchRequest.Extras extras) {
        return new BatchRequest(
                base.inputs(), base.out(), base.solve(), base.network(), base.share(), extras, base.run());
    }

    /** With these settings of Spark as well. */
    static BatchRequest with(BatchRequest base, Map<String, String> settings) {
        return new BatchRequest(
                base.inputs(), base.out(), base.solve(), base.network(), base.share(), base.extras(), run(settings));
    }
}
