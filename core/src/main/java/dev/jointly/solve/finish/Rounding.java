package dev.jointly.solve.finish;

import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** A quick feasible solution: skeletons by their LP value, then local assignments likewise, as long as they fit. */
public final class Rounding {
    private Rounding() {}

    /** Rounds; {@code skeletonValue} and {@code localValue} are LP values by position in the pool. */
    public static Selection greedy(ColumnPool pool, IntToDoubleFunction skeletonValue, IntToDoubleFunction localValue) {
        List<Skeleton> skeletons = pool.skeletons();
        BitSet used = new BitSet();
        BitSet global = new BitSet();
        List<Skeleton> chosen = new ArrayList<>();
        IntStream.range(0, skeletons.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer g) -> -skeletonValue.applyAsDouble(g))
                        .thenComparingLong(g -> skeletons.get(g).cost()))
                .map(skeletons::get)
                .forEach(skeleton -> {
                    if (fits(used, skeleton.detections())) {
                        chosen.add(skeleton);
                        for (int d : skeleton.detections()) {
                            used.set(d);
                            global.set(d);
                        }
                    }
                });
        List<LocalAssignment> hanging = new ArrayList<>();
        List<LocalAssignment> locals = pool.locals();
        IntStream.range(0, locals.size())
                .filter(l ->
                        locals.get(l).cost() < 0 && global.get(locals.get(l).global()))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer l) -> -localValue.applyAsDouble(l))
                        .thenComparingLong(l -> locals.get(l).cost()))
                .map(locals::get)
                .forEach(local -> {
                    if (global.get(local.global()) && fits(used, local.locals())) {
                        hanging.add(local);
                        global.clear(local.global());
                        for (int d : local.locals()) {
                            used.set(d);
                        }
                    }
                });
        return Selection.EMPTY.orBetter(Selection.of(chosen, hanging));
    }

    private static boolean fits(BitSet used, int[] detections) {
        for (int d : detections) {
            if (used.get(d)) {
                return false;
            }
        }
        return true;
    }
}
