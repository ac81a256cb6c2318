package dev.jointly.solve.term;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * A problem's costs laid out for pricing: on the {@link Grid}, in dense arrays per pair of parts. Detections keep their
 * index in the problem; within its part a detection has a slot.
 */
public final class Costs {
    /** Most entries of the tables of pair costs: half a gigabyte. */
    public static final long MAX_CELLS = 1L << 26;

    private static final long[] NONE = {};

    private final Problem problem;
    private final Grid grid;
    private final int[] part;
    private final int[] slot;
    private final int[][] ofPart;
    private final long[] theta;
    private final long[][] between;
    private final long[] negativePairSum;
    private final BitSet hasNoPairCosts;
    private final int[] minors;
    private final int[] parent;

    /** @param problem its limit on the number of poses, if it has one, holds in all that is solved at these costs */
    public Costs(Problem problem, Grid grid) {
        this.problem = problem;
        this.grid = grid;
        int n = problem.size();
        int parts = problem.anatomy().size();
        part = new int[n];
        slot = new int[n];
        theta = new long[n];
        int[] count = new int[parts];
        for (int d = 0; d < n; d++) {
            part[d] = problem.part(d);
            slot[d] = count[part[d]]++;
            theta[d] = grid.fromMicro(problem.cost(d));
        }
        ofPart = new int[parts][];
        Arrays.setAll(ofPart, p -> new int[count[p]]);
        for (int d = 0; d < n; d++) {
            ofPart[part[d]][slot[d]] = d;
        }
        between = pairMatrices(problem, grid, part, slot, count);
        negativePairSum = negativePairSum(problem, grid);
        hasNoPairCosts = hasNoPairCosts(problem);
        parent = new int[parts];
        minors = forest(problem.anatomy(), parent);
    }

    /** The same tables for the same problem with another limit, or with another ceiling of prices. */
    private Costs(Costs other, Problem problem, Grid grid) {
        this.problem = problem;
        this.grid = grid;
        part = other.part;
        slot = other.slot;
        ofPart = other.ofPart;
        theta = other.theta;
        between = other.between;
        negativePairSum = other.negativePairSum;
        hasNoPairCosts = other.hasNoPairCosts;
        minors = other.minors;
        parent = other.parent;
    }

    /** The same costs on another grid; in the same tables if it is as fine. */
    public Costs on(Grid other) {
        return other.bits() == grid.bits() ? new Costs(this, problem, other) : new Costs(problem, other);
    }

    /** The same costs, in the same tables, without a limit on the number of poses. */
    public Costs withoutLimit() {
        return new Costs(this, problem.withoutLimit(), grid);
    }

    private static long[][] pairMatrices(Problem problem, Grid grid, int[] part, int[] slot, int[] count) {
        Anatomy anatomy = problem.anatomy();
        int parts = anatomy.size();
        requireRoom(problem);
        long[][] between = new long[parts * parts][];
        long absent = problem.pairs().absentForbidden() ? Grid.FORBIDDEN : 0;
        for (int p = 0; p < parts; p++) {
            for (int q = 0; q < parts; q++) {
                between[p * parts + q] = anatomy.mayPair(p, q) ? new long[count[p] * count[q]] : NONE;
                Arrays.fill(between[p * parts + q], absent);
            }
        }
        problem.pairs().forEach((a, b, micro) -> {
            long value = micro == PairCosts.FORBIDDEN ? Grid.FORBIDDEN : grid.fromMicro(micro);
            between[part[a] * parts + part[b]][slot[a] * count[part[b]] + slot[b]] = value;
            between[part[b] * parts + part[a]][slot[b] * count[part[a]] + slot[a]] = value;
        });
        return between;
    }

    /** Entries of the tables of pair costs. */
    public static long cells(Problem problem) {
        Anatomy anatomy = problem.anatomy();
        long[] count = new long[anatomy.size()];
        problem.detections().forEach(detection -> count[detection.part()]++);
        long cells = 0;
        for (int p = 0; p < count.length; p++) {
            for (int q = 0; q < count.length; q++) {
                cells += anatomy.mayPair(p, q) ? count[p] * count[q] : 0;
            }
        }
        return cells;
    }

    private static void requireRoom(Problem problem) {
        long cells = cells(problem);
        if (cells > MAX_CELLS) {
            throw new ProblemTooLargeException(String.format(
                    Locale.ROOT,
                    "problem \"%s\" has %,d detections that can form pairs in %,d ways, but the limit is %,d;"
                            + " leave out the detections of least score",
                    problem.id(),
                    problem.size(),
                    cells,
                    MAX_CELLS));
        }
    }

    /** By detection: the sum of its negative pairs within its part, on the grid. */
    private static long[] negativePairSum(Problem problem, Grid grid) {
        long[] negativePairSum = new long[problem.size()];
        problem.pairs().forEach((a, b, micro) -> {
            if (micro < 0 && problem.part(a) == problem.part(b)) {
                negativePairSum[a] += grid.fromMicro(micro);
                negativePairSum[b] += grid.fromMicro(micro);
            }
        });
        return negativePairSum;
    }

