package dev.jointly.solve;

import dev.jointly.solve.master.BendersMaster;
import dev.jointly.solve.sub.SubProblem;
import dev.jointly.solve.term.BendersRow;
import dev.jointly.solve.term.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * BCG, Algorithm 1 of the paper (method section 4): a master over skeletons that learns what local assignments cost
 * from Benders rows.
 *
 * <p>Deviations from the paper, each explained in {@code docs/algorithm.md}: a sub-problem per local cluster instead of
 * per part; skeletons are asked for only once no row is violated, so that between two LP solves only rows or only
 * columns change; the loop ends when neither columns nor rows are left; rows are made valid by exact pricing.
 */
final class BendersColumnGeneration implements AutoCloseable {
    private final Search search;
    private final Parallel parallel;
    private final Clusters clusters;
    private final BendersMaster master;
    private final List<SubProblem> subProblems = new ArrayList<>();

    private BendersColumnGeneration(Search search, Parallel parallel) {
        this.search = search;
        this.parallel = parallel;
        clusters = new Clusters(search.candidates());
        master = new BendersMaster(search.newModel(), search.candidates(), clusters);
        for (int r = 0; r < clusters.count(); r++) {
            subProblems.add(new SubProblem(
                    search.newModel(),
                    search.candidates(),
                    clusters,
                    r,
                    search.settings().numerics().rowGridBits()));
        }
    }

    static void run(Search search, Parallel parallel) {
        try (BendersColumnGeneration bcg = new BendersColumnGeneration(search, parallel)) {
            bcg.start();
            do {
                bcg.optimiseDual();
                bcg.finish();
            } while (search.polish());
        }
    }

    private void start() {
        search.pool().skeletons().forEach(master::add);
        subProblems.forEach(sub -> master.add(sub.rowAtNothing()));
    }

    private void optimiseDual() {
        double bias = search.settings().numerics().rowBias();
        boolean changed = true;
        while (changed && search.goesOn() && master.solve(search.deadline())) {
            search.round(master::skeletonValue, local -> 0);
            changed = addViolatedRows(bias) || addPricedSkeletons() || addViolatedRows(0);
            search.report(master.columns(), master.rows());
        }
    }

    private boolean addPricedSkeletons() {
        return search.addSkeletons(search.price(master.dual()).skeletons(), master::add);
    }

    /** Rows at the master's x. A bias keeps them lean; only without it is "none is violated" the whole truth. */
    private boolean addViolatedRows(double bias) {
        double[] x = master.globalUse();
        List<BendersRow> violated = parallel.map(subProblems, sub -> violatedRow(sub, x, bias)).stream()
                .flatMap(Optional::stream)
                .toList();
        subProblems.forEach(sub -> search.addLocals(sub.found(), local -> {}));
        boolean added = false;
        for (BendersRow row : violated) {
            added |= master.add(row);
        }
        return added;
    }

    /** The sub-problem's row at x, if the master's eta violates it; tested without the bias. */
    private Optional<BendersRow> violatedRow(SubProblem sub, double[] x, double bias) {
        double known = master.eta(sub.cluster()) + search.rowTolerance();
        if (known >= 0) {
            return Optional.empty(); // no local assignments cost more than none
        }
        BendersRow row = sub.rowAt(x, bias, search.columnTolerance(), search.deadline());
        return sub.valueAt(row, x) > known ? Optional.of(row) : Optional.empty();
    }

    private void finish() {
        List<BendersRow> rows = IntStream.range(0, clusters.count())
                .boxed()
                .flatMap(r -> master.rowsOf(r).stream())
                .toList();
        search.finishJointly();
        search.finishByParts(clusters, rows);
    }

    @Override
    public void close() {
        master.close();
        subProblems.forEach(SubProblem::close);
    }
}
