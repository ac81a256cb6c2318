package dev.jointly.server.tool;

import java.util.OptionalDouble;

/** The margins of one grouping, by the position of a person in it. */
public interface ToolMargins {
    /** Of a person. */
    OptionalDouble ofPerson(int person);

    /** Of a joint of a person. */
    OptionalDouble ofJoint(int person, int detection);

    /** Not known. */
    ToolMargins UNKNOWN = new ToolMargins() {
        @Override
        public OptionalDouble ofPerson(int person) {
            return OptionalDouble.empty();
        }

        @Override
        public OptionalDouble ofJoint(int person, int detection) {
            return OptionalDouble.empty();
        }
    };

    /**
     * A margin as a score from 0, doubtful, to 1: m / (1 + m), which keeps the order of margins and never runs into 1. What is
     * not positive counts as 0.
     */
    static double score(double margin) {
        double m = Math.max(0, margin);
        return Double.isInfinite(m) ? 1 : m / (1 + m);
    }
}
