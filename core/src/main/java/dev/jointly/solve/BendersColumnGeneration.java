package dev.jointly.solve;

import dev.jointly.lp.LpModel;
import dev.jointly.solve.master.BendersMaster;
import dev.jointly.solve.sub.SubProblem;
import dev.jointly.solve.term.BendersRow;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * BCG, Algorithm 1 of the paper (method section 4): a master over skeletons that learns what local assignments cost
 * from Benders rows.
 *
 * <p>Deviations from the paper, each explained in {@code docs/algorithm.md}: a sub-problem per local cluster instead of
 * per part; skeletons are asked for only once no row is violated, so that between two LP solves only rows or only
 * columns change; the loop ends when neither columns nor rows are left; rows are made valid by exact pricing.
 */
final class BendersColumnGeneration implements AutoCloseable {
    private final NodeRelaxation relaxation;
    private final Parallel parallel;
    private final Clusters clusters;
    private final BendersMaster master;
    private final List<SubProblem> subProblems = new ArrayList<>();

    private BendersColumnGeneration(NodeRelaxation relaxation, Parallel parallel) {
        this.relaxation = relaxation;
        this.parallel = parallel;
        clusters = new Clusters(relaxation.candidates());
        Candidates candidates = relaxation.candidates();
        master = LpModel.owned(relaxation.newModel(), model -> new BendersMaster(model, candidates, clusters));
        int rowGridBits = relaxation.settings().numerics().rowGridBits();
        try {
            for (int r = 0; r < clusters.count(); r++) {
                int number = r;
                subProblems.add(LpModel.owned(
                        relaxation.newModel(),
                        model -> new SubProblem(
                                model, candidates, clusters, number, rowGridBits, relaxation.deadline()::passed)));
            }
        } catch (RuntimeException | Error e) {
            closeAll();
            throw e;
        }
    }

    static void run(NodeRelaxation relaxation, Parallel parallel) {
        try (BendersColumnGeneration bcg = new BendersColumnGeneration(relaxation, parallel)) {
            bcg.start();
            do {
                bcg.optimiseDual();
            } while (relaxation.tightenTolerance());
            bcg.finish();
        }
    }

    private void start() {
        relaxation.ascend(relaxation.settings().numerics().rootSubgradientSteps(), skeleton -> {}, local -> {});
        relaxation.pool().skeletons().forEach(master::add);
        for (SubProblem sub : subProblems) {
            master.add(sub.rowAtNothing());
            master.add(sub.rowAt(relaxation.dual()));
            relaxation.rows().forEach(row -> sub.rowLike(row).ifPresent(master::add));
        }
    }

    private void optimiseDual() {
        double bias = relaxation.settings().numerics().rowBias();
        boolean changed = true;
        while (changed && relaxation.shouldContinue() && master.solve(relaxation.deadline())) {
            relaxation.storePrimal(master::skeletonValue, local -> 0);
            changed = addViolatedRows(bias) || addPricedSkeletons() || addViolatedRows(0);
            relaxation.report(master.columns(), master.rows());
        }
    }

    private boolean addPricedSkeletons() {
        boolean added = relaxation.priceTowards(
                master.dual(), priced -> relaxation.addSkeletons(priced.skeletons(), master::add));
        if (added) {
            relaxation.ascend(relaxation.settings().numerics().subgradientStepsPerRound(), master::add, local -> {});
        }
        return added;
    }

    /** Rows at the master's x. A bias keeps them lean; only without it is "none is violated" the whole truth. */
    private boolean addViolatedRows(double bias) {
        double[] x = master.globalUse();
        List<BendersRow> violated = parallel.map(subProblems, sub -> violatedRow(sub, x, bias)).stream()
                .flatMap(Optional::stream)
                .toList();
        subProblems.forEach(sub -> relaxation.addLocals(sub.found(), local -> {}));
        boolean added = false;
        for (BendersRow row : violated) {
            added |= master.add(row);
        }
        return added;
    }

    /** The sub-problem's row at x, if the master's eta violates it; tested without the bias. */
    private Optional<BendersRow> violatedRow(SubProblem sub, double[] x, double bias) {
        double known = master.eta(sub.cluster()) + relaxation.rowTolerance();
        if (known >= 0) {
            return Optional.empty(); // no local assignments cost more than none
        }
        BendersRow row = sub.rowAt(x, bias, relaxation.columnTolerance(), relaxation.deadline());
        return sub.valueAt(row, x) > known ? Optional.of(row) : Optional.empty();
    }

    /** The local assignments of the last point, which the master does not know, and the rows that hold it up. */
    private void finish() {
        if (relaxation.shouldContinue() && master.solved()) {
            double[] x = master.globalUse();
            for (SubProblem sub : subProblems) {
                if (master.eta(sub.cluster()) + relaxation.rowTolerance() < 0) {
                    sub.rowAt(x, 0, relaxation.columnTolerance(), relaxation.deadline());
                    sub.into(relaxation.point());
                }
            }
            relaxation.round();
            relaxation.rows(master.bindingRows());
        }
        relaxation.chooseBranching((out, outLocal) -> master.objectiveWithout(out));
    }

    @Override
    public void close() {
        closeAll();
    }

    private void closeAll() {
        try (master) {
            subProblems.forEach(SubProblem::close);
        }
    }
}
