package dev.jointly.io.pickle;

/** Something that has a place in the file but no content here, such as a pandas index: it is carried past, never built. */
record Inert(String name) {}
