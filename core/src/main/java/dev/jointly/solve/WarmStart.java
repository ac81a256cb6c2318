package dev.jointly.solve;

import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.tree.Component;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a solve leaves behind for the next one of the same problem under other pins: its poses, its prices and its best
 * columns. Nothing of it is trusted: prices prove what they prove, and columns are taken only if the new pins allow them.
 * Not thread-safe.
 */
public final class WarmStart {
    /** Columns of both kinds that are kept, those of least reduced cost. */
    static final int MAX_COLUMNS = 4_000;

    /** Objects of a column, its place in the pool included. */
    private static final int COLUMN_BYTES = 128;

    /** Both prices of a detection. */
    private static final int PRICE_BYTES = 2 * Long.BYTES;

    private Selection selection = Selection.EMPTY;
    private ColumnPool columns = new ColumnPool();
    private @Nullable DualPoint prices;
    private volatile long bytes;

    /** Nothing is known yet. */
    public WarmStart() {}

    /** An estimate of the memory that this takes. May be called while another thread solves. */
    public long bytes() {
        return bytes;
    }

    /** The columns that are kept. */
    int size() {
        return columns.size();
    }

    /** The poses of the last solve. */
    Selection selection() {
        return selection;
    }

    /** Remembers the poses and prices of a whole problem; the columns are those of its components, added one by one. */
    void remember(Selection poses, DualPoint dual, List<Component> components) {
        selection = poses;
        prices = dual.copy();
        columns = new ColumnPool();
        int each = MAX_COLUMNS / Math.max(1, components.size());
        for (Component component : components) {
            ColumnPool pool = component.pool();
            ColumnPool best = pool.size() <= each
                    ? pool
                    : component.pricer(component.candidates()).cheapest(pool, dual, Math.max(1, each));
            best.columns().forEach(columns::add);
        }
        long members = columns.columns().stream()
                .mapToLong(column -> column.used().length)
                .sum();
        bytes = (long) PRICE_BYTES * dual.lambda1().length
                + (long) COLUMN_BYTES * columns.size()
                + Integer.BYTES * members;
    }

    /** The columns that candidates and pins allow; some of them, once stopped. */
    ColumnPool columns(Candidates candidates, PinConstraints pins, BooleanSupplier stopped) {
        ColumnPool allowed = new ColumnPool();
        for (Column column : columns.columns()) {
            if (stopped.getAsBoolean()) {
                return allowed;
            }
            if (candidates.allow(column) && pins.allowTogether(column.used())) {
                allowed.add(column);
            }
        }
        return allowed;
    }

    /** The prices of some candidates' detections, where they were and as the new candidates allow; null where they are on another grid. */
    @Nullable
    DualPoint prices(Candidates candidates) {
        DualPoint known = prices;
        if (known == null || known.scaleBits() != candidates.costs().grid().bits()) {
            return null;
        }
        DualPoint some = candidates.start().withNu(candidates.costs().limited() ? known.nu() : 0);
        for (int d : candidates.members()) {
            some.lambda1()[d] = Math.max(candidates.priceFloor(d), known.lambda1()[d]);
        }
        // of others lambda3 stays where it is: low enough for what reductions have dropped
        for (int m : candidates.hosts()) {
            some.lambda3()[m] = Math.min(-candidates.delta(m), known.lambda3()[m]);
        }
        return some;
    }
}
