package dev.jointly.lp;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Non-negative columns of a model, identified by the objects they represent. A column that is not needed for a while is
 * fixed at zero and freed again later: only its upper bound changes, and the next solve starts from the current basis.
 *
 * <p>Not thread-safe.
 */
public final class NamedColumns<T> {
    private final LpModel model;
    private final Map<T, Integer> position = new HashMap<>();
    private final List<T> names = new ArrayList<>();
    private final List<Integer> columns = new ArrayList<>();
    private final BitSet free = new BitSet();

    public NamedColumns(LpModel model) {
        this.model = model;
    }

    /** Frees a column if it is known; false where it has yet to be added. */
    public boolean free(T name) {
        Integer at = position.get(name);
        if (at == null) {
            return false;
        }
        set(at, true);
        return true;
    }

    /** Whether a column is known and free. */
    public boolean isFree(T name) {
        Integer at = position.get(name);
        return at != null && free.get(at);
    }

    /** Adds a column that was not known. */
    public void add(T name, double cost, int[] rows, double[] values) {
        position.put(name, names.size());
        free.set(names.size());
        names.add(name);
        columns.add(model.addColumn(cost, 0, Double.POSITIVE_INFINITY, rows, values));
    }

    /** Fixes all others at zero, and frees these where they are known. */
    public void freeOnly(Predicate<? super T> wanted) {
        for (int i = 0; i < names.size(); i++) {
            set(i, wanted.test(names.get(i)));
        }
    }

    private void set(int i, boolean wanted) {
        if (free.get(i) != wanted) {
            free.set(i, wanted);
            model.columnBounds(columns.get(i), 0, wanted ? Double.POSITIVE_INFINITY : 0);
        }
    }

    /** How many there are, fixed or free. */
    public int size() {
        return names.size();
    }

    /** How many are free. */
    public int freeCount() {
        return free.cardinality();
    }

    /** Calls back for every column, fixed or free. */
    public void forEach(Visitor<? super T> visitor) {
        for (int i = 0; i < names.size(); i++) {
            visitor.visit(names.get(i), columns.get(i));
        }
    }

    /** Calls back for every free column with what it stands for and its index in the model. */
    public void forEachFree(Visitor<? super T> visitor) {
        free.stream().forEach(i -> visitor.visit(names.get(i), columns.get(i)));
    }

    /** The indices in the model of the free columns that are wanted, ascending. */
    public int[] free(Predicate<? super T> wanted) {
        return free.stream()
                .filter(i -> wanted.test(names.get(i)))
                .map(columns::get)
                .toArray();
    }

    /** Receives a column. */
    @FunctionalInterface
    public interface Visitor<T> {
        void visit(T name, int column);
    }
}
