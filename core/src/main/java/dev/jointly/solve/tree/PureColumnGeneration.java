package dev.jointly.solve.tree;

import dev.jointly.lp.LpModel;
import dev.jointly.solve.master.PureMaster;
import org.jspecify.annotations.Nullable;

/** PCG, the baseline (method section 3): one master over skeletons and local assignments. */
public final class PureColumnGeneration implements ColumnGeneration {
    private final Component component;
    /** Made when a node first needs it. */
    private @Nullable PureMaster master;

    public PureColumnGeneration(Component component) {
        this.component = component;
    }

    @Override
    public boolean solve(NodeRelaxation node) {
        node.ascend(column -> {});
        if (!node.shouldContinue() || node.branchesOnPin()) {
            return true;
        }
        PureMaster current = master;
        if (current == null) {
            current = LpModel.owned(
                    component.newModel(), model -> new PureMaster(model, component.candidates(), component.options()));
            master = current;
        }
        current.enter(node.candidates(), node.pool());
        current.enter(node.cuts());
        optimiseDual(node, current);
        while (current.solved() && node.addCuts(current.cutPrices())) {
            current.enter(node.cuts());
            node.ascend(current::add);
            optimiseDual(node, current);
        }
        node.chooseBranching(current::objectiveWithout);
        return true;
    }

    /** Solves the relaxation, by LPs only where the ascent leads nowhere. */
    private static void optimiseDual(NodeRelaxation node, PureMaster master) {
        boolean changed = true;
        while (changed && node.shouldContinue() && master.solve(node.deadline())) {
            node.storePrimal(master.point());
            changed = !node.isNearBound(master.objective())
                    && (node.ascend(master::add)
                            || node.add(node.price(master.dual()).columns(), master::add));
            node.report(master.columns(), 0);
        }
    }

    @Override
    public boolean needsRebuild() {
        return master != null && master.needsRebuild();
    }

    @Override
    public void close() {
        if (master != null) {
            master.close();
        }
    }
}
