package dev.jointly.solve.term;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every skeleton and local assignment found for one component, each once, in order of discovery. */
public final class ColumnPool {
    private final List<Skeleton> skeletons = new ArrayList<>();
    private final List<LocalAssignment> locals = new ArrayList<>();
    private final Set<Object> known = new HashSet<>();

    /** True when it was not known before. */
    public boolean add(Skeleton skeleton) {
        return known.add(skeleton) && skeletons.add(skeleton);
    }

    /** True when it was not known before. */
    public boolean add(LocalAssignment local) {
        return known.add(local) && locals.add(local);
    }

    /** Adds those that were not known before. */
    public void addAll(List<Skeleton> someSkeletons, List<LocalAssignment> someLocals) {
        someSkeletons.forEach(this::add);
        someLocals.forEach(this::add);
    }

    /** Those that can be made of the candidates. */
    public ColumnPool fitting(Candidates candidates) {
        ColumnPool some = new ColumnPool();
        skeletons.stream().filter(candidates::allow).forEach(some::add);
        locals.stream().filter(candidates::allow).forEach(some::add);
        return some;
    }

    /** Whether a skeleton or local assignment is in it. */
    public boolean contains(Object column) {
        return known.contains(column);
    }

    /** Columns of both kinds. */
    public int size() {
        return skeletons.size() + locals.size();
    }

    public List<Skeleton> skeletons() {
        return skeletons;
    }

    public List<LocalAssignment> locals() {
        return locals;
    }
}
