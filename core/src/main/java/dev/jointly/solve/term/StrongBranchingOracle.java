package dev.jointly.solve.term;

import java.util.function.Predicate;

/** A master's guess at what a relaxation would cost if some of its columns were ruled out, without looking for new ones. */
@FunctionalInterface
public interface StrongBranchingOracle {
    /** The LP's optimum without these columns, in the LP's unit; infinite where the engine has none to offer. */
    double objective(Predicate<Column> ruledOut);
}
