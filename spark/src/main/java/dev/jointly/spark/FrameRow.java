package dev.jointly.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One frame of the output.
 *
 * @param id of the problem; for a record without a readable id, its position
 * @param source where the record stands
 * @param answer null if there is only an error
 * @param seconds of work on it, in the pass that ended it
 * @param pass 1 or 2
 * @param error what went wrong, or which limit was hit; null where neither is the case
 * @param quarantined whether this record killed the process that solved it, or got no answer from it
 */
record FrameRow(
        String id,
        String source,
        @Nullable Answer answer,
        double seconds,
        int pass,
        @Nullable String error,
        boolean quarantined)
        implements Serializable {

    /**
     * What the solver found, bounds in micro-units.
     *
     * @param anatomy as JSON, the field {@code anatomy} of a problem
     * @param image null where the problem names none
     * @param certificate as JSON, the field {@code certificate} of a solution
     */
    record Answer(
            boolean optimal,
            String method,
            long objective,
            long lowerBound,
            double gap,
            int people,
            String anatomy,
            @Nullable ImageFile image,
            String problemSha256,
            String certificate)
            implements Serializable {}

    /** The image a problem came from. */
    record ImageFile(String file, int width, int height) implements Serializable {}

    static FrameRow failed(RawRecord record, String id, int pass, double seconds, String error, boolean killed) {
        return new FrameRow(id, record.place(), null, seconds, pass, error, killed);
    }

    /** As the column {@code status} spells it. */
    String status() {
        return answer == null ? "error" : answer.optimal() ? "optimal" : "bounded";
    }
}
