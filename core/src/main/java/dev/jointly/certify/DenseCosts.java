package dev.jointly.certify;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The costs of a problem in the certificate's units of 2^-scaleBits micro-units, and the pins that hold everywhere: a
 * skipped detection is no member of its part, and two that are to be apart are a forbidden pair. Pairs lie in one dense
 * block per pair of parts that may pair, because the dynamic program reads every pair of a limb once per lead; where
 * that would take too much memory, rows are written out one at a time.
 */
final class DenseCosts {
    static final long FORBIDDEN = PairCosts.FORBIDDEN;
    /** 256 MB. */
    static final long MAX_DENSE_CELLS = 1L << 25;

    private static final int NO_SLOT = -1;

    /** Detections of each part that may be used, ascending. */
    final int[][] members;

    final long omega;
    final long[] theta;
    private final int[] part;
    private final int[] slot;
    private final PinAudit pins;
    private final PairCosts pairs;
    private final long unit;
    private final long absent;
    private final boolean dense;
    /** Empty where there are rows instead. */
    private final long[][][][] phi;
    /** Per part: room for one row, where rows are written out. */
    private final long[][] rows;
    /** Per detection and part that it may pair with: the least pair cost, or FORBIDDEN. */
    private final long[][] least;

    /** @param mostDenseCells numbers that may be held in dense blocks */
    DenseCosts(Problem problem, PinAudit pins, int scaleBits, WorkBudget effort, long mostDenseCells) {
        this.pins = pins;
        Anatomy anatomy = problem.anatomy();
        pairs = problem.pairs();
        unit = 1L << scaleBits;
        absent = pairs.absentForbidden() ? FORBIDDEN : 0;
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
        dense = cells(anatomy) <= mostDenseCells;
        phi = dense ? blocks(anatomy) : new long[0][][][];
        rows = new long[members.length][];
        Arrays.setAll(rows, p -> new long[dense ? 0 : members[p].length]);
        least = new long[part.length][members.length];
        for (int d = 0; d < part.length; d++) {
            Arrays.fill(least[d], FORBIDDEN);
            for (int[] others : members) {
                effort.need(1 + others.length / 4);
            }
            if (usable(d)) {
                findLeast(anatomy, d);
            }
        }
    }

    private long cells(Anatomy anatomy) {
        long cells = 0;
        for (int p = 0; p < members.length; p++) {
            for (int q = 0; q < members.length; q++) {
                if (anatomy.mayPair(p, q)) {
                    // 100,000 detections at most make 1e10 cells
                    cells += (long) members[p].length * members[q].length;
                }
            }
        }
        return cells;
    }

    private long[][][][] blocks(Anatomy anatomy) {
        long[][][][] blocks = new long[members.length][members.length][0][];
        for (int p = 0; p < members.length; p++) {
            for (int q = 0; q < members.length; q++) {
                if (anatomy.mayPair(p, q)) {
                    blocks[p][q] = new long[members[p].length][members[q].length];
                    Arrays.stream(blocks[p][q]).forEach(row -> Arrays.fill(row, absent));
                }
            }
        }
        pairs.forEach((a, b, micro) -> set(blocks, a, b, scaled(micro)));
        for (int a = 0; a < part.length; a++) {
            for (int b : pins.apart(a)) {
                if (anatomy.mayPair(part[a], part[b])) {
                    set(blocks, a, b, FORBIDDEN);
                }
            }
        }
        return blocks;
    }

    private void set(long[][][][] blocks, int a, int b, long cost) {
        if (usable(a) && usable(b)) {
            blocks[part[a]][part[b]][slot[a]][slot[b]] = cost;
            blocks[part[b]][part[a]][slot[b]][slot[a]] = cost;
        }
    }

    private long scaled(long micro) {
        return micro == FORBIDDEN ? FORBIDDEN : Math.multiplyExact(micro, unit);
    }

    /** d itself counts as one of its part, of which it has no pair listed. */
    private void findLeast(Anatomy anatomy, int d) {
        int[] listed = new int[members.length];
        if (!dense) {
            forEachListed(d, (e, cost) -> {
                least[d][part[e]] = Math.min(least[d][part[e]], cost);
                listed[part[e]]++;
            });
        }
        for (int q = 0; q < members.length; q++) {
            if (!anatomy.mayPair(part[d], q)) {
                continue;
            }
            if (dense) {
                least[d][q] = Arrays.stream(row(d, q)).min().orElse(FORBIDDEN);
            } else if (listed[q] < members[q].length) {
                least[d][q] = Math.min(least[d][q], absent);
            }
        }
    }

    /** Every listed pair of d, where pins do not matter. */
    private void forEachListed(int d, Visitor visitor) {
        pairs.forEachOf(d, (itself, e, micro) -> {
            if (usable(e)) {
                visitor.pair(e, scaled(micro));
            }
        });
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

    /**
     * phi of d with every detection of a part it may pair with, in the order of {@link #members}. The next question about
     * the same part may overwrite it.
     */
    long[] row(int d, int otherPart) {
        if (dense) {
            return phi[part[d]][otherPart][slot[d]];
        }
        long[] row = rows[otherPart];
        Arrays.fill(row, absent);
        forEachListed(d, (e, cost) -> {
            if (part[e] == otherPart) {
                row[slot[e]] = cost;
            }
        });
        for (int e : pins.apart(d)) {
            if (part[e] == otherPart && usable(e)) {
                row[slot[e]] = FORBIDDEN;
            }
        }
        return row;
    }

    /** Receives detections that d may be paired with, and phi. */
    @FunctionalInterface
    interface Visitor {
        void pair(int e, long cost);
    }

    /** Every detection of a part, d itself perhaps among them, whose pair with d is not forbidden. */
    void forEachAllowed(int d, int otherPart, Visitor visitor) {
        if (!dense && absent == FORBIDDEN) {
            int[] apart = pins.apart(d);
            forEachListed(d, (e, cost) -> {
                if (part[e] == otherPart && cost != FORBIDDEN && Arrays.binarySearch(apart, e) < 0) {
                    visitor.pair(e, cost);
                }
            });
            return;
        }
        long[] row = row(d, otherPart);
        for (int i = 0; i < row.length; i++) {
            if (row[i] != FORBIDDEN) {
                visitor.pair(members[otherPart][i], row[i]);
            }
        }
    }

    /** The most that other detections of its part can save d: the sum of its negative pairs, or less. */
    long negativePairSum(int d) {
        LongStream.Builder costs = LongStream.builder();
        if (dense) {
            Arrays.stream(row(d, part[d])).forEach(costs);
        } else {
            forEachListed(d, (e, cost) -> {
                if (part[e] == part[d]) {
                    costs.accept(cost);
                }
            });
        }
        return costs.build().map(cost -> Math.min(0, cost)).reduce(0, Math::addExact);
    }

    /** The least phi of d with a detection of another part, or less; FORBIDDEN where there is none. */
    long least(int d, int otherPart) {
        return least[d][otherPart];
    }
}
