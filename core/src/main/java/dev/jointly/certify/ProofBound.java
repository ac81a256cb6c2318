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
    private final List<DecisionTree> trees = new ArrayList<>();
    private final PathDecisions answers;
    private final Prices base;
    private final OptimisticPrices outlook;
    private final DenseCosts costs;
    private final LagrangianTerm.Searches searches;
    private final WorkBudget effort;
    private final int[] treeOf;
    /** The tree that has every detection of a major part, whose leaves have their own price of a pose. */
    private final int wholeTree;

    private long least;

    ProofBound(Problem problem, Proof proof, WorkBudget effort) {
        this(problem, proof, effort, DenseCosts.MAX_DENSE_CELLS, LocalBound.MAX_CELLS);
    }

    ProofBound(Problem problem, Proof proof, WorkBudget effort, long maxDenseCells, long maxLocalCells) {
        this.problem = problem;
        this.effort = effort;
        PinAudit pins = new PinAudit(problem);
        answers = new PathDecisions(problem, pins);
        treeOf = treeOf(proof.trees(), problem.size());
        for (int j = 0; j < proof.trees().size(); j++) {
            trees.add(new DecisionTree(problem, name(j), proof.trees().get(j), answers));
        }
        base = Prices.base(proof, problem.size(), answers);
        wholeTree = wholeTree();
        checkPosePrices(proof);
        outlook = new OptimisticPrices(base);
        costs = new DenseCosts(problem, pins, proof.scaleBits(), effort, maxDenseCells);
        searches = new LagrangianTerm.Searches(problem.anatomy(), costs, effort, maxLocalCells);
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
            if (problem.maxPoses().isEmpty() || j != wholeTree) {
                trees.get(j).requireNoPosePrices();
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
        for (DecisionTree tree : trees) {
            tree.requireForm();
            int[] detections = tree.detections();
            outlook.hide(detections);
            tree.forEachLeaf((given, prices) -> {
                effort.need(1 + detections.length);
                outlook.see(detections, given, prices);
            });
        }
        long total = term(rest, List.of()).of(answers, base.at(rest));
        total = wholeTree == NO_TREE ? Math.subtractExact(total, limit(base.pose())) : total;
        for (int j = 0; j < trees.size(); j++) {
            LagrangianTerm term = term(trees.get(j).detections(), trees.get(j).cuts());
            least = Long.MAX_VALUE;
            boolean whole = j == wholeTree;
            trees.get(j).forEachLeaf((given, prices) -> {
                long atLeaf = whole
                        ? Math.subtractExact(term.of(given, prices), limit(prices.pose()))
                        : term.of(given, prices.withPose(base.pose()));
                least = Math.min(least, atLeaf);
            });
            total = Math.addExact(total, least);
        }
        return total;
    }

    private static String name(int j) {
        return "tree " + j;
    }

    private LagrangianTerm term(int[] detections, List<CheckedCut> cuts) {
        return new LagrangianTerm(searches, detections, outlook, new CutDuals(searches, cuts));
    }

    /** Which tree each detection is in. */
    private static int[] treeOf(List<Proof.Tree> trees, int size) {
        int[] tree = new int[size];
        Arrays.fill(tree, NO_TREE);
        for (int j = 0; j < trees.size(); j++) {
            int its = j;
            Form.requireSet(trees.get(j).detections(), name(j), size, d -> {
                if (tree[d] != NO_TREE) {
                    throw new IllegalArgumentException(
                            name(its) + ": detection " + d + " is already in tree " + tree[d]);
                }
                tree[d] = its;
            });
        }
        return tree;
    }
}
