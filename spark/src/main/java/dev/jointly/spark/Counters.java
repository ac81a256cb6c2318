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

        private final String label;

        Counter(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    static Counters of(SparkContext spark) {
        Map<Counter, DoubleAccumulator> sums = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            sums.put(counter, spark.doubleAccumulator(counter.label()));
        }
        return new Counters(sums);
    }

    private DoubleAccumulator sum(Counter counter) {
        return Objects.requireNonNull(sums.get(counter));
    }

    void add(Counter counter, double value) {
        sum(counter).add(value);
    }

    double seconds(Counter counter) {
        return sum(counter).value();
    }

    long count(Counter counter) {
        return Math.round(sum(counter).value());
    }

    void count(Outcome outcome) {
        Outcome.Phases phases = outcome.phases();
        add(Counter.PARSING, phases.parsing());
        add(Counter.INFERENCE, phases.inference());
        add(Counter.SOLVING, phases.solving());
        add(Counter.CPU, phases.processor());
        add(Counter.GIVEN_UP, outcome.givenUp());
        Outcome.Answer answer = outcome.answer();
        if (outcome.postponed() != null) {
            add(Counter.PUT_OFF, 1);
        } else if (answer == null) {
            add(Counter.FAILED, 1);
            add(Counter.QUARANTINED, outcome.quarantined() ? 1 : 0);
        } else {
            add(Counter.SOLVED, 1);
            add(answer.optimal() ? Counter.PROVEN : Counter.BOUNDED, 1);
        }
    }

    /** Frames that have got their row. */
    long frames() {
        return count(Counter.SOLVED) + count(Counter.FAILED);
    }
}
