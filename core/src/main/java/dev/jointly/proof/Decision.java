package dev.jointly.proof;

/**
 * A branching decision, a question with the answers "in" and "out": is a detection in a certain skeleton or local
 * assignment?
 *
 * @param holder the lead n of a skeleton, or the global detection m of a local assignment
 * @param detection the detection d asked about; for {@link Kind#JOIN} it may be the lead itself
 */
public record Decision(Kind kind, int holder, int detection) {
    /** The kind of question. */
    public enum Kind {
        /** Is d in the skeleton led by n? If d is n: does n lead a skeleton? */
        JOIN,
        /** Is d a local detection of m? */
        LOCAL
    }
}
