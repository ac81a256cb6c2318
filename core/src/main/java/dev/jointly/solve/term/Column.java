package dev.jointly.solve.term;

/** A column of the linear program. Two are equal if they are of the same kind and made of the same detections. */
public sealed interface Column permits Skeleton, LocalAssignment {
    /** The detections that it uses, ascending: all of a skeleton, the local ones of a local assignment. */
    int[] used();

    /** In micro-units. */
    long cost();
}
