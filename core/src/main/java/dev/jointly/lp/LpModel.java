package dev.jointly.lp;

import java.util.function.Function;

/**
 * A linear program that grows and is solved repeatedly, each time from the previous basis. Indices are assigned in order of
 * addition and never change. Missing bounds are infinite doubles.
 *
 * <p>Between two solves change only rows or only columns, and say with {@link Simplex} which it was.
 *
 * <p>Not thread-safe: a model may pass from one thread to another but not be used by two at once.
 */
public interface LpModel extends AutoCloseable {
    /** Which simplex method can continue from the old basis. */
    enum Simplex {
        /** After new columns or changed costs: the old point is still feasible. */
        PRIMAL,
        /** After new rows or changed bounds: the old duals are still feasible. */
        DUAL
    }

    /** Passes a model to the constructor of its owner, and closes the model if that throws. */
    static <T> T owned(LpModel model, Function<LpModel, T> owner) {
        try {
            return owner.apply(model);
        } catch (RuntimeException | Error e) {
            try (model) {
                throw e;
            }
        }
    }

    int columns();

    int rows();

    /** Adds a column with its entries in existing rows, and returns its index. */
    int addColumn(double cost, double lower, double upper, int[] rows, double[] values);

    /** Adds a row {@code lower <= values * x <= upper} over existing columns, and returns its index. */
    int addRow(double lower, double upper, int[] columns, double[] values);

    void columnCost(int column, double cost);

    void columnBounds(int column, double lower, double upper);

    void rowBounds(int row, double lower, double upper);

    /** Solves, and returns a snapshot that later edits do not change. */
    LpResult solve(Simplex simplex, Deadline deadline);

    /**
     * An estimate, for strong branching, of the optimum if these columns were fixed at zero: the value after so many
     * dual pivots from the last optimum. Never a proof. NaN if the engine has none, or the deadline of the last solve has
     * passed. The model and where its next solve starts from stay as they are; to be called only right after an optimal
     * solve.
     */
    default double objectiveWithout(int[] columns, int pivots) {
        return Double.NaN;
    }

    /** Frees native memory. Closing twice is harmless; anything else after it is an {@link IllegalStateException}. */
    @Override
    void close();
}
