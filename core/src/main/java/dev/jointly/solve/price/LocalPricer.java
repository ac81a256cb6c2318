package dev.jointly.solve.price;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * The cheapest local assignment of a host m: the set S within N(m) that minimises the sum of its detections' prices,
 * their pairs with m and the pairs among themselves. Exact branch and bound, since 2^|N(m)| is too many.
 *
 * <p>At a node some detections are in S and some are open. An open detection that could not pay for itself even with
 * every attractive pair is dropped; one that pays even with every repulsive pair is taken; a node whose optimistic total is
 * no better than what is known is closed. Only then it branches, on the most promising detection, taking it first.
 * Sums of attractive and repulsive pairs are kept up to date as detections are decided, and put back on the way up.
 *
 * <p>Work is limited: a search cut short still returns a valid lower bound. Not thread-safe.
 */
public final class LocalPricer {
    /** Pairs looked at where a rough bound will do: a better one would only make the first prices better. */
    private static final long ROUGH_WORK_LIMIT = 1L << 20;

    /** Branching nests no deeper: the stack is limited too. */
    private static final int DEPTH_LIMIT = 1_000;

    private final Candidates candidates;
    private final Costs costs;
    private final SearchBudget budget;

    private int[] detection = {};
    /** Pairs of the host's part, row by row. */
    private long[] pairs = {};

    private int width;
    /** Pairs from here on are too repulsive to be summed: so many of them would not fit. */
    private long tooHostile;
    /** Slots of the detections searched; their positions here are what the arrays below go by. */
    private int[] slot = {};

    private int size;
    /** What a detection costs beside all that is taken. */
    private long[] gain = {};
    /** How many of those taken exclude it. */
    private int[] excluded = {};
    /** Sums of its negative and its positive pairs with other open ones, and how many pairs are too repulsive for that. */
    private long[] attractive = {};

    private long[] repulsive = {};
    private int[] clashes = {};
    /** Open positions come first, then those decided, the latest first. */
    private int[] open = {};

    private int openCount;
    private boolean[] taken = {};
    private boolean[] bestTaken = {};
    private long total;
    private long bestValue;
    private long boundOfUnexplored;

    /** For lower bounds on what local assignments cost without any prices. */
    public static LocalPricer rough(Candidates candidates, BooleanSupplier stopped) {
        return new LocalPricer(candidates, ROUGH_WORK_LIMIT, stopped);
    }

    /**
     * @param workLimit pairs to look at in one search; those on real costs take thousands
     * @param stopped when to cut a search short
     */
    public LocalPricer(Candidates candidates, long workLimit, BooleanSupplier stopped) {
        this.candidates = candidates;
        this.costs = candidates.costs();
        budget = new SearchBudget(workLimit, stopped);
    }

    /**
     * Looks for a set cheaper than {@code below}, which is not positive.
     *
     * @param price what each detection pays on top of its costs: lambda1
     * @return a lower bound on the cheapest non-empty set, exact unless cut short, but never above {@code below}
     */
    public long price(int m, long[] price, long below) {
        return price(m, candidates.locals(m), price, below);
    }

    /** The same among some of the host's candidates, ascending. */
    long price(int m, int[] among, long[] price, long below) {
        bestValue = below;
        boundOfUnexplored = below;
        budget.restart();
        long floor = gather(m, among, price);
        if (floor >= below) {
            return below;
        }
        if (budget.spent()) {
            return floor;
        }
        sumPairs();
        explore(0);
        return Math.max(floor, Math.min(bestValue, boundOfUnexplored));
    }

    /** The set found by the last {@link #price}, ascending; empty when nothing was below the threshold. */
    public int[] cheapest() {
        int[] set = new int[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (bestTaken[i]) {
                set[count++] = detection[i];
            }
        }
        return Arrays.copyOf(set, count);
    }

    /** Takes those candidates in that could help, and returns what they save at most all together. */
    private long gather(int m, int[] all, long[] price) {
        if (gain.length < all.length) {
            makeRoom(all.length);
        }
        int part = costs.part(m);
        pairs = costs.between(part, part);
        width = costs.ofPart(part).length;
        tooHostile = FORBIDDEN / 2 / width;
        size = 0;
        total = 0;
        openCount = 0;
        long floor = 0;
        for (int d : all) {
            long alone = costs.theta(d) + pairs[costs.slot(m) * width + costs.slot(d)] + price[d];
            long least = alone + costs.negativePairSum(d);
            if (least < 0) {
                floor += least;
                detection[size] = d;
                slot[size] = costs.slot(d);
                gain[size] = alone;
                excluded[size] = 0;
                bestTaken[size] = false;
                taken[size] = costs.hasNoPairCosts(d);
                if (taken[size]) {
                    // pays whatever else is taken
                    total += alone;
                } else {
                    open[openCount++] = size;
                }
                size++;
            }
        }
        return floor;
    }

