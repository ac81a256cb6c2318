package dev.jointly.problem;

/** A person's word on a detection or two, which no cost can outweigh. */
public sealed interface Pin {
    /** Both are used, in one pose. */
    record Together(int a, int b) implements Pin {}

    /** Never in one pose. */
    record Apart(int a, int b) implements Pin {}

    /** In some pose. */
    record Use(int detection) implements Pin {}

    /** In no pose. */
    record Skip(int detection) implements Pin {}
}
