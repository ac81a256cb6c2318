package dev.jointly.bench.paper;

import dev.jointly.bench.measure.RecordFields;
import java.util.Map;

/**
 * One problem by one method; a line of the results. Figures a method does not have are NaN or 0.
 *
 * @param set a, b or c
 * @param method the requested one: bcg, pcg, auto, mip, greedy or hungarian
 * @param used the method actually used
 * @param status optimal or bounded, both with proven bounds; engine for a bare engine that reports its solution as
 *     optimal, which cannot be checked; feasible for poses without any bound; nothing without poses
 * @param cpuSeconds of the solving thread; much less than {@code seconds} where the machine was busy with something
 *     else
 * @param gap (objective - lowerBound) / -lowerBound of this run
 * @param normalisedGap the paper's: (objective - lowerBound) over minus the largest lower bound that any method has for
 *     the problem; for baselines without a bound that largest one is used
 * @param columns skeletons and local assignments, all components together
 * @param lpSeconds in the LP engine, including adding columns and rows
 * @param integerSeconds in the engine's integer programs
 * @param pricingSeconds by stack samples, a thousand per second; NaN if the run was too short for one
 * @param heapMb most heap in use, garbage included
 * @param residentMb most memory of the process
 */
public record Run(
        String set,
        String problem,
        String sha256,
        int detections,
        int pairs,
        String method,
        String used,
        String status,
        double seconds,
        double cpuSeconds,
        double lowerBound,
        double objective,
        double gap,
        double normalisedGap,
        int poses,
        int iterations,
        int columns,
        int rows,
        long nodes,
        double lpSeconds,
        double integerSeconds,
        double pricingSeconds,
        double heapMb,
        double residentMb) {
    static final String OPTIMAL = "optimal";
    static final String BOUNDED = "bounded";
    static final String ENGINE = "engine";
    static final String FEASIBLE = "feasible";
    static final String NOTHING = "nothing";

    boolean proven() {
        return status.equals(OPTIMAL);
    }

    boolean by(String name) {
        return method.equals(name);
    }

    /** Tells problems of all sets apart. */
    String key() {
        return set + "/" + problem;
    }

    /** Of figures by the names of their columns; the others are NaN, 0 or empty. */
    static Run of(Map<String, Object> figures) {
        return RecordFields.of(Run.class, column -> figures.getOrDefault(column.getName(), nothing(column.getType())));
    }

    private static Object nothing(Class<?> type) {
        if (type == String.class) {
            return "";
        }
        return type == double.class ? (Object) Double.NaN : (Object) 0;
    }

    /** The same with the paper's gap. */
    Run normalisedBy(double largestLowerBound) {
        double bound = Double.isNaN(lowerBound) ? largestLowerBound : lowerBound;
        double scale = Math.max(Math.abs(largestLowerBound), 1e-9);
        Map<String, Object> figures = RecordFields.fields(this);
        figures.put("normalisedGap", objective == bound ? 0.0 : (objective - bound) / scale);
        return of(figures);
    }
}
