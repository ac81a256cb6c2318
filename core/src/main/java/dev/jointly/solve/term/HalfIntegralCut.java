package dev.jointly.solve.term;

import java.util.Arrays;

/**
 * A {0, 1/2}-cut: the use rows of an odd number of detections and the host rows of others, added up, halved, and rounded
 * down coefficient by coefficient. Every integral solution keeps it.
 *
 * <pre>{@code sum over skeletons floor((|g in use| - |g in host|) / 2) gamma
 *   + sum over local assignments floor((|S in use| + [m in host]) / 2) psi   <=   (|use| - 1) / 2}</pre>
 *
 * @param use detections, ascending, an odd number of them
 * @param host detections, ascending
 */
public record HalfIntegralCut(int[] use, int[] host) {
    public int coefficient(Column column) {
        return column instanceof LocalAssignment local
                ? coefficient(local.global(), local.locals())
                : coefficient(column.used());
    }

    /** The coefficient of a skeleton of these detections. */
    public int coefficient(int... detections) {
        int sum = 0;
        for (int d : detections) {
            sum += (uses(d) ? 1 : 0) - (hosts(d) ? 1 : 0);
        }
        return Math.floorDiv(sum, 2);
    }

    /** The coefficient of a local assignment. */
    public int coefficient(int global, int[] locals) {
        int sum = hosts(global) ? 1 : 0;
        for (int d : locals) {
            sum += uses(d) ? 1 : 0;
        }
        return sum / 2;
    }

    /** The right-hand side. */
    public int limit() {
        return use.length / 2;
    }

    public boolean uses(int d) {
        return Arrays.binarySearch(use, d) >= 0;
    }

    public boolean hosts(int d) {
        return Arrays.binarySearch(host, d) >= 0;
    }

    /** Whether a skeleton with this detection has one more, or one less, in the sum that is halved. */
    public boolean counts(int d) {
        return uses(d) != hosts(d);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HalfIntegralCut cut && Arrays.equals(use, cut.use) && Arrays.equals(host, cut.host);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(use) + Arrays.hashCode(host);
    }

    @Override
    public String toString() {
        return "use " + Arrays.toString(use) + ", host " + Arrays.toString(host);
    }
}
