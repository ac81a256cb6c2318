package dev.jointly.solve.primal;

import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A quick feasible solution. First what the LP's point has, by value: skeletons, then the local assignments that hang on
 * them; a whole point is taken as it is. Then whatever else pays and fits, in the same order, by cost.
 */
public final class RoundingHeuristic {
    private final BitSet used = new BitSet();
    private final BitSet free = new BitSet();
    private final List<Skeleton> chosen = new ArrayList<>();
    private final List<LocalAssignment> hanging = new ArrayList<>();

    private RoundingHeuristic() {}

    /**
     * Rounds a point made of columns of the pool; null where that breaks a constraint, which it does not.
     *
     * @param required detections whose poses stay even if they do not pay
     */
    public static @Nullable Selection greedy(ColumnPool pool, PrimalPoint point, IntPredicate required) {
        RoundingHeuristic rounding = new RoundingHeuristic();
        rounding.take(point.skeletons());
        rounding.take(point.locals());
        return rounding.withWhatPays(pool.skeletons(), pool.locals(), required);
    }

    /** Makes poses of columns alone, without a point. */
    public static @Nullable Selection greedy(
            List<Skeleton> skeletons, List<LocalAssignment> locals, IntPredicate required) {
        return new RoundingHeuristic().withWhatPays(skeletons, locals, required);
    }

    private @Nullable Selection withWhatPays(
            List<Skeleton> skeletons, List<LocalAssignment> locals, IntPredicate required) {
        takePaying(skeletons);
        takePaying(locals);
        return Selection.of(chosen, hanging, required);
    }

    /** What does not fit now will not fit later. */
    private void takePaying(List<? extends Column> columns) {
        columns.stream()
                .filter(column -> column.cost() < 0 && fits(column))
                .sorted(Comparator.comparingLong(Column::cost))
                .forEach(this::take);
    }

    private <C extends Column> void take(Map<C, Double> values) {
        values.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<C, Double> part) -> -part.getValue())
                        .thenComparingLong(part -> part.getKey().cost()))
                .forEach(part -> take(part.getKey()));
    }

    private void take(Column column) {
        if (!fits(column)) {
            return;
        }
        for (int d : column.used()) {
            used.set(d);
        }
        if (column instanceof LocalAssignment local) {
            hanging.add(local);
            free.clear(local.global());
        } else {
            chosen.add((Skeleton) column);
            for (int d : column.used()) {
                free.set(d);
            }
        }
    }

    private boolean fits(Column column) {
        if (column instanceof LocalAssignment local && !free.get(local.global())) {
            return false;
        }
        for (int d : column.used()) {
            if (used.get(d)) {
                return false;
            }
        }
        return true;
    }
}