    private void makeRoom(int most) {
        detection = new int[most];
        slot = new int[most];
        gain = new long[most];
        excluded = new int[most];
        attractive = new long[most];
        repulsive = new long[most];
        clashes = new int[most];
        open = new int[most];
        taken = new boolean[most];
        bestTaken = new boolean[most];
    }

    private void sumPairs() {
        Arrays.fill(attractive, 0, size, 0);
        Arrays.fill(repulsive, 0, size, 0);
        Arrays.fill(clashes, 0, size, 0);
        for (int k = 0; k < openCount; k++) {
            int row = slot[open[k]] * width;
            for (int h = 0; h < k; h++) {
                long pair = pairs[row + slot[open[h]]];
                count(open[k], pair, 1);
                count(open[h], pair, 1);
            }
        }
        budget.spend((long) openCount * openCount / 2);
    }

    /** Counts a pair of i with an open detection, or no longer. */
    private void count(int i, long pair, int sign) {
        if (pair < 0) {
            attractive[i] += sign * pair;
        } else if (pair < tooHostile) {
            repulsive[i] += sign * pair;
        } else {
            clashes[i] += sign;
        }
    }

    /** Decides what is open; the caller puts it back. */
    private void explore(int depth) {
        decideTheObvious();
        while (true) {
            if (total < bestValue) {
                bestValue = total;
                System.arraycopy(taken, 0, bestTaken, 0, size);
            }
            long bound = bound();
            if (openCount == 0 || bound >= bestValue) {
                break;
            }
            if (budget.spent() || depth == DEPTH_LIMIT) {
                boundOfUnexplored = Math.min(boundOfUnexplored, bound);
                break;
            }
            int at = mostPromising();
            int beside = openCount;
            long without = total;
            decide(at, true);
            explore(depth + 1);
            putBack(beside, without);
            // the detection is where it was put back to: last
            decide(beside - 1, false);
            decideTheObvious();
        }
    }

    /** What is taken, less what the open ones may save at most: of a pair that saves, each end is credited with half. */
    private long bound() {
        long twice = 2 * total;
        for (int k = 0; k < openCount; k++) {
            int i = open[k];
            twice += Math.min(0, 2 * gain[i] + attractive[i]);
        }
        return twice >> 1;
    }

    private int mostPromising() {
        int at = 0;
        long most = Long.MAX_VALUE;
        for (int k = 0; k < openCount; k++) {
            long promise = 2 * gain[open[k]] + attractive[open[k]];
            if (promise < most) {
                most = promise;
                at = k;
            }
        }
        return at;
    }

    private void decideTheObvious() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int k = openCount - 1; k >= 0; k--) {
                int i = open[k];
                if (excluded[i] > 0 || gain[i] + attractive[i] >= 0) {
                    decide(k, false);
                    changed = true;
                } else if (clashes[i] == 0 && gain[i] + repulsive[i] <= 0) {
                    decide(k, true);
                    changed = true;
                }
            }
        }
    }

    private void decide(int at, boolean take) {
        int i = open[at];
        open[at] = open[--openCount];
        open[openCount] = i;
        taken[i] = take;
        if (take) {
            total += gain[i];
        }
        update(i, -1, take ? 1 : 0);
    }

    /** Opens again what was decided since so many were open, the latest first. */
    private void putBack(int count, long totalThen) {
        while (openCount < count) {
            int i = open[openCount];
            update(i, 1, taken[i] ? -1 : 0);
            taken[i] = false;
            openCount++;
        }
        total = totalThen;
    }

    private void update(int i, int openSign, int takenSign) {
        int row = slot[i] * width;
        for (int k = 0; k < openCount; k++) {
            int j = open[k];
            long pair = pairs[row + slot[j]];
            count(j, pair, openSign);
            if (pair < FORBIDDEN) {
                gain[j] += takenSign * pair;
            } else {
                excluded[j] += takenSign;
            }
        }
        budget.spend(openCount);
    }

    /** How much one search may do, in pairs looked at; it is asked now and then whether it is to stop before. */
    static final class SearchBudget {
        private static final long WORK_PER_LOOK = 1L << 16;

        private final long limit;
        private final BooleanSupplier stopped;
        private long work;
        private long nextLook;
        private boolean cut;

        SearchBudget(long limit, BooleanSupplier stopped) {
            this.limit = limit;
            this.stopped = stopped;
        }

        /** For another search. */
        void restart() {
            work = 0;
            nextLook = 0;
            cut = false;
        }

        void spend(long some) {
            work += some;
        }

        boolean spent() {
            if (!cut && work >= nextLook) {
                nextLook = work + WORK_PER_LOOK;
                cut = stopped.getAsBoolean();
            }
            return cut || work >= limit;
        }
    }
}
