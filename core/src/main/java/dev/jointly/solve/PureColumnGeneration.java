package dev.jointly.solve;

import dev.jointly.solve.master.PureMaster;
import dev.jointly.solve.price.Pricer.Priced;

/** PCG, the baseline (method section 3): one master over skeletons and local assignments. */
final class PureColumnGeneration {
    private PureColumnGeneration() {}

    static void run(Search search) {
        try (PureMaster master = new PureMaster(search.newModel(), search.candidates())) {
            search.pool().skeletons().forEach(master::add);
            do {
                optimiseDual(search, master);
                search.finishJointly();
            } while (search.polish());
        }
    }

    private static void optimiseDual(Search search, PureMaster master) {
        boolean changed = true;
        while (changed && search.goesOn() && master.solve(search.deadline())) {
            search.round(master::skeletonValue, master::localValue);
            Priced priced = search.price(master.dual());
            boolean newSkeletons = search.addSkeletons(priced.skeletons(), master::add);
            boolean newLocals = search.addLocals(priced.locals(), master::add);
            changed = newSkeletons || newLocals;
            search.report(master.columns(), 0);
        }
    }
}
