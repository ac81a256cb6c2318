package dev.jointly.solve.finish;

import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A quick feasible solution. First what the LP's point has, by value: skeletons, then the local assignments that hang on
 * them; a whole point is taken as it is. Then whatever else pays and fits, in the same order, by cost.
 */
public final class Rounding {
    private final BitSet used = new BitSet();
    private final BitSet free = new BitSet();
    private final List<Skeleton> chosen = new ArrayList<>();
    private final List<LocalAssignment> hanging = new ArrayList<>();

    private Rounding() {}

    /** Rounds; {@code skeletonValue} and {@code localValue} are LP values by position in the pool. */
    public static @Nullable Selection greedy(
            ColumnPool pool, IntToDoubleFunction skeletonValue, IntToDoubleFunction localValue) {
        Rounding rounding = new Rounding();
        List<Skeleton> skeletons = pool.skeletons();
        List<LocalAssignment> locals = pool.locals();
        ordered(skeletons.size(), g -> skeletonValue.applyAsDouble(g) > 0, skeletonValue, g -> skeletons
                        .get(g)
                        .cost())
                .forEach(g -> rounding.take(skeletons.get(g)));
        ordered(locals.size(), l -> localValue.applyAsDouble(l) > 0, localValue, l -> locals.get(l)
                        .cost())
                .forEach(l -> rounding.take(locals.get(l)));
        ordered(skeletons.size(), g -> skeletons.get(g).cost() < 0, g -> 0, g -> skeletons
                        .get(g)
                        .cost())
                .forEach(g -> rounding.take(skeletons.get(g)));
        ordered(locals.size(), l -> locals.get(l).cost() < 0, l -> 0, l -> locals.get(l)
                        .cost())
                .forEach(l -> rounding.take(locals.get(l)));
        return Selection.of(rounding.chosen, rounding.hanging);
    }

    private static IntStream ordered(int size, IntPredicate wanted, IntToDoubleFunction value, IntToLongFunction cost) {
        return IntStream.range(0, size)
                .filter(wanted)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -value.applyAsDouble(i))
                        .thenComparingLong(cost::applyAsLong))
                .mapToInt(Integer::intValue);
    }

    private void take(Skeleton skeleton) {
        if (fits(skeleton.detections())) {
            chosen.add(skeleton);
            for (int d : skeleton.detections()) {
                used.set(d);
                free.set(d);
            }
        }
    }

    private void take(LocalAssignment local) {
        if (free.get(local.global()) && fits(local.locals())) {
            hanging.add(local);
            free.clear(local.global());
            for (int d : local.locals()) {
                used.set(d);
            }
        }
    }

    private boolean fits(int[] detections) {
        for (int d : detections) {
            if (used.get(d)) {
                return false;
            }
        }
        return true;
    }
}
