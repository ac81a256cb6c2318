package dev.jointly.solve.tree;

/** A method that solves the relaxations of a tree, node by node, with one master that lives as long as the tree. */
public interface ColumnGeneration extends AutoCloseable {
    /**
     * Solves the relaxation of a node, or does what it can until there is no reason or time to go on.
     *
     * @return false where the node has cuts now that this method knows nothing of
     */
    boolean solve(NodeRelaxation node);

    /** Whether most of the master is of no use any more, so that it is better to start with a new one. */
    boolean needsRebuild();

    @Override
    void close();

    /** Makes one for each tree. */
    @FunctionalInterface
    interface Factory {
        ColumnGeneration of(Component component);
    }
}
