package dev.jointly.solve.cut;

import dev.jointly.solve.cut.FractionalPoint.Row;
import dev.jointly.solve.cut.FractionalPoint.RowName;
import dev.jointly.solve.term.HalfIntegralCut;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts by elimination modulo 2. A sum of rows with an odd right-hand side is violated, halved and rounded down, if what the
 * rows leave unused and the columns with an odd coefficient come to less than 1 together. So the columns of the largest values
 * are eliminated first (Koster, Zymolka, Kutschka, Algorithmica 55, 2009).
 */
final class ParityElimination {
    /** Any number that makes one order unlike another. */
    private static final int STRIDE = 7919;

    /** Orders of columns that are tried. On the 88 shared problems, 1 gives 231 nodes instead of 219. */
    private static final int ORDERS = 10;

    private final FractionalPoint point;
    private final double longest;
    private final List<RowName> names = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /** A sum of rows modulo 2. */
    private final class Sum {
        final BitSet of = new BitSet();
        final BitSet columns = new BitSet();
        boolean odd;
        boolean pivot;

        Sum(int row) {
            of.set(row);
            odd = !names.get(row).host();
            rows.get(row).columns.forEach(columns::flip);
        }

        void add(Sum other) {
            of.xor(other.of);
            columns.xor(other.columns);
            odd ^= other.odd;
        }

        double slack() {
            return of.stream().mapToDouble(r -> rows.get(r).slack).sum();
        }

        /** Whether what the rows leave unused and the odd columns come to less than the limit. */
        boolean isShort() {
            double length = 0;
            for (int c = columns.nextSetBit(0); c >= 0 && length < longest; c = columns.nextSetBit(c + 1)) {
                length += point.columns.get(c).value();
            }
            for (int r = of.nextSetBit(0); r >= 0 && length < longest; r = of.nextSetBit(r + 1)) {
                length += rows.get(r).slack;
            }
            return length < longest;
        }
    }

    private ParityElimination(FractionalPoint point, double longest) {
        this.point = point;
        this.longest = longest;
        point.rows.forEach((name, row) -> {
            if (row.slack < longest
                    && row.columns.stream().anyMatch(c -> point.columns.get(c).fractional())) {
                names.add(name);
                rows.add(row);
            }
        });
    }

    /**
     * The cuts met on the way, for several orders of columns that have the same value.
     *
     * @param stopped when to return those found so far
     */
    static Set<HalfIntegralCut> of(FractionalPoint point, double minViolation, BooleanSupplier stopped) {
        // a cut is violated by half of what the sum is shorter than 1
        ParityElimination elimination = new ParityElimination(point, 1 - 2 * minViolation);
        Set<HalfIntegralCut> found = new LinkedHashSet<>();
        for (int order = 0; order < ORDERS && !stopped.getAsBoolean(); order++) {
            elimination.eliminate(order, found);
        }
        return found;
    }

    private void eliminate(int order, Set<HalfIntegralCut> found) {
        List<Sum> sums = new ArrayList<>();
        for (int r = 0; r < rows.size(); r++) {
            sums.add(new Sum(r));
        }
        for (int column : byValue(order)) {
            Sum pivot = pivot(sums, column, order);
            if (pivot == null) {
                continue;
            }
            pivot.pivot = true;
            offer(pivot, found);
            for (Sum sum : sums) {
                if (sum != pivot && sum.columns.get(column)) {
                    sum.add(pivot);
                    offer(sum, found);
                }
            }
        }
    }

    /** The largest first; those of the same value in an order of their own each time. */
    private int[] byValue(int order) {
        int count = point.columns.size();
        int turn = order * STRIDE % Math.max(1, count);
        return IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingDouble(
                                (Integer c) -> -Math.rint(point.columns.get(c).value() / FractionalPoint.TIE))
                        .thenComparingInt(c -> (c + turn) % count))
                .mapToInt(c -> c)
                .toArray();
    }

    /** Of the sums with an odd coefficient that were none before, the one of the fewest rows, or that leaves least unused. */
    private @Nullable Sum pivot(List<Sum> sums, int column, int order) {
        Comparator<Sum> byRows = Comparator.comparingInt(sum -> sum.of.cardinality());
        Comparator<Sum> bySlack = Comparator.comparingDouble(sum -> Math.rint(sum.slack() / FractionalPoint.TIE));
        return sums.stream()
                .filter(sum -> !sum.pivot && sum.columns.get(column))
                .min(order % 2 == 0 ? bySlack.thenComparing(byRows) : byRows)
                .orElse(null);
    }

    private void offer(Sum sum, Set<HalfIntegralCut> found) {
        if (sum.odd && sum.isShort()) {
            found.add(cut(sum));
        }
    }

    private HalfIntegralCut cut(Sum sum) {
        return new HalfIntegralCut(detections(sum, false), detections(sum, true));
    }

    private int[] detections(Sum sum, boolean host) {
        return sum.of.stream()
                .filter(r -> names.get(r).host() == host)
                .map(r -> names.get(r).detection())
                .sorted()
                .toArray();
    }
}
