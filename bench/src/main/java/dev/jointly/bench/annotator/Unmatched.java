package dev.jointly.bench.annotator;

/** Where a detection is wrong that matches no labelled joint. */
public enum Unmatched {
    /** Nowhere: only joints of labelled people count. */
    LEFT,
    /** In the pose of a labelled person; other poses may be people without labels. */
    LABELLED,
    /** In every pose. */
    EVERYWHERE
}
