package dev.jointly.solve.benders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.solve.branch.BranchingDecision;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.master.PureMaster;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A master that goes from node to node, in any order, has the same optimum everywhere as one made for that node alone; and
 * its duals prove that optimum, since its pool has every column.
 */
class LivingMasterTest {
    private static final int PROBLEMS = Trials.count(20, 300);
    private static final double TOLERANCE = 1e-6;
    private static final long PENALTY = 40_000_000;

    private final HighsEngine engine = new HighsEngine();

    private static Deadline aMinute() {
        return Deadline.after(Duration.ofMinutes(1));
    }

    /** The problem of one seed with all of its columns, and nodes of a random tree over it. */
    private static final class Case {
        final Candidates root;
        final ColumnPool everything = new ColumnPool();
        final List<Candidates> nodes = new ArrayList<>();
        final List<Integer> parents = new ArrayList<>();

        Case(long seed) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            Costs costs = new Costs(problem, Grid.of(problem, 20));
            root = Reduction.none(costs);
            BruteForce brute = BruteForce.of(problem);
            brute.skeletons().forEach(g -> everything.add(new Skeleton(set(costs, g::has), g.cost())));
            brute.localAssignments()
                    .forEach(l -> everything.add(new LocalAssignment(l.global(), set(costs, l::hasLocal), l.cost())));
            Random random = new Random(seed);
            List<List<BranchingDecision>> paths = new ArrayList<>(List.of(List.of()));
            parents.add(-1);
            add(List.of());
            for (int i = 0; i < 12; i++) {
                int parent = random.nextInt(paths.size());
                Decision decision = decision(nodes.get(parent), costs, random);
                if (decision != null) {
                    List<BranchingDecision> path = new ArrayList<>(paths.get(parent));
                    path.add(new BranchingDecision(decision, random.nextBoolean()));
                    paths.add(path);
                    parents.add(parent);
                    add(path);
                }
            }
        }

        private void add(List<BranchingDecision> path) {
            Restriction restriction = new Restriction(root, new PinConstraints(List.of()), path);
            nodes.add(restriction.candidates(root.costs().grid().fromMicro(PENALTY)));
        }

        private static int[] set(Costs costs, java.util.function.IntPredicate has) {
            return IntStream.range(0, costs.size()).filter(has).toArray();
        }

        private static @org.jspecify.annotations.Nullable Decision decision(
                Candidates left, Costs costs, Random random) {
            List<Decision> possible = new ArrayList<>();
            for (int n : left.leads()) {
                for (int q = 0; q < costs.parts(); q++) {
                    for (int slot : left.joins(n, q)) {
                        int d = costs.ofPart(q)[slot];
                        if (!left.required(d)) {
                            possible.add(new Decision(Decision.Kind.JOIN, n, d));
                        }
                    }
                }
            }
            return possible.isEmpty() ? null : possible.get(random.nextInt(possible.size()));
        }

        boolean below(int node, int ancestor) {
            for (int at = node; at >= 0; at = parents.get(at)) {
                if (at == ancestor) {
                    return true;
                }
            }
            return false;
        }

        ColumnPool pool(int node) {
            return everything.filtered(nodes.get(node)::allow);
        }
    }

    @Test
    void pureMasterIsTheSameOnEveryWay() {
        int visits = 0;
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Case c = new Case(seed);
            Random order = new Random(seed);
            try (PureMaster living = new PureMaster(engine.newModel(), c.root, SolveOptions.defaults())) {
                for (int visit = 0; visit < 20; visit++) {
                    int node = order.nextInt(c.nodes.size());
                    enter(living, c, node);
                    assertThat(living.solve(aMinute())).isTrue();
                    double fresh;
                    try (PureMaster own = new PureMaster(engine.newModel(), c.root, SolveOptions.defaults())) {
                        enter(own, c, node);
                        assertThat(own.solve(aMinute())).isTrue();
                        fresh = own.objective();
                    }
                    assertThat(living.objective())
                            .as("seed %d, visit %d of node %d", seed, visit, node)
                            .isCloseTo(fresh, within(TOLERANCE));
                    long proven = new Pricer(c.nodes.get(node))
                            .price(living.dual(), 1)
                            .bound();
                    assertThat(c.root.costs().grid().toLp(proven))
                            .as("seed %d, visit %d of node %d: what its duals prove", seed, visit, node)
                            .isCloseTo(fresh, within(1e-4));
                    visits++;
                }
            }
        }
        assertThat(visits).isEqualTo(20 * PROBLEMS);
    }

    private static void enter(PureMaster master, Case c, int node) {
        master.enter(c.nodes.get(node), c.pool(node));
    }

    /** Both methods solve the same relaxation: the Benders master, with its rows kept from node to node, comes to its value. */
    @Test
    void bendersMasterAgreesWithThePureOne() {
        int rows = 0;
        for (long seed : Trials.seeds(1, Trials.count(10, 150))) {
            Case c = new Case(seed);
            Random order = new Random(seed);
            Clusters clusters = new Clusters(c.root);
            List<SubProblem> subs = new ArrayList<>();
            try (BendersMaster living =
                    new BendersMaster(engine.newModel(), c.root, clusters, SolveOptions.defaults())) {
                for (int r = 0; r < clusters.count(); r++) {
                    subs.add(new SubProblem(
                            engine.newModel(), c.root, clusters, r, SolveOptions.defaults(), () -> false));
                }
                for (int visit = 0; visit < 10; visit++) {
                    int node = order.nextInt(c.nodes.size());
                    double value = converged(living, subs, c, node);
                    double fresh;
                    try (PureMaster own = new PureMaster(engine.newModel(), c.root, SolveOptions.defaults())) {
                        enter(own, c, node);
                        assertThat(own.solve(aMinute())).isTrue();
                        fresh = own.objective();
                    }
                    assertThat(value)
                            .as("seed %d, visit %d of node %d", seed, visit, node)
                            .isCloseTo(fresh, within(1e-4));
                    rows += living.rows();
                }
            } finally {
                subs.forEach(SubProblem::close);
            }
        }
        assertThat(rows).isPositive();
    }

    private static double converged(BendersMaster master, List<SubProblem> subs, Case c, int node) {
        Candidates left = c.nodes.get(node);
        master.enter(left, c.pool(node), node, ancestor -> c.below(node, ancestor));
        for (SubProblem sub : subs) {
            sub.enter(left);
            master.add(sub.rowAtNothing());
        }
        boolean changed = true;
        while (changed) {
            assertThat(master.solve(aMinute())).isTrue();
            double[] x = master.globalUse();
            changed = false;
            for (SubProblem sub : subs) {
                BendersRow row = sub.rowAt(x, 0, 1, aMinute());
                if (sub.valueAt(row, x) > master.eta(sub.cluster()) + 1e-7) {
                    changed |= master.add(row);
                }
            }
        }
        return master.objective();
    }
}
