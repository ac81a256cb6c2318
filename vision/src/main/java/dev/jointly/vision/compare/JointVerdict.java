package dev.jointly.vision.compare;

/** What two sets of people say about one joint. */
public enum JointVerdict {
    /** The same part in the same place, of the same person. */
    SAME("same"),
    /** The same person has this part in another place. */
    MOVED("moved"),
    /** The same part in the same place, but of another person. */
    SWAPPED("swapped"),
    /** The second set has no such joint. */
    ONLY_A("only in A"),
    /** The first set has no such joint. */
    ONLY_B("only in B");

    private final String words;

    JointVerdict(String words) {
        this.words = words;
    }

    /** As reports say it. */
    public String words() {
        return words;
    }
}
