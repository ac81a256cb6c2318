package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.FullLp;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where the relaxation leaves a gap, cuts close most of them, and a tree with cuts the rest. */
class CutAndBranchTest {
    private final Solver solver = new Solver(new HighsEngine());

    @ParameterizedTest
    @EnumSource(names = {"PCG", "BCG"})
    void mostGapsAreClosedWithoutBranching(Method method) {
        int gaps = 0;
        int branching = 0;
        int branchingWithoutCuts = 0;
        int withCuts = 0;
        for (long seed : Trials.seeds(1, 60, 400)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            BruteForce all = BruteForce.of(problem);
            if (!FullLp.hasGap(all)) {
                continue;
            }
            gaps++;
            Settings settings = Settings.defaults().withMethod(method);
            Solution cut = solver.solve(problem, settings);
            assertThat(cut.objective()).as(problem.id()).isEqualTo(all.optimum());
            Verdict verdict = Claims.check(problem, cut);
            assertThat(verdict.kind()).as("%s: %s", problem.id(), verdict).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
            SolveOptions uncut = SolveOptions.defaults().with(SolveOption.CUT_ROUNDS, 0);
            Solution branched = solver.solve(problem, settings.withOptions(uncut));
            assertThat(branched.proof().trees())
                    .allSatisfy(tree -> assertThat(tree.cuts()).isEmpty());
            branching += branches(cut.proof()) ? 1 : 0;
            branchingWithoutCuts += branches(branched.proof()) ? 1 : 0;
            withCuts +=
                    cut.proof().trees().stream().anyMatch(tree -> !tree.cuts().isEmpty()) ? 1 : 0;
        }
        System.out.printf(
                "%s: of %d gaps %d need branching with cuts, %d without%n",
                method, gaps, branching, branchingWithoutCuts);
        assertThat(branchingWithoutCuts).isEqualTo(gaps);
        assertThat(branching).isLessThan(gaps / 2);
        assertThat(withCuts).isGreaterThan(gaps / 2);
    }

    private static boolean branches(Proof proof) {
        return proof.trees().stream().anyMatch(tree -> tree.nodes().size() > 1);
    }

    /** The base prices stay those of the relaxation without cuts. */
    @Test
    void basePricesProveNearlyTheRelaxation() {
        for (long seed : Trials.seeds(1, 20, 60)) {
            Problem problem = TinyProblems.gapped(seed, 1);
            Solution solution = solver.solve(problem, Settings.defaults());
            long relaxation = FullLp.of(BruteForce.of(problem)).exact().ceiling();
            assertThat(Checker.lowerBound(problem, TreeProblems.without(solution.proof())))
                    .as(problem.id())
                    .isBetween(relaxation - (solution.objective() - relaxation) / 10, relaxation);
        }
    }
}
