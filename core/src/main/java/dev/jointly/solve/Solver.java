package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.WorkLimit;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.branch.PinnedProblems;
import dev.jointly.solve.compact.CompactProgram;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.reduce.Components;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Problem in, poses and proof out: reduce, split into components, solve each by the method asked for, and put the
 * pieces together. May be shared between threads.
 */
public final class Solver {
    private final LpEngine engine;

    public Solver(LpEngine engine) {
        this.engine = engine;
    }

    /** Solves to the end of the time limit at most. */
    public Solution solve(Problem problem, Settings settings) {
        return solve(problem, settings, event -> {}, () -> false);
    }

    /**
     * Solves until proven, out of time, or told to stop; whichever it was, both bounds of the answer are valid.
     *
     * @throws PinsException if the problem's pins cannot all hold, or no poses that keep them were found in time
     * @throws ProblemTooLargeException if exact arithmetic or the tables of pair costs cannot hold the problem
     */
    public Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped) {
        try {
            return solve(problem, settings, listener, Deadline.after(settings.timeLimit(), stopped));
        } catch (ArithmeticException e) {
            throw new ProblemTooLargeException(
                    "problem \"" + problem.id() + "\" is too large for exact arithmetic: a sum"
                            + " of its costs leaves 64 bits; divide all costs by the same number and try again");
        }
    }

    private Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, Deadline deadline) {
        List<Pose> inHand = poses(problem, new PinFeasibility(this, settings, deadline).keeping(problem));
        long ceiling = cost(problem, inHand);
        PinConstraints pins = new PinConstraints(problem.pins());
        Problem allowed = PinnedProblems.forbiddingPairs(problem);
        BitSet skipped = PinnedProblems.skipped(problem.pins());
        long reward = pins.required().length == 0
                ? 0
                : Math.subtractExact(1 + ceiling, leastCost(allowed, skipped, deadline));
        Grid grid = Grid.of(
                allowed,
                (double) reward * pins.required().length,
                settings.numerics().lambdaGridBits());
        GlobalBounds ledger = new GlobalBounds(grid, ceiling, listener);
        Candidates reduced =
                Reduction.of(new Costs(allowed, grid).rewarding(pins.required(), reward), skipped, deadline::passed);
        Outcome outcome = settings.method() == Method.MIP
                ? bareEngine(problem, reduced, pins, deadline, ledger)
                : columnGeneration(reduced, pins, settings, deadline, ledger);
        ledger.mark();
        List<Pose> found = poses(problem, outcome.selection());
        boolean better = pins.kept(outcome.selection(), problem.size()) && cost(problem, found) < ceiling;
        Solution solution = solution(problem, settings, better ? found : inHand, outcome, ledger);
        listener.accept(new SolveEvent.Finished(
                solution.seconds(), solution.status(), solution.lowerBound(), solution.objective(), ledger.pricings()));
        return solution;
    }

    /** A lower bound on every solution, pins or not, in micro-units: what pricing alone proves. */
    private static long leastCost(Problem problem, BitSet skipped, Deadline deadline) {
        Grid grid = Grid.of(problem, 0);
        Candidates reduced = Reduction.of(new Costs(problem, grid), skipped, deadline::passed);
        return firstBound(reduced, deadline);
    }

    private static long firstBound(Candidates reduced, Deadline deadline) {
        return new Pricer(reduced, deadline::passed).price(reduced.start(), 1).bound();
    }

    private static long cost(Problem problem, List<Pose> poses) {
        return poses.stream().mapToLong(pose -> pose.cost(problem)).reduce(0, Math::addExact);
    }

    /** Poses and proof of a whole problem, however they were found. */
    record Outcome(
            Selection selection,
            DualPoint dual,
            List<Proof.Tree> trees,
            int skeletons,
            int localAssignments,
            int rows,
            long nodes,
            @Nullable Boolean engineFinished) {}

    Outcome columnGeneration(
            Candidates reduced, PinConstraints pins, Settings settings, Deadline deadline, GlobalBounds ledger) {
        List<Candidates> components = Components.of(reduced, pins.tied());
        BitSet placeable = new BitSet();
        components.forEach(component -> placeable.or(setOf(component.members())));
        // so many shares of a micro-unit together are still less than a whole one
        long slack = ((1L << reduced.costs().grid().bits()) - 1) / Math.max(1, components.size());
        List<ComponentSolve> searches = new ArrayList<>();
        for (int d : pins.required()) {
            if (!placeable.get(d)) {
                // nothing can use it, so that its reward is lost to every solution
                ledger.raiseLower(
                        reduced.costs().grid().fromMicro(reduced.costs().reward(d)));
                ledger.addCost(reduced.costs().reward(d));
            }
        }
        for (Candidates component : components) {
            BitSet members = setOf(component.members());
            searches.add(new ComponentSolve(
                    searches.size() + 1,
                    component,
                    pins.among(members::get),
                    settings,
                    engine,
                    deadline,
                    ledger,
                    slack));
        }
        long inHand = reduced.costs().grid().fromMicro(ledger.objective());
        long others = searches.stream().mapToLong(ComponentSolve::bound).reduce(0, Math::addExact);
        searches.forEach(search -> search.onlyBelow(inHand - others + search.bound()));
        ledger.started(reduced.costs().problem(), settings.method(), components);
        try (Parallel parallel = new Parallel(settings.threads())) {
            Consumer<NodeRelaxation> method = settings.method() == Method.PCG
                    ? PureColumnGeneration::run
                    : relaxation -> BendersColumnGeneration.run(relaxation, parallel);
            List<BranchAndPrice> trees = parallel.map(searches, search -> BranchAndPrice.run(search, method));
            return combined(reduced, searches, trees);
        }
    }

    private static BitSet setOf(int[] detections) {
        BitSet set = new BitSet();
        Arrays.stream(detections).forEach(set::set);
        return set;
    }

    private static Outcome combined(Candidates reduced, List<ComponentSolve> searches, List<BranchAndPrice> trees) {
        Selection selection = Selection.EMPTY;
        DualPoint dual = BranchAndBoundTree.unrewarded(reduced.start(), reduced);
        List<Proof.Tree> proofs = new ArrayList<>();
        int skeletons = 0;
        int localAssignments = 0;
        int rows = 0;
        int nodes = 0;
        for (int c = 0; c < searches.size(); c++) {
            ComponentSolve search = searches.get(c);
            BranchAndPrice tree = trees.get(c);
            selection = selection.and(search.best());
            for (int d : search.members()) {
                dual.lambda1()[d] = tree.dual().lambda1()[d];
                dual.lambda2()[d] = tree.dual().lambda2()[d];
                dual.lambda3()[d] = tree.dual().lambda3()[d];
            }
            proofs.addAll(tree.proofs());
            skeletons += search.pool().skeletons().size();
            localAssignments += search.pool().locals().size();
            rows += search.rows();
            nodes += tree.nodes();
        }
        return new Outcome(selection, dual, proofs, skeletons, localAssignments, rows, Math.max(1, nodes), null);
    }

    /** The peer: the engine's own branch and bound on everything. Its bound is hearsay; only the start's is proven. */
    private Outcome bareEngine(
            Problem problem, Candidates reduced, PinConstraints pins, Deadline deadline, GlobalBounds ledger) {
        ledger.started(problem, Method.MIP, List.of(reduced));
        ledger.raiseLower(
                Math.addExact(firstBound(reduced, deadline), reduced.costs().totalReward(pins.required())));
        CompactProgram compact = new CompactProgram(
                Reduction.none(new Costs(problem, reduced.costs().grid())));
        IntegerResult result = IntegerResult.without(LpStatus.FAILED);
        try {
            result = engine.solve(compact.program(), WorkLimit.NONE, deadline);
        } catch (RuntimeException e) {
            ledger.trouble("the engine failed: " + e.getMessage());
        }
        Selection selection =
                result.values().length == compact.program().columns().size()
                        ? compact.selection(result.values())
                        : null;
        Selection found = selection == null ? Selection.EMPTY : selection;
        if (selection != null) {
            ledger.addCost(selection.cost());
        }
        boolean finished = result.status() == LpStatus.OPTIMAL;
        DualPoint dual = BranchAndBoundTree.unrewarded(reduced.start(), reduced);
        return new Outcome(found, dual, List.of(), 0, 0, 0, Math.max(1, result.nodes()), finished);
    }

    private static Solution solution(
            Problem problem, Settings settings, List<Pose> poses, Outcome outcome, GlobalBounds ledger) {
        long objective = cost(problem, poses);
        long lowerBound = ledger.lowerMicro();
        boolean closed = Solution.closed(objective, lowerBound, settings.gap());
        return new Solution(
                problem.id(),
                ProblemDigest.sha256(problem),
                settings.method(),
                closed ? Solution.Status.OPTIMAL : Solution.Status.BOUNDED,
                objective,
                lowerBound,
                settings.gap(),
                poses,
                proof(outcome),
                ledger.seconds(),
                ledger.iterations(),
                outcome.skeletons(),
                outcome.localAssignments(),
                outcome.rows(),
                outcome.nodes(),
                outcome.engineFinished(),
                ledger.trace(),
                Solution.Check.OFF);
    }

    private static Proof proof(Outcome outcome) {
        DualPoint dual = outcome.dual();
        return new Proof(dual.scaleBits(), dual.lambda1(), dual.lambda2(), dual.lambda3(), outcome.trees());
    }

    private static List<Pose> poses(Problem problem, Selection selection) {
        Map<Integer, LocalAssignment> hosted = new HashMap<>();
        selection.locals().forEach(local -> hosted.put(local.global(), local));
        List<Pose> poses = new ArrayList<>();
        for (Skeleton skeleton : selection.skeletons()) {
            TreeMap<Integer, Integer> global = new TreeMap<>();
            TreeMap<Integer, List<Integer>> local = new TreeMap<>();
            for (int d : skeleton.detections()) {
                global.put(problem.part(d), d);
                LocalAssignment assignment = hosted.get(d);
                if (assignment != null) {
                    local.put(
                            problem.part(d),
                            Arrays.stream(assignment.locals()).boxed().toList());
                }
            }
            poses.add(new Pose(global, local));
        }
        return poses;
    }
}
