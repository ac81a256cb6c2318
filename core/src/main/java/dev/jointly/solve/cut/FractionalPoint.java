package dev.jointly.solve.cut;

import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.LocalAssignment;
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
     * @param used detections that it uses
     * @param global of a local assignment, or negative for a skeleton
     */
    record Column(int[] used, int global, double value) {
        int coefficient(HalfIntegralCut cut) {
            return global < 0 ? cut.coefficient(used) : cut.coefficient(global, used);
        }

        /** Adds the detections it has rows of. */
        void touch(BitSet detections) {
            Arrays.stream(used).forEach(detections::set);
            if (global >= 0) {
                detections.set(global);
            }
        }

        boolean touches(BitSet detections) {
            return Arrays.stream(used).anyMatch(detections::get) || (global >= 0 && detections.get(global));
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

    final List<Column> columns = new ArrayList<>();
    final Map<RowName, Row> rows = new TreeMap<>();

    /** @param owned the detections that have rows */
    FractionalPoint(PrimalPoint point, IntPredicate owned) {
        List<Column> all = new ArrayList<>();
        for (int g = 0; g < point.skeletons().size(); g++) {
            all.add(new Column(point.skeletons().get(g).detections(), NONE, point.value(g)));
        }
        for (int l = 0; l < point.locals().size(); l++) {
            LocalAssignment local = point.locals().get(l);
            all.add(new Column(local.locals(), local.global(), point.localValue(l)));
        }
        BitSet near = new BitSet();
        all.stream().filter(Column::fractional).forEach(column -> column.touch(near));
        all.stream().filter(column -> column.touches(near)).forEach(columns::add);
        for (int c = 0; c < columns.size(); c++) {
            Column column = columns.get(c);
            for (int d : column.used()) {
                if (owned.test(d)) {
                    add(new RowName(false, d), c, 1);
                }
            }
            if (column.global() >= 0 && owned.test(column.global())) {
                add(new RowName(true, column.global()), c, 1);
            }
        }
        // only detections that host something have a host row here
        for (int c = 0; c < columns.size(); c++) {
            for (int d : columns.get(c).global() < 0 ? columns.get(c).used() : new int[0]) {
                if (rows.containsKey(new RowName(true, d))) {
                    add(new RowName(true, d), c, -1);
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
            at(new RowName(true, d)).forEach(c -> sums.merge(c, columns.get(c).global() < 0 ? -1 : 1, Integer::sum));
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
        for (Column column : columns) {
            int coefficient = column.coefficient(cut);
            if (coefficient != 0) {
                sum = sum.add(new BigDecimal(column.value()).multiply(BigDecimal.valueOf(coefficient)));
            }
        }
        return sum;
    }
}
