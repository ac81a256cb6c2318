package dev.jointly.solve.price;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tables of the dynamic program under cuts: for each set of cuts of which an odd number of detections has been chosen, the
 * least cost and who has it. Putting two choices together costs the tax of the cuts that are odd in both. Not thread-safe.
 */
final class ParityTables {
    static final Table NOTHING = new Table(new int[0], new long[0], new Chain[0]);
    static final Table NO_DETECTION = new Table(new int[] {0}, new long[] {0}, new Chain[] {null});

    /** By set of cuts, as bits: what these cost together. */
    private final long[] tax;
    /** Where a table is put together; by state, with those that are in use. */
    private final long[] least;

    private final @Nullable Chain[] who;
    private final int[] used;
    private int usedCount;

    /** Detections chosen, as a binary tree. */
    record Chain(
            int detection, @Nullable Chain one, @Nullable Chain other) {}

    /** Sets of odd cuts, each with the least cost and who has it. */
    record Table(int[] state, long[] cost, @Nullable Chain[] chain) {
        int size() {
            return state.length;
        }
    }

    ParityTables(long[] tax) {
        this.tax = tax;
        least = new long[tax.length];
        Arrays.fill(least, FORBIDDEN);
        who = new Chain[tax.length];
        used = new int[tax.length];
    }

    /** One detection. */
    static Table one(int state, long cost, int detection) {
        return new Table(new int[] {state}, new long[] {cost}, new Chain[] {new Chain(detection, null, null)});
    }

    /** Choices for the table that is being put together. */
    void offer(Table table, long extra) {
        for (int i = 0; i < table.size(); i++) {
            offer(table.state()[i], table.cost()[i] + extra, table.chain()[i]);
        }
    }

    private void offer(int state, long cost, @Nullable Chain chain) {
        if (least[state] == FORBIDDEN) {
            used[usedCount++] = state;
        } else if (cost >= least[state]) {
            return;
        }
        least[state] = cost;
        who[state] = chain;
    }

    /** What has been offered since the last time, but for what is never better than the rest. */
    Table taken() {
        int kept = keepBest();
        Table table = new Table(new int[kept], new long[kept], new Chain[kept]);
        for (int i = 0; i < kept; i++) {
            int state = used[i];
            table.state()[i] = state;
            table.cost()[i] = least[state];
            table.chain()[i] = who[state];
        }
        for (int i = 0; i < usedCount; i++) {
            least[used[i]] = FORBIDDEN;
        }
        usedCount = 0;
        return table;
    }

    /** Moves the states that are not dominated to the front, and counts them. */
    private int keepBest() {
        int kept = 0;
        for (int i = 0; i < usedCount; i++) {
            int state = used[i];
            boolean dominated = false;
            for (int k = 0; k < kept && !dominated; k++) {
                dominated = dominates(used[k], state);
            }
            if (!dominated) {
                int still = 0;
                for (int k = 0; k < kept; k++) {
                    int other = used[k];
                    if (!dominates(state, other)) {
                        used[k] = used[still];
                        used[still++] = other;
                    }
                }
                used[i] = used[still];
                used[still] = state;
                kept = still + 1;
            }
        }
        return kept;
    }

    /** Whether a state stays cheaper whatever is put together with it: at worst it pays the taxes that only it is open to. */
    private boolean dominates(int state, int other) {
        return least[state] + tax[state & ~other] <= least[other];
    }

    /** The cheapest of several, by state. */
    Table least(Table absent, Table[] present) {
        offer(absent, 0);
        for (Table one : present) {
            offer(one, 0);
        }
        return taken();
    }

    /** Each of some with each of others. */
    Table combined(Table some, Table others) {
        for (int i = 0; i < some.size(); i++) {
            int a = some.state()[i];
            for (int k = 0; k < others.size(); k++) {
                int b = others.state()[k];
                long cost = some.cost()[i] + others.cost()[k] + tax[a & b];
                if (cost < least[a ^ b]) {
                    offer(a ^ b, cost, joined(some.chain()[i], others.chain()[k]));
                }
            }
        }
        return taken();
    }

    private static @Nullable Chain joined(@Nullable Chain one, @Nullable Chain other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return new Chain(-1, one, other);
    }

    /** The detections of a chain, ascending. */
    static int[] detections(@Nullable Chain all) {
        List<Integer> detections = new ArrayList<>();
        List<Chain> left = new ArrayList<>();
        if (all != null) {
            left.add(all);
        }
        while (!left.isEmpty()) {
            Chain chain = left.remove(left.size() - 1);
            if (chain.detection() >= 0) {
                detections.add(chain.detection());
            }
            if (chain.one() != null) {
                left.add(chain.one());
            }
            if (chain.other() != null) {
                left.add(chain.other());
            }
        }
        return detections.stream().mapToInt(d -> d).sorted().toArray();
    }
}
