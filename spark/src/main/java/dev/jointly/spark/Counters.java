package dev.jointly.spark;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.DoubleAccumulator;
import org.apache.spark.util.LongAccumulator;

/** What Spark's page shows of a running job: totals over finished tasks. */
record Counters(
        LongAccumulator solved,
        LongAccumulator proven,
        LongAccumulator bounded,
        LongAccumulator failed,
        LongAccumulator quarantined,
        LongAccumulator putOff,
        LongAccumulator givenUp,
        DoubleAccumulator reading,
        DoubleAccumulator parsing,
        DoubleAccumulator inference,
        DoubleAccumulator solving,
        DoubleAccumulator writing,
        DoubleAccumulator cpu)
        implements Serializable {

    static Counters of(SparkContext spark) {
        return new Counters(
                spark.longAccumulator("solved"),
                spark.longAccumulator("proven"),
                spark.longAccumulator("bounded"),
                spark.longAccumulator("failed"),
                spark.longAccumulator("quarantined"),
                spark.longAccumulator("postponed to the second pass"),
                spark.longAccumulator("given up on"),
                spark.doubleAccumulator("seconds of reading"),
                spark.doubleAccumulator("seconds of parsing"),
                spark.doubleAccumulator("seconds of inference"),
                spark.doubleAccumulator("seconds of solving"),
                spark.doubleAccumulator("seconds of writing"),
                spark.doubleAccumulator("processor seconds"));
    }

    void count(Outcome outcome) {
        Outcome.Phases phases = outcome.phases();
        parsing.add(phases.parsing());
        inference.add(phases.inference());
        solving.add(phases.solving());
        cpu.add(phases.processor());
        givenUp.add(outcome.givenUp());
        if (outcome.postponed() != null) {
            putOff.add(1);
            return;
        }
        Outcome.Answer answer = outcome.answer();
        if (answer == null) {
            failed.add(1);
            quarantined.add(outcome.quarantined() ? 1 : 0);
            return;
        }
        solved.add(1);
        (answer.optimal() ? proven : bounded).add(1);
    }

    /** Frames that have got their row. */
    long frames() {
        return solved.value() + failed.value();
    }
}
