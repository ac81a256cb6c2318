package dev.jointly.solve.benders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A Benders row must hold for every local assignment there is, however early its sub-problem was stopped. */
class SubProblemTest {
    private final LpEngine engine = new HighsEngine();

    @Test
    void everyRowIsValidWhetherConvergedOrCutShort() {
        int early = 0;
        int rows = 0;
        for (long seed : Trials.seeds(1, 250, 1_500)) {
            Problem problem = TinyProblems.random(seed);
            Costs costs = new Costs(problem, Grid.of(problem, 20));
            Candidates all = Reduction.none(costs);
            List<BruteForce.LocalAssignment> everyLocal = BruteForce.of(problem).localAssignments();
            Clusters clusters = new Clusters(all);
            Random random = new Random(seed);
            for (int r = 0; r < clusters.count(); r++) {
                try (SubProblem sub =
                        new SubProblem(engine.newModel(), all, clusters, r, SolveOptions.defaults(), () -> false)) {
                    check(seed, clusters, sub.rowAtNothing(), costs, everyLocal);
                    for (int attempt = 0; attempt < 3; attempt++) {
                        double[] x = random.doubles(problem.size()).toArray();
                        int asks = random.nextInt(6);
                        Deadline short1 = Deadline.after(Duration.ofMinutes(1), afterAsking(asks));
                        BendersRow cut = sub.rowAt(x, 1e-5, 1, short1);
                        check(seed, clusters, cut, costs, everyLocal);
                        double cutValue = sub.valueAt(cut, x);
                        BendersRow full = sub.rowAt(x, 0, 1, Deadline.after(Duration.ofMinutes(1)));
                        check(seed, clusters, full, costs, everyLocal);
                        double fullValue = sub.valueAt(full, x);
                        assertThat(cutValue)
                                .as("seed %d: no row is above the converged one", seed)
                                .isLessThanOrEqualTo(fullValue + 1e-6);
                        early += cutValue < fullValue - 1e-3 ? 1 : 0;
                        rows += 2;
                    }
                }
            }
        }
        assertThat(rows).isGreaterThan(Trials.enough(120, 1_000));
        assertThat(early).as("rows that really were cut before convergence").isGreaterThan(Trials.enough(10, 100));
    }

    /** Psi_l + l1'L + l3'M >= 0 for every local assignment of the cluster, exactly. */
    private static void check(
            long seed, Clusters clusters, BendersRow row, Costs costs, List<BruteForce.LocalAssignment> everyLocal) {
        for (BruteForce.LocalAssignment local : everyLocal) {
            if (clusters.of(local.global()) != row.cluster()) {
                continue;
            }
            int m = clusters.position(local.global());
            long reducedCost = costs.grid().fromMicro(local.cost()) + row.l3()[m];
            for (int d = 0; d < costs.size(); d++) {
                if (local.hasLocal(d)) {
                    reducedCost += row.l1()[clusters.position(d)];
                }
            }
            assertThat(reducedCost).as("seed %d, %s under %s", seed, local, row).isNotNegative();
        }
    }

    /** Says stop once it has been asked so many times: a stop that falls anywhere into the work. */
    private static BooleanSupplier afterAsking(int times) {
        int[] left = {times};
        return () -> left[0]-- <= 0;
    }
}
