package dev.jointly.spark;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one record.
 *
 * @param frame its row; final unless the problem is postponed
 * @param putOff the problem as JSON, where it was too hard for the first pass; null where it is done
 * @param phases where the time went
 */
record Outcome(
        FrameRow frame, List<PersonRow> people, @Nullable String putOff, Phases phases) implements Serializable {
    Outcome {
        people = List.copyOf(people);
    }

    /** Seconds of parsing, of inference, and of solving. */
    record Phases(double parsing, double inference, double solving) implements Serializable {
        static final Phases NONE = new Phases(0, 0, 0);
    }

    static Outcome failed(FrameRow frame) {
        return new Outcome(frame, List.of(), null, Phases.NONE);
    }
}
