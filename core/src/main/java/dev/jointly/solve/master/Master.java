package dev.jointly.solve.master;

import dev.jointly.lp.Deadline;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Skeleton;
import java.util.function.Predicate;

/**
 * The restricted master problem of a tree. It lives as long as the tree: from node to node only bounds of columns and rows
 * change, and each LP starts from the basis of the one before.
 */
public interface Master extends AutoCloseable {
    /** Solves the LP again after changes; false when the engine has no optimum to offer. */
    boolean solve(Deadline deadline);

    /** The last optimum, in the LP's unit, penalties among it: never for a proof. */
    double objective();

    /** The columns of the last optimum. */
    PrimalPoint point();

    /** The duals of the last optimum, on the grid. */
    DualPoint dual();

    /** See {@link dev.jointly.solve.term.StrongBranchingOracle}. The last optimum and its duals are not touched. */
    double objectiveWithout(Predicate<Skeleton> ruledOut, Predicate<LocalAssignment> ruledOutLocal);

    /** Columns in use. */
    int columns();

    /** Whether most of the LP is of no use in the node at hand, so that a new master would be better. */
    boolean crowded();

    @Override
    void close();
}
