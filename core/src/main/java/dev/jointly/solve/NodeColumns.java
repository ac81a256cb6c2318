package dev.jointly.solve;

import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.util.List;
import java.util.function.Consumer;

/** New columns of a node, which are put into its pool, that of its component, and a master. */
final class NodeColumns {
    private final ColumnPool pool;
    private final ComponentSolve component;

    NodeColumns(ColumnPool pool, ComponentSolve component) {
        this.pool = pool;
        this.component = component;
    }

    /** Adds those not known yet; false when none was new. */
    boolean addSkeletons(List<Skeleton> found, Consumer<Skeleton> master) {
        boolean added = false;
        for (Skeleton skeleton : found) {
            if (pool.add(skeleton)) {
                component.pool().add(skeleton);
                master.accept(skeleton);
                added = true;
            }
        }
        return added;
    }

    /** Likewise for local assignments. */
    boolean addLocals(List<LocalAssignment> found, Consumer<LocalAssignment> master) {
        boolean added = false;
        for (LocalAssignment local : found) {
            if (pool.add(local)) {
                component.pool().add(local);
                master.accept(local);
                added = true;
            }
        }
        return added;
    }
}
