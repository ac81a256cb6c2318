package dev.jointly.certify;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The costs of a problem in the certificate's units of 2^-scaleBits micro-units. Pairs lie in one dense block per pair
 * of parts that may pair, because the dynamic program reads every pair of a limb once per lead.
 */
final class DenseCosts {
    static final long FORBIDDEN = PairCosts.FORBIDDEN;

    /** Detections of each part, ascending. */
    final int[][] members;

    final long omega;
    final long[] theta;
    private final int[] part;
    private final int[] slot;
    private final long[][][][] phi;

    DenseCosts(Problem problem, int scaleBits) {
        Anatomy anatomy = problem.anatomy();
        long unit = 1L << scaleBits;
        omega = Math.multiplyExact(problem.poseCost(), unit);
        theta = IntStream.range(0, problem.size())
                .mapToLong(d -> Math.multiplyExact(problem.cost(d), unit))
                .toArray();
        part = IntStream.range(0, problem.size()).map(problem::part).toArray();
        slot = new int[part.length];
        members = new int[anatomy.size()][];
        for (int p = 0; p < members.length; p++) {
            int wanted = p;
            members[p] = IntStream.range(0, part.length)
                    .filter(d -> part[d] == wanted)
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
            phi[part[a]][part[b]][slot[a]][slot[b]] = cost;
            phi[part[b]][part[a]][slot[b]][slot[a]] = cost;
        });
    }

    int part(int d) {
        return part[d];
    }

    /** phi of d with every detection of a part it may pair with, in the order of {@link #members}. */
    long[] row(int d, int otherPart) {
        return phi[part[d]][otherPart][slot[d]];
    }
}
