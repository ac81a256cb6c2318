package dev.jointly.solve.tree;

import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.HalfIntegralCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Writes a tree down as the proof of its bound, level by level: nodes that prove it alone become leaves. */
final class TreeProof {
    private final Component component;
    private final int[] detections;
    private final List<HalfIntegralCut> cuts;
    private final long penalty;
    private final long bound;

    /**
     * @param bound what is to be proven for the component
     */
    TreeProof(TreeScope scope, long penalty, long bound) {
        component = scope.component();
        detections = detections(component);
        cuts = scope.cuts().list();
        this.penalty = penalty;
        this.bound = bound;
    }

    /** Where the number of poses is limited, leaves have their own price of a pose, so the tree has all that may lead one. */
    private static int[] detections(Component component) {
        Costs costs = component.candidates().costs();
        IntStream members = Arrays.stream(component.members());
        return costs.limited()
                ? IntStream.concat(
                                members,
                                costs.majors().stream().flatMapToInt(part -> Arrays.stream(costs.ofPart(part))))
                        .sorted()
                        .distinct()
                        .toArray()
                : members.toArray();
    }

    Proof.Tree of(TreeNode root) {
        List<TreeNode> order = new ArrayList<>(List.of(root));
        List<Proof.Node> nodes = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            TreeNode node = order.get(i);
            TreeNode.Branches branches = node.branches();
            if (branches == null || node.bound() >= bound) {
                nodes.add(leaf(node));
            } else {
                nodes.add(new Proof.Branch(branches.decision(), order.size(), order.size() + 1));
                order.add(branches.in());
                order.add(branches.out());
            }
        }
        return withPricedCuts(nodes);
    }

    /** The tree with the cuts that have a price in one of its leaves. */
    private Proof.Tree withPricedCuts(List<Proof.Node> nodes) {
        BitSet priced = new BitSet();
        for (Proof.Node node : nodes) {
            if (node instanceof Proof.Leaf leaf) {
                for (int t = 0; t < cuts.size(); t++) {
                    priced.set(t, priced.get(t) || leaf.sigma()[t] > 0);
                }
            }
        }
        nodes.replaceAll(node -> node instanceof Proof.Leaf leaf
                ? new Proof.Leaf(
                        leaf.shift(),
                        leaf.lambda1(),
                        leaf.lambda3(),
                        priced.stream().mapToLong(t -> leaf.sigma()[t]).toArray(),
                        leaf.posePrice())
                : node);
        List<Proof.Cut> some = priced.stream()
                .mapToObj(t -> new Proof.Cut(cuts.get(t).use(), cuts.get(t).host()))
                .toList();
        return new Proof.Tree(detections, some, nodes);
    }

    /** Prices in whole micro-units where these still prove the bound of the component: they are much shorter. */
    private Proof.Leaf leaf(TreeNode node) {
        if (component.deadline().passed()) {
            return leaf(node.dual(), 0);
        }
        Restriction restriction = component.restriction(node);
        Candidates candidates = restriction.candidates(penalty);
        DualPoint rounded = candidates.withPriceFloors(
                node.dual().inMicroUnits(), node.dual().scaleBits());
        long share = component.pricer(candidates).price(rounded, 1).bound();
        boolean enough = share != Grid.NO_BOUND && share >= bound;
        return enough ? leaf(rounded, rounded.scaleBits()) : leaf(node.dual(), 0);
    }

    private Proof.Leaf leaf(DualPoint dual, int shift) {
        long[] sigma = IntStream.range(0, cuts.size())
                .mapToLong(t -> dual.cuts().sigma(t) >> shift)
                .toArray();
        return new Proof.Leaf(
                shift,
                ofDetections(dual.lambda1(), shift),
                ofDetections(dual.lambda3(), shift),
                sigma,
                dual.nu() >> shift);
    }

    private long[] ofDetections(long[] prices, int shift) {
        long[] some = new long[detections.length];
        for (int i = 0; i < some.length; i++) {
            some[i] = prices[detections[i]] >> shift;
        }
        return some;
    }
}
