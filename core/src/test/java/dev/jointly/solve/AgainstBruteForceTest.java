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
import dev.jointly.solve.option.SolveOption;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tiny problems against full enumeration of all skeletons and local assignments. */
class AgainstBruteForceTest {
    private static final int PROBLEMS = Trials.count(200, 2_000);
    private static final int GAPPED = Trials.count(20, 200);

    private final Solver solver = new Solver(new HighsEngine());
    private final Map<Method, Integer> solved = new EnumMap<>(Method.class);
    private final Map<Method, Integer> withTree = new EnumMap<>(Method.class);
    private int leaves;
    private int belowBase;
    private int needlessTrees;

    @Test
    void bothMethodsProveTheOptimum() {
        int gapped = 0;
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            gapped += bothProve(TinyProblems.random(seed)) ? 1 : 0;
        }
        report("random problems", gapped);
        assertThat(gapped).as("problems with a gap").isGreaterThan(Trials.enough(1, PROBLEMS / 100));
    }

    /** No dual point proves any of these: what proves them is a tree. */
    @Test
    void bothMethodsCloseTheGap() {
        int gapped = 0;
        for (long seed : Trials.seeds(1, GAPPED)) {
            gapped += bothProve(TinyProblems.gapped(seed)) ? 1 : 0;
            gapped += bothProve(TinyProblems.gapped(seed, 2)) ? 1 : 0;
            gapped += bothProve(TinyProblems.gapped(seed, 3)) ? 1 : 0;
        }
        report("problems with a gap", gapped);
        assertThat(gapped).isEqualTo(3 * GAPPED);
        assertThat(withTree).containsEntry(Method.BCG, gapped).containsEntry(Method.PCG, gapped);
    }

    private void report(String what, int gapped) {
        System.out.printf(
                "%s: %s proven optimal, %d have a gap; by a tree %s, with %d leaves in all%n",
                what, solved, gapped, withTree, leaves);
        assertThat(belowBase).as("base prices far below the relaxation").isLessThanOrEqualTo(PROBLEMS / 500);
        assertThat(needlessTrees).as("trees where prices do").isLessThanOrEqualTo(PROBLEMS / 500);
    }

    /** Half of the problems are left to the LP alone: the bundle settles most tiny ones before there is one. */
    private static boolean hasBundle(Problem problem) {
        return problem.id().hashCode() % 2 == 0;
    }

    private static Settings settings(Problem problem) {
        Settings settings = Settings.defaults();
        return hasBundle(problem)
                ? settings
                : settings.withOptions(settings.options().with(SolveOption.BUNDLE_STEPS, 0));
    }

    /** Whether the problem has a gap, so that a tree is needed. */
    private boolean bothProve(Problem problem) {
        BruteForce all = BruteForce.of(problem);
        long optimum = all.optimum();
        long relaxation = FullLp.of(all).exact().ceiling();
        for (Method method : new Method[] {Method.PCG, Method.BCG}) {
            Solution solution = solver.solve(problem, settings(problem).withMethod(method));
            Verdict verdict = Claims.check(problem, solution);
            String who = problem.id() + " by " + method;
            assertThat(verdict.reasons()).as(who).isEmpty();
            assertThat(verdict.kind()).as(who).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
            assertThat(solution.status()).as(who).isEqualTo(Solution.Status.OPTIMAL);
            assertThat(solution.objective()).as("%s: objective", who).isEqualTo(optimum);
            assertThat(solution.lowerBound()).as("%s: bound", who).isEqualTo(optimum);
            assertThat(solution.gap()).as("%s: gap", who).isZero();
            requireBase(problem, solution, relaxation, who);
            solved.merge(method, 1, Integer::sum);
            int found = TreeProblems.leaves(solution.proof());
            leaves += found;
            withTree.merge(method, found > 0 ? 1 : 0, Integer::sum);
        }
        return relaxation < optimum;
    }

    /** The base prices prove the relaxation's value, and no tree is where they do; nearly so, and nearly always, with a bundle. */
    private void requireBase(Problem problem, Solution solution, long relaxation, String who) {
        long base = Checker.lowerBound(problem, TreeProblems.without(solution.proof()));
        assertThat(base).as("%s: by the base prices", who).isLessThanOrEqualTo(relaxation);
        boolean needless =
                relaxation == solution.objective() && !solution.proof().trees().isEmpty();
        if (hasBundle(problem)) {
            belowBase += base < relaxation - (solution.objective() - relaxation) / 10 ? 1 : 0;
            needlessTrees += needless ? 1 : 0;
        } else {
            assertThat(base).as("%s: by the base prices of LPs", who).isEqualTo(relaxation);
            assertThat(needless).as("%s: a tree where prices do", who).isFalse();
        }
    }
}
