package dev.jointly.solve.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.lp.CountingEngine;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How deep a tree may get, and what its nodes hold on to. */
class TreeLimitsTest {
    private static final LpEngine ENGINE = new HighsEngine();

    private static Component search(Problem problem) {
        return search(problem, ENGINE);
    }

    private static Component search(Problem problem, LpEngine engine) {
        Candidates reduced = Reduction.of(new Costs(problem, Grid.of(problem, 20)));
        return Searches.begin(reduced, engine, SolveOptions.defaults(), 0);
    }

    private static BranchAndBoundTree tree(Component search, int deepest) {
        BranchAndBoundTree tree = new BranchAndBoundTree(search, PureColumnGeneration::new, deepest);
        return tree.solve();
    }

    private static Proof proof(DualPoint dual, List<Proof.Tree> trees) {
        return new Proof(dual.scaleBits(), dual.lambda1(), dual.lambda3(), trees);
    }

    private static int depth(Proof.@Nullable Tree tree) {
        return tree == null ? 0 : depth(tree, 0);
    }

    private static int depth(Proof.Tree tree, int at) {
        return tree.nodes().get(at) instanceof Proof.Branch branch
                ? 1 + Math.max(depth(tree, branch.in()), depth(tree, branch.out()))
                : 0;
    }

    /** The bound that a tree of this depth proves by the checker's word; no more than the optimum. */
    private static long proven(Problem problem, int deepest) {
        Component search = search(problem);
        BranchAndBoundTree tree = tree(search, deepest);
        Proof.@Nullable Tree proof = tree.proof();
        assertThat(depth(proof)).as(problem.id()).isLessThanOrEqualTo(deepest);
        long checked = Checker.lowerBound(problem, proof(tree.dual(), proof == null ? List.of() : List.of(proof)));
        assertThat(checked)
                .as("%s: what the search says, at %d", problem.id(), deepest)
                .isGreaterThanOrEqualTo(search.candidates().costs().grid().ceilMicro(search.bound()));
        return checked;
    }

    @Test
    void aTreeAsDeepAsAllowedIsStillAProof() {
        int deep = 0;
        int bounded = 0;
        for (long seed : Trials.seeds(1, 20, 60)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            long optimum = BruteForce.of(problem).optimum();
            int depth = depth(tree(search(problem), Proof.MAX_DEPTH).proof());
            deep = Math.max(deep, depth);
            long before = Long.MIN_VALUE;
            for (int deepest = 0; deepest <= depth; deepest++) {
                long bound = proven(problem, deepest);
                assertThat(bound).as("seed %d, depth %d", seed, deepest).isLessThanOrEqualTo(optimum);
                bounded += bound < optimum ? 1 : 0;
                before = bound;
            }
            assertThat(before).as("seed %d: deep enough", seed).isEqualTo(optimum);
        }
        System.out.printf("trees up to %d deep, %d times cut off below the optimum%n", deep, bounded);
        assertThat(deep).isGreaterThanOrEqualTo(2);
        assertThat(bounded).isGreaterThan(Trials.count(10, 50));
    }

    /** Nodes hold prices only; the LP is one for the whole tree, and gone when the tree is done. */
    @Test
    void oneMasterServesAllNodes() {
        int nodes = 0;
        for (long seed = 1; seed <= 40; seed++) {
            CountingEngine counting = new CountingEngine(ENGINE);
            BranchAndBoundTree tree =
                    tree(search(TinyProblems.gapped(seed, 1 + (int) (seed % 3)), counting), Proof.MAX_DEPTH);
            assertThat(counting.models()).as("seed %d: models", seed).isLessThanOrEqualTo(1);
            assertThat(counting.open()).as("seed %d: models left open", seed).isZero();
            nodes += tree.nodes();
        }
        assertThat(nodes).isGreaterThan(120);
    }
}
