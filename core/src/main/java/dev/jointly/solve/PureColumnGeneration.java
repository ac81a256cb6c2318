package dev.jointly.solve;

import dev.jointly.lp.LpModel;
import dev.jointly.solve.master.PureMaster;
import dev.jointly.solve.price.Pricer.PricingResult;

/** PCG, the baseline (method section 3): one master over skeletons and local assignments. */
final class PureColumnGeneration {
    private PureColumnGeneration() {}

    static void run(NodeRelaxation relaxation) {
        relaxation.ascend(relaxation.settings().numerics().rootSubgradientSteps(), skeleton -> {}, local -> {});
        try (PureMaster master = LpModel.owned(
                relaxation.newModel(), model -> new PureMaster(model, relaxation.candidates(), relaxation.region()))) {
            relaxation.pool().skeletons().forEach(master::add);
            relaxation.pool().locals().forEach(master::add);
            do {
                optimiseDual(relaxation, master);
            } while (relaxation.tightenTolerance());
            relaxation.chooseBranching(master::objectiveWithout);
        }
    }

    private static void optimiseDual(NodeRelaxation relaxation, PureMaster master) {
        boolean changed = true;
        while (changed && relaxation.shouldContinue() && master.solve(relaxation.deadline())) {
            relaxation.storePrimal(master::skeletonValue, master::localValue);
            changed = relaxation.priceTowards(master.dual(), priced -> added(relaxation, master, priced));
            if (changed) {
                relaxation.ascend(
                        relaxation.settings().numerics().subgradientStepsPerRound(), master::add, master::add);
            }
            relaxation.report(master.columns(), 0);
        }
    }

    private static boolean added(NodeRelaxation relaxation, PureMaster master, PricingResult priced) {
        boolean newSkeletons = relaxation.addSkeletons(priced.skeletons(), master::add);
        boolean newLocals = relaxation.addLocals(priced.locals(), master::add);
        return newSkeletons || newLocals;
    }
}
