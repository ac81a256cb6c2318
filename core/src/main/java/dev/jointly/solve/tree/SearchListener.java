package dev.jointly.solve.tree;

/** Receives what happens in the components while they are solved, from any of the threads that solve them. */
public interface SearchListener {
    /**
     * One LP of a component's master has been solved, and pricing after it.
     *
     * @param component which of the components, from 1
     * @param columns in its master, like rows
     * @param bounds of the whole problem
     */
    void iteration(int component, int iteration, int columns, int rows, GlobalBounds bounds);

    /** One pass of both pricings. */
    void priced();

    /** The engine failed; the bounds stay valid. */
    void warn(String what);
}
