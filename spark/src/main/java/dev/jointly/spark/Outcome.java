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
 * @param givenUp how many attempts at it were given up on
 */
record Outcome(
        FrameRow frame, List<PersonRow> people, @Nullable String putOff, Phases phases, int givenUp)
        implements Serializable {
    Outcome {
        people = List.copyOf(people);
    }

    /** Seconds of parsing, of inference, and of solving; and all processor time of the thread that did it, in seconds. */
    record Phases(double parsing, double inference, double solving, double processor) implements Serializable {
        static final Phases NONE = new Phases(0, 0, 0, 0);

        Phases withProcessor(double seconds) {
            return new Phases(parsing, inference, solving, seconds);
        }
    }

    static Outcome failed(FrameRow frame) {
        return new Outcome(frame, List.of(), null, Phases.NONE, 0);
    }

    Outcome withProcessor(double seconds) {
        return new Outcome(frame, people, putOff, phases.withProcessor(seconds), givenUp);
    }

    /** The same, after one more attempt that was given up on. */
    Outcome givenUpBefore() {
        return new Outcome(frame, people, putOff, phases, givenUp + 1);
    }
}
