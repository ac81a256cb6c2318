package dev.jointly.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * What became of one record.
 *
 * @param id of the problem; null for a record without a readable id
 * @param source the record's place
 * @param answer null if there is only an error, and where the problem is postponed
 * @param seconds of work on it
 * @param error what went wrong, or which limit was hit; null where neither is the case
 * @param quarantined whether this record killed the process that solved it, or got no answer from it
 * @param postponed the problem as JSON, where it was too hard for this pass; null where it is done
 * @param phases where the time went
 * @param givenUp how many attempts at it were given up on
 */
record Outcome(
        @Nullable String id,
        String source,
        @Nullable Answer answer,
        double seconds,
        @Nullable String error,
        boolean quarantined,
        @Nullable String postponed,
        Phases phases,
        int givenUp)
        implements Serializable {

    /**
     * What the solver found.
     *
     * @param anatomy as JSON, the field {@code anatomy} of a problem
     * @param image file, width and height; null where the problem names none
     * @param certificate as JSON, the field {@code certificate} of a solution; null without
     * @param people rows of the column {@code people} of {@link SolveFrames#resultType()}
     */
    record Answer(
            boolean optimal,
            String method,
            double objective,
            double lowerBound,
            double gap,
            String anatomy,
            @Nullable Row image,
            String problemSha256,
            @Nullable String certificate,
            List<Row> people)
            implements Serializable {}

    /** Seconds of parsing, of inference, and of solving; and all processor time of the thread that did it, in seconds. */
    record Phases(double parsing, double inference, double solving, double processor) implements Serializable {
        static final Phases NONE = new Phases(0, 0, 0, 0);
    }

    static Outcome failed(RawRecord record, double seconds, String error, boolean quarantined) {
        return new Outcome(
                RecordSolver.idOf(record), record.place(), null, seconds, error, quarantined, null, Phases.NONE, 0);
    }

    /** As the column {@code status} spells it. */
    String status() {
        return answer == null ? "error" : answer.optimal() ? "optimal" : "bounded";
    }

    Outcome withProcessor(double time) {
        Phases all = new Phases(phases.parsing(), phases.inference(), phases.solving(), time);
        return new Outcome(id, source, answer, seconds, error, quarantined, postponed, all, givenUp);
    }

    /** The same, after one more attempt that was given up on. */
    Outcome givenUpBefore() {
        return new Outcome(id, source, answer, seconds, error, quarantined, postponed, phases, givenUp + 1);
    }
}
