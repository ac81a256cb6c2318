package dev.jointly.io.pickle;

/** Python's None. */
public enum None {
    NONE
}
