package dev.jointly.solve.cut;

import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Skeleton;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** A point of the relaxation as columns and the rows they are in. */
final class FractionalPoint {
    private static final int NOBODY = -1;

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

        boolean fractional() {
            return PrimalPoint.fractionality(value) > 0;
        }
    }

    /** A row, the columns in it by position, and what is left of its right-hand side. */
    static final class Row {
        final List<Integer> columns = new ArrayList<>();
        double slack;
        /** Of all its columns together. */
        double total;

        Row(double limit) {
            slack = limit;
        }
    }

    final List<Column> columns = new ArrayList<>();
    final Map<RowName, Row> rows = new TreeMap<>();

    /** @param owned the detections that have rows */
    FractionalPoint(PrimalPoint point, IntPredicate owned) {
        for (int g = 0; g < point.skeletons().size(); g++) {
            Skeleton skeleton = point.skeletons().get(g);
            columns.add(new Column(skeleton.detections(), NOBODY, point.value(g)));
        }
        for (int l = 0; l < point.locals().size(); l++) {
            LocalAssignment local = point.locals().get(l);
            columns.add(new Column(local.locals(), local.global(), point.localValue(l)));
        }
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
        row.total += columns.get(c).value();
    }

    /** By how much the point violates a cut, exactly, but for the last rounding of the result. */
    double violation(HalfIntegralCut cut) {
        BigDecimal sum = BigDecimal.valueOf(-cut.limit());
        for (Column column : columns) {
            int coefficient = column.coefficient(cut);
            if (coefficient != 0) {
                sum = sum.add(new BigDecimal(column.value()).multiply(BigDecimal.valueOf(coefficient)));
            }
        }
        return sum.doubleValue();
    }
}
