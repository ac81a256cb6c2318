package dev.jointly.solve.compact;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerProgram.Column;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * x[n,d]: d is in the skeleton led by n, with x[n,n] the skeleton itself. z[m,d]: d is local to m. Pairs within one
 * skeleton or one local assignment are products, linearised with a continuous variable each. The
 * problem's pins are rows, so with some of them the program has no solution.
 */
public final class CompactProgram {
    private final Costs costs;
    private final Candidates candidates;
    private final IntegerProgram program = new IntegerProgram();
    private final Map<Integer, Map<Integer, Integer>> inSkeleton = new HashMap<>();
    private final Map<Integer, Map<Integer, Integer>> localTo = new HashMap<>();
    private final PinRows pins;

    public CompactProgram(Candidates candidates) {
        this.candidates = candidates;
        costs = candidates.costs();
        for (int n : candidates.leads()) {
            addSkeletonsOf(n);
        }
        for (int m : candidates.hosts()) {
            addLocalsOf(m);
        }
        addCoupling();
        if (costs.limited()) {
            program.atMost(
                    costs.mostPoses(),
                    Arrays.stream(candidates.leads())
                            .map(n -> at(inSkeleton.getOrDefault(n, Map.of()), n))
                            .toArray());
        }
        pins = new PinRows(costs.problem().pins(), program, inSkeleton, localTo);
    }

    public IntegerProgram program() {
        return program;
    }

    private double lp(long gridValue) {
        return costs.grid().toLp(gridValue);
    }

    private void addSkeletonsOf(int n) {
        Map<Integer, Integer> x = new HashMap<>();
        inSkeleton.put(n, x);
        int lead = program.addBinary(lp(costs.omega() + costs.theta(n)));
        x.put(n, lead);
        List<Integer> joined = new ArrayList<>();
        for (int q = 0; q < costs.parts(); q++) {
            int[] slots = candidates.joins(n, q);
            if (slots.length == 0) {
                continue;
            }
            int[] columns = new int[slots.length + 1];
            double[] values = new double[slots.length + 1];
            Arrays.fill(values, 1);
            for (int i = 0; i < slots.length; i++) {
                int d = costs.ofPart(q)[slots[i]];
                columns[i] = program.addBinary(lp(costs.theta(d) + costs.phi(n, d)));
                x.put(d, columns[i]);
                joined.add(d);
            }
            columns[slots.length] = lead;
            values[slots.length] = -1;
            program.atMost(0, columns, values);
        }
        for (int i = 0; i < joined.size(); i++) {
            for (int j = 0; j < i; j++) {
                int d = joined.get(i);
                int e = joined.get(j);
                if (costs.part(d) != costs.part(e)) {
                    addPair(costs.phi(d, e), at(x, d), at(x, e));
                }
            }
        }
    }

    private void addLocalsOf(int m) {
        Map<Integer, Integer> z = new HashMap<>();
        localTo.put(m, z);
        int[] locals = candidates.locals(m);
        for (int i = 0; i < locals.length; i++) {
            z.put(locals[i], program.addBinary(lp(costs.theta(locals[i]) + costs.phi(m, locals[i]))));
            for (int j = 0; j < i; j++) {
                addPair(costs.phi(locals[i], locals[j]), at(z, locals[i]), at(z, locals[j]));
            }
        }
    }

    /** The product of two binaries at cost phi; which side needs pressing down or up depends on the sign. */
    private void addPair(long phi, int a, int b) {
        if (phi >= FORBIDDEN) {
            program.atMost(1, new int[] {a, b});
        } else if (phi != 0) {
            int product = program.addColumn(new Column(lp(phi), 0, 1, false));
            if (phi < 0) {
                program.atMost(0, new int[] {product, a}, new double[] {1, -1});
                program.atMost(0, new int[] {product, b}, new double[] {1, -1});
            } else {
                program.atMost(1, new int[] {a, b, product}, new double[] {1, 1, -1});
            }
        }
    }

    /** A detection is used once; a local detection's host is in a skeleton. */
    private void addCoupling() {
        Map<Integer, List<Integer>> global = new HashMap<>();
        Map<Integer, List<Integer>> any = new HashMap<>();
        inSkeleton
                .values()
                .forEach(x -> x.forEach((d, column) -> {
                    global.computeIfAbsent(d, k -> new ArrayList<>()).add(column);
                    any.computeIfAbsent(d, k -> new ArrayList<>()).add(column);
                }));
        localTo.values()
                .forEach(z -> z.forEach((d, column) ->
                        any.computeIfAbsent(d, k -> new ArrayList<>()).add(column)));
        any.values()
                .forEach(columns -> program.atMost(
                        1, columns.stream().mapToInt(Integer::intValue).toArray()));
        localTo.forEach((m, z) -> z.values().forEach(local -> {
            List<Integer> hosts = global.getOrDefault(m, List.of());
            int[] columns = new int[hosts.size() + 1];
            double[] values = new double[hosts.size() + 1];
            Arrays.fill(values, -1);
            for (int i = 0; i < hosts.size(); i++) {
                columns[i] = hosts.get(i);
            }
            columns[hosts.size()] = local;
            values[hosts.size()] = 1;
            program.atMost(0, columns, values);
        }));
    }

    /** The poses a point stands for, or null if they are no solution. */
    public @Nullable Selection selection(double[] point) {
        List<Skeleton> skeletons = new ArrayList<>();
        inSkeleton.forEach((n, x) -> {
            if (point[at(x, n)] > 0.5) {
                int[] detections = setAt(x, point);
                skeletons.add(new Skeleton(detections, costs.skeletonCost(detections)));
            }
        });
        List<LocalAssignment> locals = new ArrayList<>();
        localTo.forEach((m, z) -> {
            int[] set = setAt(z, point);
            if (set.length > 0) {
                locals.add(new LocalAssignment(m, set, costs.localCost(m, set)));
            }
        });
        boolean broken = skeletons.stream().anyMatch(g -> hasForbidden(g.detections()) || repeatsPart(g.detections()))
                || locals.stream().anyMatch(l -> hasForbidden(l.locals()));
        Selection selection = broken ? null : Selection.of(skeletons, locals, pins::require);
        return selection != null && selection.skeletons().size() <= costs.mostPoses() && pins.hold(selection)
                ? selection
                : null;
    }

    private boolean hasForbidden(int[] detections) {
        for (int i = 0; i < detections.length; i++) {
            for (int j = 0; j < i; j++) {
                if (costs.phi(detections[i], detections[j]) >= FORBIDDEN) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean repeatsPart(int[] detections) {
        return Arrays.stream(detections).map(costs::part).distinct().count() < detections.length;
    }

    private static int[] setAt(Map<Integer, Integer> columns, double[] point) {
        return columns.entrySet().stream()
                .filter(entry -> point[entry.getValue()] > 0.5)
                .mapToInt(Map.Entry::getKey)
                .sorted()
                .toArray();
    }

    private static int at(Map<Integer, Integer> columns, int d) {
        Integer column = columns.get(d);
        if (column == null) {
            throw new IllegalStateException("no column for detection " + d);
        }
        return column;
    }
}
