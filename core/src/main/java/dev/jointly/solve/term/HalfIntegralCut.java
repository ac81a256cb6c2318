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

    /** The coefficient of a skeleton of these detections, ascending. */
    public int coefficient(int... detections) {
        return Math.floorDiv(common(use, detections) - common(host, detections), 2);
    }

    /** The coefficient of a local assignment, its locals ascending. */
    public int coefficient(int global, int[] locals) {
        return ((hosts(global) ? 1 : 0) + common(use, locals)) / 2;
    }

    /** How many detections are in both of two ascending lists. */
    private static int common(int[] some, int[] others) {
        int common = 0;
        int k = 0;
        for (int i = 0; i < some.length && k < others.length; i++) {
            while (k < others.length && others[k] < some[i]) {
                k++;
            }
            common += k < others.length && others[k] == some[i] ? 1 : 0;
        }
        return common;
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
