package dev.jointly.certify;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The bound that a proof gives, in the certificate's units. Every solution answers every question one way, so it ends in
 * one leaf of each tree; there it costs no less than the terms of these leaves and of the detections in no tree. The
 * least term of each tree is therefore safe, whatever the combination of leaves.
 */
final class ProofBound {
    private static final int NO_TREE = -1;

    private final Problem problem;
    private final List<Proof.Tree> trees;
    private final PathDecisions answers;
    private final Prices base;
    private final OptimisticPrices outlook;
    private final DenseCosts costs;
    private final LagrangianTerm.Searches searches;
    private final WorkBudget effort;
    private final int[] treeOf;
    private final List<List<CheckedCut>> treeCuts = new ArrayList<>();
    /** The tree that has every detection of a major part, whose leaves have their own price of a pose. */
    private final int wholeTree;

    private long least;

    ProofBound(Problem problem, Proof proof, WorkBudget effort) {
        this(problem, proof, effort, DenseCosts.MAX_DENSE_CELLS, LocalBound.MAX_CELLS);
    }

    ProofBound(Problem problem, Proof proof, WorkBudget effort, long maxDenseCells, long maxLocalCells) {
        this.problem = problem;
        this.effort = effort;
        trees = proof.trees();
        PinAudit pins = new PinAudit(problem);
        answers = new PathDecisions(problem, pins);
        treeOf = treeOf();
        for (int j = 0; j < trees.size(); j++) {
            treeCuts.add(treeCuts(j));
        }
        base = Prices.base(proof, problem.size(), answers);
        wholeTree = wholeTree();
        checkPosePrices(proof);
        outlook = new OptimisticPrices(base);
        costs = new DenseCosts(problem, pins, proof.scaleBits(), effort, maxDenseCells);
        searches = new LagrangianTerm.Searches(problem.anatomy(), costs, effort, maxLocalCells);
    }

    private List<CheckedCut> treeCuts(int j) {
        List<CheckedCut> cuts = CheckedCut.all(name(j) + ", ", trees.get(j).cuts(), problem.size());
        for (int t = 0; t < cuts.size(); t++) {
            if (cuts.get(t).detections().anyMatch(d -> treeOf[d] != j)) {
                throw new IllegalArgumentException(name(j) + ", cut " + t + " has detections that are not the tree's");
            }
        }
        return cuts;
    }

    /** Where there are no detections of major parts, no tree has them. */
    private int wholeTree() {
        int[] homes = IntStream.range(0, problem.size())
                .filter(d -> problem.anatomy().isMajor(problem.part(d)))
                .map(d -> treeOf[d])
                .distinct()
                .toArray();
        return homes.length == 1 ? homes[0] : NO_TREE;
    }

    private void checkPosePrices(Proof proof) {
        if (problem.maxPoses().isEmpty() && proof.posePrice() != 0) {
            throw new IllegalArgumentException(
                    "posePrice is " + proof.posePrice() + " but must be 0, as the number of poses is not limited");
        }
        for (int j = 0; j < trees.size(); j++) {
            if (problem.maxPoses().isPresent() && j == wholeTree) {
                continue;
            }
            for (Proof.Node node : trees.get(j).nodes()) {
                if (node instanceof Proof.Leaf leaf && leaf.posePrice() != 0) {
                    throw new IllegalArgumentException(name(j) + " has a leaf with posePrice " + leaf.posePrice()
                            + ", which only a tree with every detection of a major part may have, where the number of"
                            + " poses is limited");
                }
            }
        }
    }

    /** What the limit on the number of poses takes from the bound. */
    private long limit(long posePrice) {
        return Math.multiplyExact(posePrice, (long) problem.maxPoses().orElse(0));
    }

    long total() {
        int[] rest = IntStream.range(0, treeOf.length)
                .filter(d -> treeOf[d] == NO_TREE)
                .toArray();
        for (int j = 0; j < trees.size(); j++) {
            TreeForm.require(problem, name(j), trees.get(j));
            int[] detections = trees.get(j).detections();
            outlook.hide(detections);
            walk(j).forEachLeaf((given, prices) -> {
                effort.need(1 + detections.length);
                outlook.see(detections, given, prices);
            });
        }
        long total = term(rest, List.of()).of(answers, base.at(rest));
        total = wholeTree == NO_TREE ? Math.subtractExact(total, limit(base.pose())) : total;
        for (int j = 0; j < trees.size(); j++) {
            LagrangianTerm term = term(trees.get(j).detections(), treeCuts.get(j));
            least = Long.MAX_VALUE;
            boolean whole = j == wholeTree;
            walk(j).forEachLeaf((given, prices) -> {
                long atLeaf = whole
                        ? Math.subtractExact(term.of(given, prices), limit(prices.pose()))
                        : term.of(given, prices.withPose(base.pose()));
                least = Math.min(least, atLeaf);
            });
            total = Math.addExact(total, least);
        }
        return total;
    }

    private TreeWalk walk(int j) {
        return new TreeWalk(name(j), trees.get(j), treeCuts.get(j), answers);
    }

    private static String name(int j) {
        return "tree " + j;
    }

    private LagrangianTerm term(int[] detections, List<CheckedCut> cuts) {
        return new LagrangianTerm(searches, detections, outlook, new CutDuals(searches, cuts));
    }

    /** Which tree each detection is in. */
    private int[] treeOf() {
        int[] tree = new int[problem.size()];
        Arrays.fill(tree, NO_TREE);
        for (int j = 0; j < trees.size(); j++) {
            int previous = -1;
            for (int d : trees.get(j).detections()) {
                if (d < 0 || d >= tree.length) {
                    throw new IllegalArgumentException(
                            name(j) + ": detection " + d + " is not one of the problem's " + tree.length);
                }
                if (d <= previous) {
                    throw new IllegalArgumentException(
                            name(j) + ": detections must ascend but " + previous + " is followed by " + d);
                }
                if (tree[d] != NO_TREE) {
                    throw new IllegalArgumentException(name(j) + ": detection " + d + " is already in tree " + tree[d]);
                }
                tree[d] = j;
                previous = d;
            }
        }
        return tree;
    }
}
