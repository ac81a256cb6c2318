package dev.jointly.solve.cut;

import dev.jointly.solve.cut.FractionalPoint.Column;
import dev.jointly.solve.term.HalfIntegralCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** Subset-row cuts: of all columns that use two of three detections, at most one. */
final class Triples {
    private Triples() {}

    /** All triples that a point may violate; whether it does is for others to say. */
    static List<HalfIntegralCut> of(FractionalPoint point, double leastViolation, IntPredicate owned) {
        Map<Integer, Map<Integer, Double>> together = new TreeMap<>();
        for (Column column : point.columns) {
            int[] used = column.fractional()
                    ? Arrays.stream(column.used()).filter(owned).toArray()
                    : new int[0];
            for (int a : used) {
                for (int b : used) {
                    if (a < b) {
                        together.computeIfAbsent(a, key -> new TreeMap<>()).merge(b, column.value(), Double::sum);
                    }
                }
            }
        }
        List<HalfIntegralCut> found = new ArrayList<>();
        together.forEach((a, afterA) -> afterA.forEach((b, ab) -> {
            Map<Integer, Double> afterB = together.getOrDefault(b, Map.of());
            afterA.forEach((c, ac) -> {
                Double bc = c > b ? afterB.get(c) : null;
                if (bc != null && ab + ac + bc > 1 + leastViolation) {
                    found.add(new HalfIntegralCut(new int[] {a, b, c}, new int[0]));
                }
            });
        }));
        return found;
    }
}
