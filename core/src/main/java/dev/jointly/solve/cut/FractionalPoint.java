package dev.jointly.solve.cut;

import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.PrimalPoint;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** A point of the relaxation as columns and the rows they are in, as far as these share a detection with a fractional one. */
final class FractionalPoint {
    /** Values and violations that differ by less, which may be rounding, are the same. */
    static final double TIE = 1e-6;

    private static final int NONE = -1;

    /** The row of a detection: that it is used at most once, or that it hosts only in a skeleton. */
    record RowName(boolean host, int detection) implements Comparable<RowName> {
        @Override
        public int compareTo(RowName other) {
            int byDetection = Integer.compare(detection, other.detection);
            return byDetection != 0 ? byDetection : Boolean.compare(host, other.host);
        }
    }

    /**
     * A column above zero.
     *
     * @param host of a local assignment, or NONE for a skeleton
     */
    record Part(Column column, int host, double value) {
        /** The detections it has rows of. */
        IntStream touched() {
            IntStream used = Arrays.stream(column.used());
            return host == NONE ? used : IntStream.concat(used, IntStream.of(host));
        }

        boolean fractional() {
            return PrimalPoint.fractionality(value) > 0;
        }
    }

    /** A row, the columns in it by position, and what is left of its right-hand side. */
    static final class Row {
        final List<Integer> columns = new ArrayList<>();
        double slack;

        Row(double limit) {
            slack = limit;
        }
    }

    final List<Part> columns = new ArrayList<>();
    final Map<RowName, Row> rows = new TreeMap<>();

    /** @param owned the detections that have rows */
    FractionalPoint(PrimalPoint point, IntPredicate owned) {
        List<Part> all = new ArrayList<>();
        point.skeletons().forEach((skeleton, value) -> all.add(new Part(skeleton, NONE, value)));
        point.locals().forEach((local, value) -> all.add(new Part(local, local.global(), value)));
        BitSet near = new BitSet();
        all.stream().filter(Part::fractional).flatMapToInt(Part::touched).forEach(near::set);
        all.stream().filter(part -> part.touched().anyMatch(near::get)).forEach(columns::add);
        for (int c = 0; c < columns.size(); c++) {
            Part part = columns.get(c);
            for (int d : part.column().used()) {
                if (owned.test(d)) {
                    add(new RowName(false, d), c, 1);
                }
            }
            if (part.host() != NONE && owned.test(part.host())) {
                add(new RowName(true, part.host()), c, 1);
            }
        }
        // only detections that host something have a host row here
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).host() == NONE) {
                for (int d : columns.get(c).column().used()) {
                    if (rows.containsKey(new RowName(true, d))) {
                        add(new RowName(true, d), c, -1);
                    }
                }
            }
        }
        rows.values().forEach(row -> row.slack = Math.max(0, row.slack));
    }

    private void add(RowName name, int c, int coefficient) {
        Row row = rows.computeIfAbsent(name, key -> new Row(key.host() ? 0 : 1));
        row.columns.add(c);
        row.slack -= coefficient * columns.get(c).value();
    }

    /** Whether the point violates a cut made of its rows by so much, in exact arithmetic where rounding could decide. */
    boolean violates(HalfIntegralCut cut, double least) {
        double violation = violation(cut);
        if (Math.abs(violation - least) > TIE) {
            return violation > least;
        }
        return exactViolation(cut).compareTo(BigDecimal.valueOf(least)) >= 0;
    }

    /** By how much the point violates a cut made of its rows, but for rounding. */
    double violation(HalfIntegralCut cut) {
        Map<Integer, Integer> sums = new HashMap<>();
        for (int d : cut.use()) {
            at(new RowName(false, d)).forEach(c -> sums.merge(c, 1, Integer::sum));
        }
        for (int d : cut.host()) {
            at(new RowName(true, d)).forEach(c -> sums.merge(c, columns.get(c).host() == NONE ? -1 : 1, Integer::sum));
        }
        double sum = -cut.limit();
        for (Map.Entry<Integer, Integer> entry : sums.entrySet()) {
            sum += Math.floorDiv(entry.getValue(), 2)
                    * columns.get(entry.getKey()).value();
        }
        return sum;
    }

    private List<Integer> at(RowName name) {
        Row row = rows.get(name);
        return row == null ? List.of() : row.columns;
    }

    private BigDecimal exactViolation(HalfIntegralCut cut) {
        BigDecimal sum = BigDecimal.valueOf(-cut.limit());
        for (Part part : columns) {
            sum = sum.add(new BigDecimal(part.value()).multiply(BigDecimal.valueOf(cut.coefficient(part.column()))));
        }
        return sum;
    }
}
