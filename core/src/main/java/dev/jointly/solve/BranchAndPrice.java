package dev.jointly.solve;

import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.Regions;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Closes what gap the relaxation of a component leaves: with cuts, and a tree about all of it. Where that tree becomes large
 * and the relaxation is integral nearly everywhere, the few spots where it is not get small trees of their own, with larger
 * surroundings if what they come to does not fit the rest. What these gain adds up, while one tree grows with their product.
 */
final class BranchAndPrice {
    private final ComponentSolve component;
    private final BranchAndBoundTree componentTree;
    private final Map<BitSet, BranchAndBoundTree> known = new HashMap<>();
    /** The best trees of regions: larger regions gain no less, but time may run out on them. */
    private List<BranchAndBoundTree> regional = List.of();

    private long regionalBound = Long.MIN_VALUE;
    /** Those of the relaxation, as regions found them; one tree about all may find others as good. */
    private DualPoint prices;

    private int nodes;

    private BranchAndPrice(ComponentSolve component, ColumnGeneration.Factory method) {
        this.component = component;
        componentTree = BranchAndBoundTree.of(component, method);
        prices = componentTree.dual();
    }

    /** Works until the gap is closed or there is no time left; poses and bound are in the search. */
    static BranchAndPrice run(ComponentSolve component, ColumnGeneration.Factory method) {
        BranchAndPrice solve = new BranchAndPrice(component, method);
        try {
            solve.run();
        } finally {
            solve.componentTree.close();
        }
        return solve;
    }

    private void run() {
        if (component.deadline().passed()) {
            // the first prices and their bound are in the search already
            return;
        }
        NodeRelaxation root = componentTree.dive();
        prices = root.dual();
        componentTree.runTo(component.options().count(SolveOption.REGION_NODES));
        List<BitSet> sets = component.shouldContinue() ? component.regions(root) : List.of();
        while (!sets.isEmpty() && component.shouldContinue()) {
            List<BranchAndBoundTree> trees = trees(sets, root);
            PrimalPoint relaxed = root.point();
            PrimalPoint point = together(relaxed, trees);
            component.round(component.pool(), point);
            List<BitSet> larger =
                    Regions.grown(sets, component.candidates().costs(), relaxed, point, prices, root.pricer());
            for (BranchAndBoundTree tree : trees) {
                repairIncumbent(tree, larger, point, root);
            }
            sets = larger.equals(sets) ? List.of() : component.orNoneIfTooLarge(larger);
        }
        if (component.shouldContinue()) {
            componentTree.run();
        }
    }

    /** A tree for each set of detections; those known from before are good for another time. */
    private List<BranchAndBoundTree> trees(List<BitSet> sets, NodeRelaxation root) {
        List<BranchAndBoundTree> trees = new ArrayList<>();
        long bound = root.bound();
        for (BitSet set : sets) {
            BranchAndBoundTree tree = known.get(set);
            if (tree == null) {
                tree = BranchAndBoundTree.of(component, set, prices, bound);
                if (tree == null) {
                    break;
                }
                tree.run();
                nodes += tree.nodes();
                known.put(set, tree);
            }
            bound += tree.gain();
            trees.add(tree);
        }
        component.prove(bound);
        if (bound > regionalBound) {
            regionalBound = bound;
            regional = trees;
        }
        return trees;
    }

    /**
     * Looks for better poses around a region. If its gain is all there is to be had, the best have no column there that is
     * dearer than that.
     */
    private void repairIncumbent(BranchAndBoundTree tree, List<BitSet> sets, PrimalPoint point, NodeRelaxation root) {
        if (!component.shouldContinue()) {
            return;
        }
        BitSet around = new BitSet();
        sets.stream().filter(set -> set.stream().anyMatch(tree.region()::owns)).forEach(around::or);
        Costs costs = component.candidates().costs();
        ColumnPool cheap = root.pricer()
                .columnsUpTo(
                        component.pool(), prices, tree.gain() + costs.grid().fromMicro(1));
        ColumnPool columns = new ColumnPool();
        cheap.skeletons().stream()
                .filter(skeleton -> around.get(costs.lead(skeleton.detections())))
                .forEach(columns::add);
        cheap.locals().stream().filter(local -> around.get(local.global())).forEach(columns::add);
        columns.addAll(point.skeletons(), point.locals());
        columns.addAll(
                component.incumbent().best().skeletons(),
                component.incumbent().best().locals());
        component.searchIncumbent(columns, component.options().count(SolveOption.REPAIR_SHARE));
    }

    /** The relaxation's point, but in each region what its tree came to. */
    private PrimalPoint together(PrimalPoint outside, List<BranchAndBoundTree> trees) {
        PrimalPoint point = new PrimalPoint();
        for (int g = 0; g < outside.skeletons().size(); g++) {
            Skeleton skeleton = outside.skeletons().get(g);
            int lead = component.candidates().costs().lead(skeleton.detections());
            if (trees.stream().noneMatch(tree -> tree.region().owns(lead))) {
                point.add(skeleton, outside.value(g));
            }
        }
        for (int l = 0; l < outside.locals().size(); l++) {
            LocalAssignment local = outside.locals().get(l);
            if (trees.stream().noneMatch(tree -> tree.region().owns(local.global()))) {
                point.add(local, outside.localValue(l));
            }
        }
        for (BranchAndBoundTree tree : trees) {
            point.addAll(tree.end());
        }
        return point;
    }

    int nodes() {
        return nodes + componentTree.nodes();
    }

    private boolean byRegions() {
        return regionalBound > componentTree.bound();
    }

    /** Prices that prove the bound of the relaxation without cuts. */
    DualPoint dual() {
        DualPoint dual = componentTree.dual();
        return byRegions() || !dual.cuts().zero() ? prices : dual;
    }

    /** The trees that prove the bound together. */
    List<Proof.Tree> proofs() {
        List<BranchAndBoundTree> trees = byRegions() ? regional : List.of(componentTree);
        return trees.stream()
                .map(BranchAndBoundTree::proof)
                .filter(Objects::nonNull)
                .toList();
    }
}
