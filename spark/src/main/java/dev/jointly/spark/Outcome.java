package dev.jointly.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What became of one record.
 *
 * @param source the record's place
 * @param row the columns of {@link SolveFrames#resultType()}; null where the problem is postponed
 * @param image file, width and height; null where the problem names none
 * @param anatomy as JSON, the field {@code anatomy} of a problem; null if there is only an error
 * @param postponed the problem as JSON, where it was too hard for this pass; null where it is done
 * @param phases where the time went
 * @param givenUp how many attempts at it were given up on
 */
record Outcome(
        String source,
        @Nullable Row row,
        @Nullable Row image,
        @Nullable String anatomy,
        @Nullable String postponed,
        Phases phases,
        int givenUp)
        implements Serializable {

    /** Seconds of parsing, of inference, and of solving; and all processor time of the thread that did it, in seconds. */
    record Phases(double parsing, double inference, double solving, double processor) implements Serializable {
        static final Phases NONE = new Phases(0, 0, 0, 0);
    }

    /** @param quarantined whether this record killed the process that solved it, or got no answer from it */
    static Outcome failed(RawRecord record, double seconds, String error, boolean quarantined) {
        Row row = RowFactory.create(
                RecordSolver.idOf(record),
                "error",
                null,
                error,
                quarantined,
                null,
                null,
                null,
                seconds,
                null,
                null,
                null);
        return new Outcome(record.place(), row, null, null, null, Phases.NONE, 0);
    }

    static Outcome postponed(RawRecord record, String problem, Phases phases) {
        return new Outcome(record.place(), null, null, null, problem, phases, 0);
    }

    Outcome withProcessor(double time) {
        Phases all = new Phases(phases.parsing(), phases.inference(), phases.solving(), time);
        return new Outcome(source, row, image, anatomy, postponed, all, givenUp);
    }

    /** The same, after one more attempt that was given up on. */
    Outcome givenUpBefore() {
        return new Outcome(source, row, image, anatomy, postponed, phases, givenUp + 1);
    }

    /** A column of the result. */
    @Nullable
    Object get(String column) {
        return row == null ? null : row.get(SolveFrames.resultType().fieldIndex(column));
    }

    /** As the column {@code status} spells it; null where the problem is postponed. */
    @Nullable
    String status() {
        return (String) get("status");
    }

    boolean quarantined() {
        return Boolean.TRUE.equals(get("quarantined"));
    }

    /** Rows of the column {@code people}. */
    List<Row> people() {
        Object people = get("people");
        return people == null
                ? List.of()
                : CollectionConverters.asJava((Seq<?>) people).stream()
                        .map(Row.class::cast)
                        .toList();
    }

    /** A list as rows have it. */
    static <T> Seq<T> seq(List<T> values) {
        return CollectionConverters.asScala(values).toSeq();
    }
}
