package dev.jointly.spark;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.DoubleAccumulator;
import org.apache.spark.util.LongAccumulator;

/** What Spark's page shows of a running job: each counts what finished tasks did. */
record Counters(
        LongAccumulator solved,
        LongAccumulator proven,
        LongAccumulator bounded,
        LongAccumulator failed,
        LongAccumulator quarantined,
        LongAccumulator putOff,
        DoubleAccumulator reading,
        DoubleAccumulator parsing,
        DoubleAccumulator looking,
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
                spark.longAccumulator("put off to the second pass"),
                spark.doubleAccumulator("seconds reading"),
                spark.doubleAccumulator("seconds parsing"),
                spark.doubleAccumulator("seconds looking"),
                spark.doubleAccumulator("seconds solving"),
                spark.doubleAccumulator("seconds writing"),
                spark.doubleAccumulator("processor seconds"));
    }

    void count(Outcome outcome) {
        Outcome.Phases phases = outcome.phases();
        parsing.add(phases.parsing());
        looking.add(phases.looking());
        solving.add(phases.solving());
        if (outcome.putOff() != null) {
            putOff.add(1);
            return;
        }
        FrameRow.Answer answer = outcome.frame().answer();
        if (answer == null) {
            failed.add(1);
            quarantined.add(outcome.frame().quarantined() ? 1 : 0);
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
