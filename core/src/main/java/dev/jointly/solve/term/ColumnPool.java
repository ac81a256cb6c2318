package dev.jointly.solve.term;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Every skeleton and local assignment found for one component, each once, in order of discovery. */
public final class ColumnPool {
    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<LocalAssignment> locals = new ArrayList<>();
    private final Set<Column> known = new HashSet<>();

    /** True when it was not known before. */
    public boolean add(Column column) {
        return known.add(column)
                && (column instanceof Skeleton skeleton
                        ? skeletons.add(skeleton)
                        : locals.add((LocalAssignment) column));
    }

    /** Those that are wanted. */
    public ColumnPool filtered(Predicate<Column> wanted) {
        ColumnPool some = new ColumnPool();
        columns().stream().filter(wanted).forEach(some::add);
        return some;
    }

    public boolean contains(Column column) {
        return known.contains(column);
    }

    /** Columns of both kinds. */
    public int size() {
        return known.size();
    }

    /** Skeletons, then local assignments. */
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>(skeletons);
        columns.addAll(locals);
        return columns;
    }

    public List<Skeleton> skeletons() {
        return skeletons;
    }

    public List<LocalAssignment> locals() {
        return locals;
    }
}
