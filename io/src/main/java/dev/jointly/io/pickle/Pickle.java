package dev.jointly.io.pickle;

/**
 * What a pickle holds.
 *
 * @param bytes length of the pickle, unpacked; whoever walks the value can tell from it when parts of it come again and again
 */
public record Pickle(Object value, long bytes) {}
