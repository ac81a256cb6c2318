package dev.jointly.io.pickle;

/**
 * What a pickle holds.
 *
 * @param bytes length of the pickle, unpacked; a walk over the value can limit by it how often parts of it come again
 */
public record Pickle(Object value, long bytes) {}
