package dev.jointly.bench.annotator;

/** Something that keeps a grouping from being right. */
sealed interface Mistake {
    /** A joint is in a pose to which it does not belong. */
    record Misplaced(int detection, int pose) implements Mistake {}

    /** A person's joint that has a detection is not in the person's pose. */
    record Missing(int person, int part) implements Mistake {}
}
