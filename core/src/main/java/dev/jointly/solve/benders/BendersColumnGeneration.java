package dev.jointly.solve.benders;

import dev.jointly.lp.LpModel;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.Skeleton;
import dev.jointly.solve.tree.ColumnGeneration;
import dev.jointly.solve.tree.Component;
import dev.jointly.solve.tree.NodeRelaxation;
import dev.jointly.solve.tree.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * BCG, Algorithm 1 of the paper (method section 4): a master over skeletons that learns what local assignments cost
 * from Benders rows.
 *
 * <p>Deviations from the paper, each explained in {@code dev/algorithm.md}: a sub-problem per local cluster instead of
 * per part; skeletons are asked for only once no row is violated, so that between two LP solves only rows or only
 * columns change; the loop ends when neither columns nor rows are left; rows are made valid by exact pricing.
 */
public final class BendersColumnGeneration implements ColumnGeneration {
    /** Added to the right-hand sides of a sub-problem, so that its duals stay small. On the 88 shared problems by BCG, 0 gives 1,895 LPs instead of 2,103; 1e-3 gives 2,061, and larger ones stop at wrong values. */
    private static final double ROW_BIAS = 1e-5;

    private final Parallel parallel;
    private final Supplier<BendersMaster> masters;
    private BendersMaster master;
    private final List<SubProblem> subProblems = new ArrayList<>();

    public BendersColumnGeneration(Component component, Parallel parallel) {
        this.parallel = parallel;
        Candidates candidates = component.candidates();
        SolveOptions options = component.options();
        Clusters clusters = new Clusters(candidates);
        masters = () ->
                LpModel.owned(component.newModel(), model -> new BendersMaster(model, candidates, clusters, options));
        master = masters.get();
        try {
            for (int r = 0; r < clusters.count(); r++) {
                int number = r;
                subProblems.add(LpModel.owned(
                        component.newModel(),
                        model -> new SubProblem(
                                model, candidates, clusters, number, options, component.deadline()::passed)));
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    @Override
    public boolean needsRebuild() {
        return false; // it sees to that itself
    }

    @Override
    public boolean solve(NodeRelaxation node) {
        enter(node);
        optimiseDual(node);
        return finish(node);
    }

    private void enter(NodeRelaxation node) {
        if (master.needsRebuild()) {
            try (BendersMaster old = master) {
                master = masters.get();
                master.addBindingRows(old);
            }
        }
        node.ascend(column -> {});
        master.enter(node.candidates(), node.pool(), node.node().number(), node.node()::isBelow);
        for (SubProblem sub : subProblems) {
            sub.enter(node.candidates());
            master.add(sub.rowAtNothing());
            master.add(sub.rowAt(node.dual()));
        }
    }

    private void optimiseDual(NodeRelaxation node) {
        boolean changed = true;
        while (changed && node.shouldContinue() && master.solve(node.deadline())) {
            node.storePrimal(master.point());
            changed = addViolatedRows(node, ROW_BIAS)
                    || (!node.isNearBound(master.objective()) && addPricedSkeletons(node))
                    || addViolatedRows(node, 0);
            node.report(master.columns(), master.rows());
        }
    }

    private boolean addPricedSkeletons(NodeRelaxation node) {
        boolean added = node.add(node.price(master.dual()).skeletons(), master::add);
        if (added) {
            node.ascend(column -> {
                if (column instanceof Skeleton skeleton) {
                    master.add(skeleton);
                }
            });
        }
        return added;
    }

    /** Rows at the master's x. A bias keeps them lean; only without it is "none is violated" the whole truth. */
    private boolean addViolatedRows(NodeRelaxation node, double bias) {
        double[] x = master.globalUse();
        List<BendersRow> violated = parallel.map(subProblems, sub -> violatedRow(node, sub, x, bias)).stream()
                .flatMap(Optional::stream)
                .toList();
        subProblems.forEach(sub -> node.add(sub.found(), local -> {}));
        boolean added = false;
        for (BendersRow row : violated) {
            added |= master.add(row);
        }
        return added;
    }

    /** The sub-problem's row at x, if the master's eta violates it; tested without the bias. */
    private Optional<BendersRow> violatedRow(NodeRelaxation node, SubProblem sub, double[] x, double bias) {
        if (!matters(node, sub)) {
            return Optional.empty();
        }
        BendersRow row = sub.rowAt(x, bias, node.columnTolerance(), node.deadline());
        return sub.valueAt(row, x) > master.eta(sub.cluster()) + node.rowTolerance()
                ? Optional.of(row)
                : Optional.empty();
    }

    /** Whether a row could be violated: no local assignments cost more than none where nothing must be used. */
    private boolean matters(NodeRelaxation node, SubProblem sub) {
        return sub.mayCost() || master.eta(sub.cluster()) + node.rowTolerance() < 0;
    }

    /** Adds to the last point its local assignments, which the master does not know; Benders rows know of no cuts on them. */
    private boolean finish(NodeRelaxation node) {
        if (node.shouldContinue() && master.solved()) {
            double[] x = master.globalUse();
            for (SubProblem sub : subProblems) {
                if (matters(node, sub)) {
                    sub.rowAt(x, 0, node.columnTolerance(), node.deadline());
                    sub.into(node.point());
                }
            }
            node.round();
        }
        if (node.addCuts(CutPrices.NONE)) {
            return false;
        }
        node.chooseBranching(master::objectiveWithout);
        return true;
    }

    @Override
    public void close() {
        try {
            subProblems.forEach(SubProblem::close);
        } finally {
            master.close();
        }
    }
}
