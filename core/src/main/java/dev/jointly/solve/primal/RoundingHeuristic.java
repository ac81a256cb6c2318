package dev.jointly.solve.primal;

import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
        ordered(point.skeletons(), point::value, Skeleton::cost).forEach(rounding::take);
        ordered(point.locals(), point::localValue, LocalAssignment::cost).forEach(rounding::take);
        return rounding.withWhatPays(pool.skeletons(), pool.locals(), required);
    }

    /** Makes poses of columns alone, without a point. */
    public static @Nullable Selection greedy(
            List<Skeleton> skeletons, List<LocalAssignment> locals, IntPredicate required) {
        return new RoundingHeuristic().withWhatPays(skeletons, locals, required);
    }

    private @Nullable Selection withWhatPays(
            List<Skeleton> skeletons, List<LocalAssignment> locals, IntPredicate required) {
        paying(skeletons, Skeleton::cost, this::fits).forEach(this::take);
        paying(locals, LocalAssignment::cost, this::fits).forEach(this::take);
        return Selection.of(chosen, hanging, required);
    }

    /** What does not fit now will not fit later. */
    private static <T> List<T> paying(List<T> columns, ToLongFunction<T> cost, Predicate<T> fits) {
        List<T> some = new ArrayList<>();
        for (T column : columns) {
            if (cost.applyAsLong(column) < 0 && fits.test(column)) {
                some.add(column);
            }
        }
        some.sort(Comparator.comparingLong(cost));
        return some;
    }

    private static <T> Stream<T> ordered(List<T> columns, IntToDoubleFunction value, ToLongFunction<T> cost) {
        return IntStream.range(0, columns.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -value.applyAsDouble(i))
                        .thenComparingLong(i -> cost.applyAsLong(columns.get(i))))
                .map(columns::get);
    }

    private void take(Skeleton skeleton) {
        if (fits(skeleton)) {
            chosen.add(skeleton);
            for (int d : skeleton.detections()) {
                used.set(d);
                free.set(d);
            }
        }
    }

    private void take(LocalAssignment local) {
        if (fits(local)) {
            hanging.add(local);
            free.clear(local.global());
            for (int d : local.locals()) {
                used.set(d);
            }
        }
    }

    private boolean fits(Skeleton skeleton) {
        return unused(skeleton.detections());
    }

    private boolean fits(LocalAssignment local) {
        return free.get(local.global()) && unused(local.locals());
    }

    private boolean unused(int[] detections) {
        for (int d : detections) {
            if (used.get(d)) {
                return false;
            }
        }
        return true;
    }
}
