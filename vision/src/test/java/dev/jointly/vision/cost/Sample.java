package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import java.util.List;

/** Neck, head and foot in a chain from foot to head; two people, the second twice as large. */
final class Sample {
    static final Anatomy CHAIN = Anatomy.of(
            "chain",
            List.of("head", "neck", "foot"),
            List.of("head"),
            List.of(List.of("head", "neck"), List.of("neck", "foot")));

    private Sample() {}

    /** Side by side. */
    static Evidence two() {
        return two(30);
    }

    /** Heads 0 and 1, necks 2 and 3, feet 4 and 5; the second person so far to the right. */
    static Evidence two(double right) {
        return new Evidence(
                "two",
                null,
                CHAIN.parts(),
                List.of(
                        new Candidate(0, 0, 0, 0.8),
                        new Candidate(0, right, 0, 0.5),
                        new Candidate(1, 0, 10, 0.8),
                        new Candidate(1, right, 20, 0.8),
                        new Candidate(2, 0, 40, 0.8),
                        new Candidate(2, right, 80, 0.8)),
                List.of(
                        new Edge(0, 1, new double[][] {{0.9, 0.3}, {0.2, 0.8}}),
                        new Edge(1, 2, new double[][] {{0.7, 0.4}, {0.1, Double.NaN}})));
    }
}
