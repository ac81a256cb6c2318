package dev.jointly.solve.compact;

import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerProgram.Column;
import dev.jointly.problem.Pin;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What pins mean to the compact program: rows in it, and a check of what comes out. That d is in the pose led by n is
 * p[n,d] = x[n,d] + sum over hosts m of w[n,m,d], where w is the product of x[n,m] and z[m,d]: d is in the skeleton, or
 * local to a detection of it.
 */
final class PinRows {
    private final List<Pin> pins;
    private final IntegerProgram program;
    private final Map<Integer, Map<Integer, Integer>> inSkeleton;
    private final Map<Integer, Map<Integer, Integer>> localTo;
    private final Set<Integer> required = new HashSet<>();
    /** The columns that sum up to p[n,d], by n and d; several pins may ask for them. */
    private final Map<List<Integer>, List<Integer>> inPose = new HashMap<>();

    /**
     * Adds the rows of all pins.
     *
     * @param inSkeleton columns x[n,d] of the program, by n and d
     * @param localTo columns z[m,d] of the program, by m and d
     */
    PinRows(
            List<Pin> pins,
            IntegerProgram program,
            Map<Integer, Map<Integer, Integer>> inSkeleton,
            Map<Integer, Map<Integer, Integer>> localTo) {
        this.pins = pins;
        this.program = program;
        this.inSkeleton = inSkeleton;
        this.localTo = localTo;
        pins.forEach(this::addRows);
    }

    private void addRows(Pin pin) {
        int[] d = pin.detections();
        switch (pin.kind()) {
            case USE -> addUse(d[0]);
            case SKIP -> addRow(0, 0, columnsOf(d[0]));
            case TOGETHER -> {
                addUse(d[0]);
                addUse(d[1]);
                for (int n : inSkeleton.keySet()) {
                    addRow(0, 0, inPose(n, d[0]), inPose(n, d[1]), -1);
                }
            }
            case APART -> {
                for (int n : inSkeleton.keySet()) {
                    addRow(0, 1, inPose(n, d[0]), inPose(n, d[1]), 1);
                }
            }
        }
    }

    private void addUse(int d) {
        required.add(d);
        addRow(1, 1, columnsOf(d));
    }

    /** All x[n,d] and z[m,d] of a detection. */
    private List<Integer> columnsOf(int d) {
        return Stream.concat(inSkeleton.values().stream(), localTo.values().stream())
                .map(columns -> columns.get(d))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The columns that sum up to p[n,d]. */
    private List<Integer> inPose(int n, int d) {
        return inPose.computeIfAbsent(List.of(n, d), key -> {
            Map<Integer, Integer> x = inSkeleton.getOrDefault(n, Map.of());
            List<Integer> columns = new ArrayList<>();
            if (x.containsKey(d)) {
                columns.add(x.get(d));
            }
            localTo.forEach((m, z) -> {
                Integer host = x.get(m);
                Integer local = z.get(d);
                if (host != null && local != null) {
                    columns.add(addProduct(host, local));
                }
            });
            return columns;
        });
    }

    /** A column that is 1 where both are, and 0 elsewhere. */
    private int addProduct(int a, int b) {
        int product = program.addColumn(new Column(0, 0, 1, false));
        program.atMost(0, new int[] {product, a}, new double[] {1, -1});
        program.atMost(0, new int[] {product, b}, new double[] {1, -1});
        program.atMost(1, new int[] {a, b, product}, new double[] {1, 1, -1});
        return product;
    }

    private void addRow(double lower, double upper, List<Integer> sum) {
        addRow(lower, upper, sum, List.of(), 0);
    }

    /** {@code lower <= sum of some + weight * sum of others <= upper}. */
    private void addRow(double lower, double upper, List<Integer> some, List<Integer> others, double weight) {
        // an engine takes a column once a row, but a pin may name one detection twice
        Map<Integer, Double> values = new TreeMap<>();
        some.forEach(column -> values.merge(column, 1.0, Double::sum));
        others.forEach(column -> values.merge(column, weight, Double::sum));
        program.addRow(
                lower,
                upper,
                values.keySet().stream().mapToInt(Integer::intValue).toArray(),
                values.values().stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Whether some pin wants this detection used. */
    boolean require(int d) {
        return required.contains(d);
    }

    /** Whether every pin holds: an engine's word is not taken for it. */
    boolean hold(Selection selection) {
        Map<Integer, Integer> poseOf = new HashMap<>();
        for (int pose = 0; pose < selection.skeletons().size(); pose++) {
            for (int d : selection.skeletons().get(pose).detections()) {
                poseOf.put(d, pose);
            }
        }
        for (LocalAssignment assignment : selection.locals()) {
            Integer pose = poseOf.get(assignment.global());
            for (int d : assignment.locals()) {
                poseOf.put(d, pose);
            }
        }
        return pins.stream().allMatch(pin -> holds(pin, poseOf));
    }

    private static boolean holds(Pin pin, Map<Integer, Integer> poseOf) {
        int[] d = pin.detections();
        return switch (pin.kind()) {
            case USE -> poseOf.containsKey(d[0]);
            case SKIP -> !poseOf.containsKey(d[0]);
            case TOGETHER -> inOnePose(d[0], d[1], poseOf);
            case APART -> !inOnePose(d[0], d[1], poseOf);
        };
    }

    private static boolean inOnePose(int a, int b, Map<Integer, Integer> poseOf) {
        Integer pose = poseOf.get(a);
        return pose != null && pose.equals(poseOf.get(b));
    }
}
