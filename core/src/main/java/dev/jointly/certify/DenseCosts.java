package dev.jointly.certify;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The costs of a problem in the certificate's units of 2^-scaleBits micro-units, and the pins that hold everywhere: a
 * skipped detection is no member of its part, and two that are to be apart are a forbidden pair. Pairs lie in one dense
 * block per pair of parts that may pair, because the dynamic program reads every pair of a limb once per lead.
 */
final class DenseCosts {
    static final long FORBIDDEN = PairCosts.FORBIDDEN;
    private static final int NO_SLOT = -1;

    /** Detections of each part that may be used, ascending. */
    final int[][] members;

    final long omega;
    final long[] theta;
    private final int[] part;
    private final int[] slot;
    private final long[][][][] phi;
    /** Per detection and part that it may pair with: the least pair cost, or FORBIDDEN. */
    private final long[][] least;

    DenseCosts(Problem problem, Pins pins, int scaleBits) {
        Anatomy anatomy = problem.anatomy();
        long unit = 1L << scaleBits;
        omega = Math.multiplyExact(problem.poseCost(), unit);
        theta = IntStream.range(0, problem.size())
                .mapToLong(d -> Math.multiplyExact(problem.cost(d), unit))
                .toArray();
        part = IntStream.range(0, problem.size()).map(problem::part).toArray();
        slot = new int[part.length];
        Arrays.fill(slot, NO_SLOT);
        members = new int[anatomy.size()][];
        for (int p = 0; p < members.length; p++) {
            int wanted = p;
            members[p] = IntStream.range(0, part.length)
                    .filter(d -> part[d] == wanted && !pins.skipped.get(d))
                    .toArray();
            for (int i = 0; i < members[p].length; i++) {
                slot[members[p][i]] = i;
            }
        }
        long absent = problem.pairs().absentForbidden() ? FORBIDDEN : 0;
        phi = new long[members.length][members.length][0][];
        for (int p = 0; p < members.length; p++) {
            for (int q = 0; q < members.length; q++) {
                if (anatomy.mayPair(p, q)) {
                    phi[p][q] = new long[members[p].length][members[q].length];
                    Arrays.stream(phi[p][q]).forEach(row -> Arrays.fill(row, absent));
                }
            }
        }
        problem.pairs().forEach((a, b, micro) -> {
            long cost = micro == FORBIDDEN ? FORBIDDEN : Math.multiplyExact(micro, unit);
            set(a, b, cost);
        });
        for (int a = 0; a < part.length; a++) {
            for (int b : pins.apart(a)) {
                if (anatomy.mayPair(part[a], part[b])) {
                    set(a, b, FORBIDDEN);
                }
            }
        }
        least = new long[part.length][members.length];
        for (int d = 0; d < part.length; d++) {
            for (int q = 0; q < members.length; q++) {
                least[d][q] = FORBIDDEN;
                if (usable(d) && anatomy.mayPair(part[d], q)) {
                    for (long cost : row(d, q)) {
                        least[d][q] = Math.min(least[d][q], cost);
                    }
                }
            }
        }
    }

    private void set(int a, int b, long cost) {
        if (usable(a) && usable(b)) {
            phi[part[a]][part[b]][slot[a]][slot[b]] = cost;
            phi[part[b]][part[a]][slot[b]][slot[a]] = cost;
        }
    }

    /** Whether d is a member of its part. */
    boolean usable(int d) {
        return slot[d] != NO_SLOT;
    }

    int part(int d) {
        return part[d];
    }

    /** Position of d among the members of its part. */
    int slot(int d) {
        return slot[d];
    }

    /** phi of d with every detection of a part it may pair with, in the order of {@link #members}. */
    long[] row(int d, int otherPart) {
        return phi[part[d]][otherPart][slot[d]];
    }

    /** The least phi of d with a detection of another part; FORBIDDEN where there is none. */
    long least(int d, int otherPart) {
        return least[d][otherPart];
    }
}
