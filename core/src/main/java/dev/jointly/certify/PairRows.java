package dev.jointly.certify;

import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.Arrays;

/**
 * The listed pairs of each detection, in the certificate's units, for problems with more detections than dense blocks
 * have room for. The partners of a detection are sorted by part and by position in it.
 */
final class PairRows {
    private final int[][] members;
    private final long absent;
    /** Per part: rank of its first member; ranks count the members of all parts, part after part. */
    private final int[] firstRank;

    private final int[] start;
    private final int[] partnerRank;
    private final long[] cost;
    /** Per part: room for one row. */
    private final long[][] rows;

    /** @param slot position of each detection among the members of its part; negative where it is none */
    PairRows(Problem problem, int[][] members, int[] slot, long unit, WorkBudget effort) {
        this.members = members;
        absent = problem.pairs().absentForbidden() ? DenseCosts.FORBIDDEN : 0;
        firstRank = new int[members.length + 1];
        rows = new long[members.length][];
        for (int p = 0; p < members.length; p++) {
            firstRank[p + 1] = firstRank[p] + members[p].length;
            rows[p] = new long[members[p].length];
        }
        int size = problem.size();
        start = new int[size + 1];
        problem.pairs().forEach((a, b, micro) -> {
            effort.need(1);
            if (slot[a] >= 0 && slot[b] >= 0) {
                start[a + 1]++;
                start[b + 1]++;
            }
        });
        for (int d = 0; d < size; d++) {
            start[d + 1] += start[d];
        }
        partnerRank = new int[start[size]];
        cost = new long[start[size]];
        deal(problem, slot, unit, effort);
    }

    /** Lists by partner first and deals out by owner then, which leaves every row sorted. */
    private void deal(Problem problem, int[] slot, long unit, WorkBudget effort) {
        int size = problem.size();
        int[] ownerOf = new int[cost.length];
        long[] listed = new long[cost.length];
        int[] next = Arrays.copyOf(start, size);
        problem.pairs().forEach((a, b, micro) -> {
            effort.need(1);
            if (slot[a] >= 0 && slot[b] >= 0) {
                long scaled = micro == PairCosts.FORBIDDEN ? PairCosts.FORBIDDEN : Math.multiplyExact(micro, unit);
                ownerOf[next[b]] = a;
                listed[next[b]++] = scaled;
                ownerOf[next[a]] = b;
                listed[next[a]++] = scaled;
            }
        });
        int[] end = Arrays.copyOf(start, size);
        for (int p = 0; p < members.length; p++) {
            for (int i = 0; i < members[p].length; i++) {
                int partner = members[p][i];
                for (int k = start[partner]; k < start[partner + 1]; k++) {
                    int at = end[ownerOf[k]]++;
                    partnerRank[at] = firstRank[p] + i;
                    cost[at] = listed[k];
                }
            }
        }
    }

    /** phi of d with every member of a part; overwritten by the next question about that part. */
    long[] row(int d, int part) {
        long[] row = rows[part];
        Arrays.fill(row, absent);
        forEachListed(d, part, (at, listed) -> row[at] = listed);
        return row;
    }

    boolean absentForbidden() {
        return absent == DenseCosts.FORBIDDEN;
    }

    /** Every listed pair of d with a member of a part, by position in that part. */
    void forEachListed(int d, int part, DenseCosts.Visitor visitor) {
        int to = from(d, part + 1);
        for (int k = from(d, part); k < to; k++) {
            visitor.pair(partnerRank[k] - firstRank[part], cost[k]);
        }
    }

    /** The least phi of d with a member of a part, d itself counting as one if it is of that part. */
    long least(int d, int part) {
        int from = from(d, part);
        int to = from(d, part + 1);
        long least = to - from < members[part].length ? absent : DenseCosts.FORBIDDEN;
        for (int k = from; k < to; k++) {
            least = Math.min(least, cost[k]);
        }
        return least;
    }

    /** The sum of the negative phi of d with members of a part. */
    long negativePairSum(int d, int part) {
        long negativePairSum = 0;
        int to = from(d, part + 1);
        for (int k = from(d, part); k < to; k++) {
            negativePairSum = Math.addExact(negativePairSum, Math.min(0, cost[k]));
        }
        return negativePairSum;
    }

    private int from(int d, int part) {
        int at = Arrays.binarySearch(partnerRank, start[d], start[d + 1], firstRank[part]);
        return at >= 0 ? at : -at - 1;
    }
}