    /** Detections that cost the same with every other one of their part. */
    private static BitSet hasNoPairCosts(Problem problem) {
        BitSet hasNoPairCosts = new BitSet();
        if (!problem.pairs().absentForbidden()) {
            hasNoPairCosts.set(0, problem.size());
            problem.pairs().forEach((a, b, micro) -> {
                if (micro != 0 && problem.part(a) == problem.part(b)) {
                    hasNoPairCosts.clear(a);
                    hasNoPairCosts.clear(b);
                }
            });
        }
        return hasNoPairCosts;
    }

    /** The limb tree without the major parts: fills each minor part's parent (-1 at roots); children come first. */
    private static int[] forest(Anatomy anatomy, int[] parent) {
        Arrays.fill(parent, -1);
        boolean[] seen = new boolean[anatomy.size()];
        List<Integer> rootsFirst = new ArrayList<>();
        for (int root = 0; root < anatomy.size(); root++) {
            if (seen[root] || anatomy.isMajor(root)) {
                continue;
            }
            seen[root] = true;
            rootsFirst.add(root);
            for (int i = rootsFirst.size() - 1; i < rootsFirst.size(); i++) {
                int at = rootsFirst.get(i);
                for (int next = 0; next < anatomy.size(); next++) {
                    if (!seen[next] && !anatomy.isMajor(next) && anatomy.isLimb(at, next)) {
                        seen[next] = true;
                        parent[next] = at;
                        rootsFirst.add(next);
                    }
                }
            }
        }
        int[] childrenFirst = new int[rootsFirst.size()];
        Arrays.setAll(childrenFirst, i -> rootsFirst.get(rootsFirst.size() - 1 - i));
        return childrenFirst;
    }

    /** Whether the number of poses is limited. */
    public boolean limited() {
        return problem.maxPoses().isPresent();
    }

    /** The most poses of a solution; {@link Integer#MAX_VALUE} where their number is not limited. */
    public int mostPoses() {
        return problem.maxPoses().orElse(Integer.MAX_VALUE);
    }

    public Problem problem() {
        return problem;
    }

    public Grid grid() {
        return grid;
    }

    public int size() {
        return part.length;
    }

    public int parts() {
        return ofPart.length;
    }

    /** Major parts, ascending. */
    public List<Integer> majors() {
        return problem.anatomy().majors();
    }

    public int part(int d) {
        return part[d];
    }

    public int slot(int d) {
        return slot[d];
    }

    /** Detections of a part, by slot. */
    public int[] ofPart(int p) {
        return ofPart[p];
    }

    public long theta(int d) {
        return theta[d];
    }

    /** The most that attractive pairs with others of its part can save d, as a number that is not positive. */
    public long negativePairSum(int d) {
        return negativePairSum[d];
    }

    /** Whether all pairs of d within its part cost nothing. */
    public boolean hasNoPairCosts(int d) {
        return hasNoPairCosts.get(d);
    }

    /** omega on the grid. */
    public long omega() {
        return grid.fromMicro(problem.poseCost());
    }

    /** phi between two parts: row by slot in p, column by slot in q; empty where the body has no such pair. */
    public long[] between(int p, int q) {
        return between[p * ofPart.length + q];
    }

    /** phi of two detections, {@link Grid#FORBIDDEN} if never together, 0 where the body has no such pair. */
    public long phi(int d, int e) {
        long[] matrix = between(part[d], part[e]);
        return matrix.length == 0 ? 0 : matrix[slot[d] * ofPart[part[e]].length + slot[e]];
    }

    /** Minor parts, every child before its parent. */
    public int[] minors() {
        return minors;
    }

    /** The minor part above this one in the forest that is left of the limb tree without the majors, or -1. */
    public int parent(int minor) {
        return parent[minor];
    }

    /** The detection that leads a skeleton of these: that of the first major part it has. */
    public int lead(int[] detections) {
        for (int major : majors()) {
            for (int d : detections) {
                if (part[d] == major) {
                    return d;
                }
            }
        }
        throw new IllegalArgumentException("no detection of a major part in " + Arrays.toString(detections));
    }

    /** Gamma in micro-units. */
    public long skeletonCost(int[] detections) {
        long cost = problem.poseCost();
        for (int i = 0; i < detections.length; i++) {
            cost = Math.addExact(cost, problem.cost(detections[i]));
            for (int j = 0; j < i; j++) {
                cost = Math.addExact(cost, phi(detections[i], detections[j]) >> grid.bits());
            }
        }
        return cost;
    }

    /** Psi in micro-units. */
    public long localCost(int global, int[] locals) {
        long cost = 0;
        for (int i = 0; i < locals.length; i++) {
            cost = Math.addExact(cost, problem.cost(locals[i]) + (phi(global, locals[i]) >> grid.bits()));
            for (int j = 0; j < i; j++) {
                cost = Math.addExact(cost, phi(locals[i], locals[j]) >> grid.bits());
            }
        }
        return cost;
    }

    /**
     * phi between a detection and the chosen majors, or {@link Grid#FORBIDDEN}.
     *
     * @param chosen by part: the slot chosen, or negative
     */
    public long pairsWithMajors(int[] chosen, int part, int slot) {
        long sum = 0;
        for (int major : majors()) {
            if (chosen[major] >= 0 && major != part) {
                long phi = between(major, part)[chosen[major] * ofPart(part).length + slot];
                if (phi >= Grid.FORBIDDEN) {
                    return Grid.FORBIDDEN;
                }
                sum += phi;
            }
        }
        return sum;
    }
}
