package dev.jointly.solve.cut;

import dev.jointly.solve.cut.FractionalPoint.Row;
import dev.jointly.solve.cut.FractionalPoint.RowName;
import dev.jointly.solve.term.HalfIntegralCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Closed walks from column to column along rows. What a row leaves unused, and what columns off the walk use of it, is the
 * length of a step. The rows of a walk with an odd number of use rows, added up modulo 2, are a cut; it is violated if the
 * walk is shorter than 1.
 */
final class OddWalks {
    private final FractionalPoint point;
    private final double longest;
    private final List<List<Step>> steps = new ArrayList<>();

    private record Step(RowName row, int to, double length) {}

    /** A column reached by an odd or an even number of use rows. */
    private record Reached(int state, double distance) {}

    private OddWalks(FractionalPoint point, double longest) {
        this.point = point;
        this.longest = longest;
        for (int c = 0; c < point.columns.size(); c++) {
            steps.add(new ArrayList<>());
        }
        for (Map.Entry<RowName, Row> entry : point.rows.entrySet()) {
            Row row = entry.getValue();
            for (int from : row.columns) {
                for (int to : row.columns) {
                    double others = row.total
                            - point.columns.get(from).value()
                            - point.columns.get(to).value();
                    double length = row.slack + Math.max(0, others);
                    if (from != to && length < longest) {
                        steps.get(from).add(new Step(entry.getKey(), to, length));
                    }
                }
            }
        }
    }

    /** The cuts of the shortest odd walks from each fractional column, as far as they are shorter than this. */
    static List<HalfIntegralCut> of(FractionalPoint point, double longest, BooleanSupplier stopped) {
        OddWalks walks = new OddWalks(point, longest);
        List<HalfIntegralCut> found = new ArrayList<>();
        for (int c = 0; c < point.columns.size() && !stopped.getAsBoolean(); c++) {
            HalfIntegralCut cut = point.columns.get(c).fractional() ? walks.from(c) : null;
            if (cut != null) {
                found.add(cut);
            }
        }
        return found;
    }

    /** Dijkstra's algorithm from a column back to itself, over twice as many states as there are columns. */
    private @Nullable HalfIntegralCut from(int start) {
        int states = 2 * point.columns.size();
        double[] distance = new double[states];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        int[] before = new int[states];
        RowName[] by = new RowName[states];
        PriorityQueue<Reached> open = new PriorityQueue<>((a, b) -> a.distance() != b.distance()
                ? Double.compare(a.distance(), b.distance())
                : Integer.compare(a.state(), b.state()));
        distance[2 * start] = 0;
        open.add(new Reached(2 * start, 0));
        int goal = 2 * start + 1;
        while (!open.isEmpty()) {
            Reached at = open.remove();
            if (at.state() == goal) {
                return cut(start, before, by);
            }
            if (at.distance() > distance[at.state()]) {
                continue;
            }
            for (Step step : steps.get(at.state() / 2)) {
                int parity = step.row().host() ? at.state() % 2 : 1 - at.state() % 2;
                int to = 2 * step.to() + parity;
                double length = at.distance() + step.length();
                if (length < longest && length < distance[to]) {
                    distance[to] = length;
                    before[to] = at.state();
                    by[to] = step.row();
                    open.add(new Reached(to, length));
                }
            }
        }
        return null;
    }

    private static HalfIntegralCut cut(int start, int[] before, RowName[] by) {
        TreeSet<Integer> use = new TreeSet<>();
        TreeSet<Integer> host = new TreeSet<>();
        for (int at = 2 * start + 1; at != 2 * start; at = before[at]) {
            RowName row = by[at];
            TreeSet<Integer> rows = row.host() ? host : use;
            if (!rows.remove(row.detection())) {
                rows.add(row.detection());
            }
        }
        return new HalfIntegralCut(
                use.stream().mapToInt(d -> d).toArray(),
                host.stream().mapToInt(d -> d).toArray());
    }
}
