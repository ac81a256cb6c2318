package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.Region;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How deep a tree may get, and what its nodes hold on to. */
class TreeLimitsTest {
    private static final LpEngine ENGINE = new HighsEngine();

    private static ComponentSolve search(Problem problem) {
        Candidates reduced = Reduction.of(new Costs(problem, Grid.of(problem, 20)));
        return new ComponentSolve(
                1,
                reduced,
                new PinConstraints(List.of()),
                Settings.defaults(),
                ENGINE,
                Deadline.after(Duration.ofMinutes(1)),
                new GlobalBounds(reduced.costs().grid(), 0, event -> {}),
                0);
    }

    private static BranchAndBoundTree tree(ComponentSolve search, int deepest) {
        Consumer<NodeRelaxation> method = PureColumnGeneration::run;
        BranchAndBoundTree tree = new BranchAndBoundTree(
                search,
                Region.whole(search.candidates()),
                search.candidates().start(),
                search.bound(),
                0,
                method,
                deepest);
        tree.run();
        return tree;
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
        ComponentSolve search = search(problem);
        BranchAndBoundTree tree = tree(search, deepest);
        Proof.@Nullable Tree proof = tree.proof();
        assertThat(depth(proof)).as(problem.id()).isLessThanOrEqualTo(deepest);
        long checked = Checker.lowerBound(
                problem, TreeProblems.proof(tree.dual(), proof == null ? List.of() : List.of(proof)));
        assertThat(checked)
                .as("%s: what the search says, at %d", problem.id(), deepest)
                .isGreaterThanOrEqualTo(search.candidates().costs().grid().ceilMicro(search.bound()));
        return checked;
    }

    @Test
    void aTreeAsDeepAsAllowedIsStillAProof() {
        int deep = 0;
        int bounded = 0;
        for (long seed = 1; seed <= 60; seed++) {
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
        assertThat(bounded).isGreaterThan(50);
    }

    /** Columns and rows are for children to start from: only nodes that are still open may need them. */
    @Test
    void closedNodesLetGoOfTheirColumns() throws ReflectiveOperationException {
        int nodes = 0;
        for (long seed = 1; seed <= 40; seed++) {
            BranchAndBoundTree tree = tree(search(TinyProblems.gapped(seed, 1 + (int) (seed % 3))), Proof.MAX_DEPTH);
            Collection<?> open = (Collection<?>) there(tree, "open");
            assertThat(field(tree, "atRoot")).as("the root's relaxation").isNull();
            nodes += held(there(tree, "root"), open);
        }
        assertThat(nodes).isGreaterThan(80);
    }

    private static int held(Object node, Collection<?> open) throws ReflectiveOperationException {
        if (open.contains(node)) {
            return 0;
        }
        ColumnPool columns = (ColumnPool) there(node, "columns");
        assertThat(columns.skeletons()).isEmpty();
        assertThat(columns.locals()).isEmpty();
        assertThat((Collection<?>) there(node, "rows")).isEmpty();
        Object branches = field(node, "branches");
        return branches == null ? 1 : 1 + held(there(branches, "in"), open) + held(there(branches, "out"), open);
    }

    private static @Nullable Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    private static Object there(Object of, String name) throws ReflectiveOperationException {
        return Objects.requireNonNull(field(of, name), name);
    }
}
