package dev.jointly.solve;

import dev.jointly.lp.Deadline;

/** What ended a search, in words that complete "it could not be proven ...". */
public enum Ending {
    /** There is nothing left to prove. */
    PROVEN(""),
    /** The time limit, or a request to stop. */
    OUT_OF_TIME("in the given time"),
    /** Nothing is left to branch on. */
    SEARCHED("by a complete search (its options, or costs as large as these, leave a gap)"),
    /** The solver proved more than its check confirms. */
    UNCHECKED("within the limits of the check");

    private final String words;

    Ending(String words) {
        this.words = words;
    }

    /** What ended a search that did not prove what it was for. */
    static Ending unproven(Deadline deadline) {
        return deadline.passed() ? OUT_OF_TIME : SEARCHED;
    }

    /** For a sentence about what could not be proven. */
    public String words() {
        return words;
    }
}
