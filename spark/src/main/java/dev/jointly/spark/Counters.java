package dev.jointly.spark;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.SparkContext;
import org.apache.spark.util.DoubleAccumulator;

/** What Spark's page shows of a running job: totals over finished tasks. */
record Counters(Map<Counter, DoubleAccumulator> sums) implements Serializable {
    /** What is counted. */
    enum Counter {
        SOLVED("solved"),
        PROVEN("proven"),
        BOUNDED("bounded"),
        FAILED("failed"),
        QUARANTINED("quarantined"),
        PUT_OFF("postponed to the second pass"),
        GIVEN_UP("given up on"),
        READING("seconds of reading"),
        PARSING("seconds of parsing"),
        INFERENCE("seconds of inference"),
        SOLVING("seconds of solving"),
        WRITING("seconds of writing"),
        CPU("processor seconds");

        final String label;

        Counter(String label) {
            this.label = label;
        }
    }

    static Counters of(SparkContext spark) {
        Map<Counter, DoubleAccumulator> sums = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            sums.put(counter, spark.doubleAccumulator(counter.label));
        }
        return new Counters(sums);
    }

    void add(Counter counter, double value) {
        Objects.requireNonNull(sums.get(counter)).add(value);
    }

    double seconds(Counter counter) {
        return Objects.requireNonNull(sums.get(counter)).value();
    }

    long count(Counter counter) {
        return Math.round(seconds(counter));
    }

    void count(Outcome outcome) {
        add(Counter.PARSING, outcome.phases().parsing());
        add(Counter.INFERENCE, outcome.phases().inference());
        add(Counter.SOLVING, outcome.phases().solving());
        add(Counter.CPU, outcome.phases().processor());
        add(Counter.GIVEN_UP, outcome.givenUp());
        add(Counter.QUARANTINED, outcome.quarantined() ? 1 : 0);
        String status = outcome.status();
        if (status == null) {
            add(Counter.PUT_OFF, 1);
        } else if (status.equals("error")) {
            add(Counter.FAILED, 1);
        } else {
            add(Counter.SOLVED, 1);
            add(status.equals("optimal") ? Counter.PROVEN : Counter.BOUNDED, 1);
        }
    }

    /** Frames that have got their row. */
    long frames() {
        return count(Counter.SOLVED) + count(Counter.FAILED);
    }
}
