package dev.jointly.proof;

/**
 * A question about a solution that has two answers, "in" and "out": whether a detection is where it would be.
 *
 * @param holder the lead n of a skeleton, or the global detection m of a local assignment
 * @param detection the detection d asked about; for {@link Kind#JOIN} it may be the lead itself
 */
public record Decision(Kind kind, int holder, int detection) {
    /** What is asked. */
    public enum Kind {
        /** Is d in the skeleton led by n? Where d is n: does n lead a skeleton? */
        JOIN,
        /** Is d a local detection of m? */
        LOCAL
    }
}
