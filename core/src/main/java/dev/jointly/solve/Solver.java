package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.branch.PinnedProblems;
import dev.jointly.solve.option.SolveOptions;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Solves problems: reduces them, splits them into components, solves each by the requested method, and combines poses and
 * proofs. Thread-safe if its engine is.
 */
public final class Solver {
    /** Tables of pair costs that are in memory at once. */
    private static final long TABLES = 3;

    private final LpEngine engine;

    /** A solver that any number of solves may share; the engine solves its linear programs. */
    public Solver(LpEngine engine) {
        this.engine = engine;
    }

    /** Solves until proven or until the time limit. */
    public Solution solve(Problem problem, Settings settings) {
        return solve(problem, settings, event -> {}, () -> false);
    }

    /**
     * Solves until proven, until the time limit, or until told to stop. In each case both bounds of the solution are valid.
     *
     * @param listener receives events one at a time, in order, on any of the solving threads; an exception that it throws ends the solve
     * @param stopped called often, by any of these threads; once it returns true, the solve ends soon
     * @throws PinsException if the problem's pins cannot all hold, or no poses that keep them were found in time
     * @throws ProblemTooLargeException if exact arithmetic or the tables of pair costs cannot hold the problem
     */
    public Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped) {
        return solve(problem, settings, listener, stopped, new WarmStart());
    }

    /**
     * The same, starting from what an earlier solve of the problem under other pins has left.
     *
     * @param warm what that was; afterwards, what this solve leaves
     */
    public Solution solve(
            Problem problem,
            Settings settings,
            Consumer<SolveEvent> listener,
            BooleanSupplier stopped,
            WarmStart warm) {
        try {
            return solve(problem, settings, listener, Deadline.after(settings.timeLimit(), stopped), warm);
        } catch (ArithmeticException e) {
            throw new ProblemTooLargeException(
                    "problem \"" + problem.id() + "\" is too large for exact arithmetic: a sum"
                            + " of its costs leaves 64 bits; divide all costs by the same number and try again");
        }
    }

    /**
     * An estimate of the memory for the tables of pair costs, which is most of what a solve or a check of a large problem takes. A problem
     * of 3,000 detections of one part, 72 MB per table, was solved and checked with 276 MB of heap and not with 204 MB.
     */
    public static long tableBytes(Problem problem) {
        return TABLES * Long.BYTES * Costs.cells(problem);
    }

    private Solution solve(
            Problem problem, Settings settings, Consumer<SolveEvent> listener, Deadline deadline, WarmStart warm) {
        PinConstraints pins = new PinConstraints(problem.pins());
        Problem allowed = PinnedProblems.forbiddingPairs(problem);
        BitSet skipped = PinnedProblems.skipped(problem.pins());
        Costs rough = new Costs(allowed, Grid.of(allowed, 0));
        Selection repaired = new PinRepair(rough, pins, skipped, deadline::passed).of(warm.selection());
        Selection start = repaired != null
                ? repaired
                : new PinFeasibility(this, settings, deadline).keeping(problem).costing(rough, pins::requires);
        List<Pose> feasible = poses(problem, start);
        long ceiling = cost(problem, feasible);
        long penalty = pins.required().length == 0
                ? 0
                : penalty(
                        rough,
                        pins,
                        Math.subtractExact(1 + ceiling, leastCost(rough, skipped, settings.options(), deadline)));
        Grid grid = Grid.of(allowed, (double) penalty * pins.required().length, Grid.MAX_BITS);
        GlobalBounds bounds = new GlobalBounds(grid, ceiling, listener);
        long[] penalties = pins.penalties(problem.size(), grid.fromMicro(penalty));
        Function<Problem, Candidates> reduction =
                some -> Reduction.of(new Costs(some, grid), skipped, penalties, deadline::passed);
        ComponentSolve.Context context = new ComponentSolve.Context(settings, engine, deadline, bounds, warm, start);
        SolveOutcome outcome = new LimitedSolve(this, pins, context).solve(allowed, reduction);
        bounds.mark();
        List<Pose> found = poses(problem, outcome.selection());
        boolean better = pins.kept(outcome.selection(), problem.size())
                && found.size() <= rough.mostPoses()
                && cost(problem, found) < ceiling;
        Solution solution = solution(problem, settings, better ? found : feasible, outcome, bounds, deadline);
        listener.accept(new SolveEvent.Finished(
                solution.seconds(), solution.status(), solution.lowerBound(), solution.objective(), bounds.pricings()));
        return solution;
    }

    ComponentSolve.Context context(Settings settings, Deadline deadline, GlobalBounds bounds) {
        return new ComponentSolve.Context(settings, engine, deadline, bounds);
    }

    /**
     * Above the gap no better solution leaves unused what must be used. Where there is no room for that, a smaller penalty is as
     * valid, but may leave a gap.
     */
    private static long penalty(Costs costs, PinConstraints pins, long aboveGap) {
        double room = Grid.roomForPenalties(costs.problem()) / pins.required().length;
        return Math.max(1, Math.min(aboveGap, (long) room));
    }

    /** A lower bound on every solution, pins or not, in micro-units: what pricing alone proves, or all negative costs. */
    private static long leastCost(Costs costs, BitSet skipped, SolveOptions options, Deadline deadline) {
        Candidates reduced = Reduction.of(costs, skipped, new long[costs.size()], deadline::passed);
        Pricer pricer = new Pricer(reduced, options, deadline::passed);
        return Math.max(pricer.price(pricer.start(), 1).bound(), PinnedProblems.negativeSum(costs.problem()));
    }

    private static long cost(Problem problem, List<Pose> poses) {
        return poses.stream().mapToLong(pose -> pose.cost(problem)).reduce(0, Math::addExact);
    }

    SolveOutcome columnGeneration(Candidates reduced, PinConstraints pins, ComponentSolve.Context context) {
        List<Candidates> components = Components.of(reduced, pins.tied());
        Grid grid = reduced.costs().grid();
        // so many shares of a micro-unit together are still less than a whole one
        long slack = ((1L << grid.bits()) - 1) / Math.max(1, components.size());
        List<ComponentSolve> solves = new ArrayList<>();
        for (Candidates component : components) {
            PinConstraints theirs = pins.among(component.members());
            solves.add(new ComponentSolve(context, solves.size() + 1, component, theirs, slack));
        }
        long known = grid.fromMicro(context.bounds().objective());
        long sum = solves.stream().mapToLong(ComponentSolve::bound).reduce(0, Math::addExact);
        solves.forEach(solve -> solve.incumbent().limit(known - sum + solve.bound()));
        Settings settings = context.settings();
        context.bounds().started(reduced.costs().problem(), settings.method(), components);
        try (Parallel parallel = new Parallel(settings.threads())) {
            ColumnGeneration.Factory method = settings.method() == Method.PCG
                    ? PureColumnGeneration::new
                    : solve -> new BendersColumnGeneration(solve, parallel);
            List<BranchAndBoundTree> trees =
                    parallel.map(solves, solve -> new BranchAndBoundTree(solve, method).solve());
            SolveOutcome outcome = combined(reduced, solves, trees);
            context.warm().remember(outcome.selection(), outcome.dual(), solves);
            return outcome;
        }
    }

    private static SolveOutcome combined(
            Candidates reduced, List<ComponentSolve> solves, List<BranchAndBoundTree> trees) {
        Selection selection = Selection.EMPTY;
        DualPoint dual = reduced.start();
        List<Proof.Tree> proofs = new ArrayList<>();
        int skeletons = 0;
        int localAssignments = 0;
        int rows = 0;
        int nodes = 0;
        for (int c = 0; c < solves.size(); c++) {
            ComponentSolve solve = solves.get(c);
            BranchAndBoundTree tree = trees.get(c);
            selection = selection.and(solve.incumbent().best());
            for (int d : solve.members()) {
                dual.lambda1()[d] = tree.dual().lambda1()[d];
                dual.lambda3()[d] = tree.dual().lambda3()[d];
            }
            // not 0 only where all is one component
            dual = dual.withNu(tree.dual().nu());
            Proof.@Nullable Tree proof = tree.proof();
            if (proof != null) {
                proofs.add(proof);
            }
            skeletons += solve.pool().skeletons().size();
            localAssignments += solve.pool().locals().size();
            rows += solve.rows();
            nodes += tree.nodes();
        }
        return new SolveOutcome(selection, dual, proofs, skeletons, localAssignments, rows, Math.max(1, nodes));
    }

    private static Solution solution(
            Problem problem,
            Settings settings,
            List<Pose> poses,
            SolveOutcome outcome,
            GlobalBounds bounds,
            Deadline deadline) {
        long objective = cost(problem, poses);
        long lowerBound = bounds.lowerMicro();
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
                bounds.seconds(),
                bounds.iterations(),
                outcome.skeletons(),
                outcome.localAssignments(),
                outcome.rows(),
                outcome.nodes(),
                bounds.trace(),
                Solution.Check.OFF,
                closed ? Ending.PROVEN : Ending.unproven(deadline));
    }

    private static Proof proof(SolveOutcome outcome) {
        DualPoint dual = outcome.dual();
        return new Proof(dual.scaleBits(), dual.lambda1(), dual.lambda3(), dual.nu(), outcome.trees());
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

    /**
     * Solves where the number of poses may be limited. First without the limit: components are solved apart, and mostly they have
     * few enough poses together. Where they have too many, all leads become one component, whose master has the limit as a row; the
     * price of that row, nu, is common to all.
     */
    static final class LimitedSolve {
        private final Solver solver;
        private final PinConstraints pins;
        private final ComponentSolve.Context context;

        LimitedSolve(Solver solver, PinConstraints pins, ComponentSolve.Context context) {
            this.solver = solver;
            this.pins = pins;
            this.context = context;
        }

        /** @param reduction makes the candidates of a problem */
        SolveOutcome solve(Problem problem, Function<Problem, Candidates> reduction) {
            if (problem.maxPoses().isEmpty()) {
                return solver.columnGeneration(reduction.apply(problem), pins, context);
            }
            int most = problem.maxPoses().getAsInt();
            GlobalBounds bounds = context.bounds();
            bounds.relax();
            SolveOutcome free = solver.columnGeneration(reduction.apply(problem.withoutLimit()), pins, context);
            if (free.selection().skeletons().size() <= most && pins.kept(free.selection(), problem.size())) {
                bounds.confirm();
                return free;
            }
            Selection few = cheaper(free.selection().atMost(most, pins::requires), context.poses(), problem.size());
            bounds.known(few.cost());
            boolean closed = Solution.closed(
                    few.cost(), bounds.lowerMicro(), context.settings().gap());
            if (closed || context.deadline().passed()) {
                return free.with(few);
            }
            bounds.restart();
            SolveOutcome limited = solver.columnGeneration(reduction.apply(problem), pins, context.with(few));
            SolveOutcome best = limited.with(cheaper(limited.selection(), few, problem.size()));
            return bounds.provenBefore() ? free.with(best.selection()) : best.after(free.nodes());
        }

        /** The cheaper one, if it keeps the pins. */
        private Selection cheaper(@Nullable Selection found, Selection known, int detections) {
            return found != null && found.cost() < known.cost() && pins.kept(found, detections) ? found : known;
        }
    }
}
