package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpStatus;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.Company;
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

    /** Solves until proven, out of time, or told to stop; whichever it was, both bounds of the answer are valid. */
    public Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped) {
        if (!problem.pins().isEmpty()) {
            throw new UnsupportedOperationException(
                    "problem " + problem.id() + " has " + problem.pins().size()
                            + " pins; this version cannot honour pins yet, remove them to solve without");
        }
        Deadline deadline = Deadline.after(settings.timeLimit(), stopped);
        Grid grid = Grid.of(problem, settings.numerics().lambdaGridBits());
        Ledger ledger = new Ledger(grid, listener);
        Candidates reduced = Reduction.of(new Costs(problem, grid));
        Outcome outcome = settings.method() == Method.MIP
                ? bareEngine(reduced, deadline, ledger)
                : columnGeneration(reduced, settings, deadline, ledger);
        ledger.mark();
        Solution solution = solution(problem, settings, outcome, ledger);
        listener.accept(new SolveEvent.Finished(
                solution.seconds(), solution.status(), solution.lowerBound(), solution.objective()));
        return solution;
    }

    /** Poses and proof of a whole problem, however they were found. */
    private record Outcome(
            Selection selection,
            DualPoint dual,
            List<Proof.Tree> trees,
            int skeletons,
            int localAssignments,
            int rows,
            long nodes,
            @Nullable Boolean engineFinished) {}

    private Outcome columnGeneration(Candidates reduced, Settings settings, Deadline deadline, Ledger ledger) {
        Company company = Company.any();
        List<Candidates> components = Components.of(reduced, company.tied());
        // so many shares of a micro-unit together are still less than a whole one
        long slack = ((1L << reduced.costs().grid().bits()) - 1) / Math.max(1, components.size());
        List<Search> searches = new ArrayList<>();
        for (Candidates component : components) {
            searches.add(
                    new Search(searches.size() + 1, component, company, settings, engine, deadline, ledger, slack));
        }
        ledger.started(reduced.costs().problem(), settings.method(), components);
        try (Parallel parallel = new Parallel(settings.threads())) {
            Consumer<Relaxation> method = settings.method() == Method.PCG
                    ? PureColumnGeneration::run
                    : relaxation -> BendersColumnGeneration.run(relaxation, parallel);
            List<BranchAndPrice> trees = parallel.map(searches, search -> BranchAndPrice.run(search, method));
            return combined(reduced, searches, trees);
        }
    }

    private static Outcome combined(Candidates reduced, List<Search> searches, List<BranchAndPrice> trees) {
        Selection selection = Selection.EMPTY;
        DualPoint dual = reduced.start();
        List<Proof.Tree> proofs = new ArrayList<>();
        int skeletons = 0;
        int localAssignments = 0;
        int rows = 0;
        int nodes = 0;
        for (int c = 0; c < searches.size(); c++) {
            Search search = searches.get(c);
            BranchAndPrice tree = trees.get(c);
            selection = selection.and(search.best());
            for (int d : search.candidates().members()) {
                dual.lambda1()[d] = tree.dual().lambda1()[d];
                dual.lambda2()[d] = tree.dual().lambda2()[d];
                dual.lambda3()[d] = tree.dual().lambda3()[d];
            }
            Proof.Tree proof = tree.proof();
            if (proof != null) {
                proofs.add(proof);
            }
            skeletons += search.pool().skeletons().size();
            localAssignments += search.pool().locals().size();
            rows += search.rows();
            nodes += tree.nodes();
        }
        return new Outcome(selection, dual, proofs, skeletons, localAssignments, rows, Math.max(1, nodes), null);
    }

    /** The peer: the engine's own branch and bound on everything. Its bound is hearsay; only the start's is proven. */
    private Outcome bareEngine(Candidates reduced, Deadline deadline, Ledger ledger) {
        ledger.started(reduced.costs().problem(), Method.MIP, List.of(reduced));
        ledger.raiseLower(new Pricer(reduced).price(reduced.start(), 1).bound());
        CompactProgram compact = new CompactProgram(Reduction.none(reduced.costs()));
        IntegerResult result = IntegerResult.without(LpStatus.FAILED);
        try {
            result = engine.solve(compact.program(), deadline);
        } catch (RuntimeException e) {
            ledger.trouble("the engine failed: " + e.getMessage());
        }
        Selection selection = Selection.EMPTY;
        if (result.values().length == compact.program().columns().size()) {
            selection = selection.orBetter(compact.selection(result.values()));
        }
        ledger.improve(Selection.EMPTY, selection);
        boolean finished = result.status() == LpStatus.OPTIMAL;
        return new Outcome(selection, reduced.start(), List.of(), 0, 0, 0, Math.max(1, result.nodes()), finished);
    }

    private static Solution solution(Problem problem, Settings settings, Outcome outcome, Ledger ledger) {
        long objective = outcome.selection().cost();
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
                poses(problem, outcome.selection()),
                proof(outcome),
                ledger.seconds(),
                ledger.iterations(),
                outcome.skeletons(),
                outcome.localAssignments(),
                outcome.rows(),
                outcome.nodes(),
                outcome.engineFinished(),
                ledger.trace());
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
