package dev.jointly.certify;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The bound that a proof gives, in the certificate's units. Every solution answers every question one way, so it ends in
 * one leaf of each tree; there it costs no less than the shares of these leaves and of the detections in no tree. The
 * least share of each tree is therefore safe, whatever the combination of leaves.
 */
final class ProofBound {
    private static final int NO_TREE = -1;

    private final Problem problem;
    private final List<Proof.Tree> trees;
    private final PathDecisions answers;
    private final Prices base;
    private final OptimisticPrices outlook;
    private final DenseCosts costs;
    private final SkeletonBound skeletons;
    private final LocalBound locals;
    private final WorkBudget effort;
    private long least;

    ProofBound(Problem problem, Proof proof, WorkBudget effort) {
        this(problem, proof, effort, DenseCosts.MOST_DENSE_CELLS, LocalBound.MOST_CELLS);
    }

    ProofBound(Problem problem, Proof proof, WorkBudget effort, long mostDenseCells, long mostLocalCells) {
        this.problem = problem;
        this.effort = effort;
        trees = proof.trees();
        PinAudit pins = new PinAudit(problem);
        answers = new PathDecisions(problem, pins);
        base = Prices.base(proof, problem.size(), answers);
        outlook = new OptimisticPrices(base);
        costs = new DenseCosts(problem, pins, proof.scaleBits(), effort, mostDenseCells);
        skeletons = new SkeletonBound(problem.anatomy(), costs, effort);
        locals = new LocalBound(costs, effort, mostLocalCells);
    }

    long total() {
        int[] rest = outsideTrees();
        for (int j = 0; j < trees.size(); j++) {
            TreeForm.require(problem, name(j), trees.get(j));
            int[] detections = trees.get(j).detections();
            outlook.hide(detections);
            walk(j).forEachLeaf((given, prices) -> {
                effort.need(1 + detections.length);
                outlook.see(detections, given, prices);
            });
        }
        long total = share(rest).of(answers, base.at(rest));
        for (int j = 0; j < trees.size(); j++) {
            Share share = share(trees.get(j).detections());
            least = Long.MAX_VALUE;
            walk(j).forEachLeaf((given, prices) -> least = Math.min(least, share.of(given, prices)));
            total = Math.addExact(total, least);
        }
        return total;
    }

    private TreeWalk walk(int j) {
        return new TreeWalk(name(j), trees.get(j), answers);
    }

    private static String name(int j) {
        return "tree " + j;
    }

    private Share share(int[] detections) {
        return new Share(problem.anatomy(), costs, skeletons, locals, detections, outlook, effort);
    }

    /** The detections in no tree, after a look at those that are. */
    private int[] outsideTrees() {
        int[] treeOf = new int[problem.size()];
        Arrays.fill(treeOf, NO_TREE);
        for (int j = 0; j < trees.size(); j++) {
            int previous = -1;
            for (int d : trees.get(j).detections()) {
                if (d < 0 || d >= treeOf.length) {
                    throw new IllegalArgumentException(
                            name(j) + ": detection " + d + " is not one of the problem's " + treeOf.length);
                }
                if (d <= previous) {
                    throw new IllegalArgumentException(
                            name(j) + ": detections must ascend but " + previous + " is followed by " + d);
                }
                if (treeOf[d] != NO_TREE) {
                    throw new IllegalArgumentException(
                            name(j) + ": detection " + d + " is already in tree " + treeOf[d]);
                }
                treeOf[d] = j;
                previous = d;
            }
        }
        return IntStream.range(0, treeOf.length)
                .filter(d -> treeOf[d] == NO_TREE)
                .toArray();
    }
}
