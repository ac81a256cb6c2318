package dev.jointly.track.choose;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.RebuildingModel;
import dev.jointly.lp.WorkLimit;
import dev.jointly.track.FrameGroupings;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The cheapest groupings and tracks of a problem with choices, and a dual that proves how good they are.
 *
 * <ol>
 *   <li>The linear relaxation suggests multipliers and groupings. With the multipliers rounded to micro-units, the exact flow
 *       gives potentials and so an exact bound; with the groupings fixed, it gives tracks.
 *   <li>If objective and bound differ, the integer program suggests groupings.
 *   <li>The best groupings of all frames, and the bound without multipliers, are what is left where the engine fails or the deadline
 *       has passed.
 * </ol>
 *
 * <p>The result may have a gap between objective and bound, as {@link dev.jointly.track.TrackCheck} tells.
 */
public final class TrackChooser {
    /** The best groupings of all frames, with no tracks, are a feasible point, and all columns are bounded. */
    private static final Set<LpStatus> IMPOSSIBLE = Set.of(LpStatus.INFEASIBLE, LpStatus.UNBOUNDED);

    private final LpEngine engine;
    private final Consumer<String> trouble;

    /**
     * A chooser that uses this engine.
     *
     * @param trouble is told of failures of the engine, in a sentence; the result is valid all the same
     */
    public TrackChooser(LpEngine engine, Consumer<String> trouble) {
        this.engine = engine;
        this.trouble = trouble;
    }

    /**
     * Solves.
     *
     * @param deadline of the engine; the exact flows are not limited
     * @throws ArithmeticException if sums of costs do not fit 64 bits
     */
    public TrackSolution solve(TrackProblem problem, Deadline deadline) {
        Membership membership = Membership.of(problem);
        ChosenTracks incumbent = ChosenTracks.of(problem, membership, bestOfEachFrame(problem));
        DualBound bound =
                DualBound.of(problem, membership, new long[problem.people().size()]);
        if (bound.value() < incumbent.objective()) {
            ChoiceProgram program = new ChoiceProgram(problem, membership);
            LpResult relaxed = relaxation(program, deadline);
            if (program.fits(relaxed)) {
                bound = bound.better(proven(problem, membership, program.multipliers(relaxed)));
                incumbent = incumbent.better(ChosenTracks.of(problem, membership, program.chosen(relaxed::value)));
                incumbent = incumbent.better(ChosenTracks.of(problem, membership, bound.cheapest()));
            }
            if (bound.value() < incumbent.objective()) {
                incumbent = incumbent.better(byIntegerProgram(problem, membership, program, deadline));
            }
        }
        return new TrackSolution(incumbent.tracks(), incumbent.objective(), bound.dual(), incumbent.chosen());
    }

    private static List<Integer> bestOfEachFrame(TrackProblem problem) {
        List<Integer> chosen = new ArrayList<>();
        for (FrameGroupings choice : problem.choices()) {
            int best = 0;
            for (int g = 1; g < choice.groupings().size(); g++) {
                boolean cheaper = choice.groupings().get(g).price()
                        < choice.groupings().get(best).price();
                best = cheaper ? g : best;
            }
            chosen.add(best);
        }
        return chosen;
    }

    private LpResult relaxation(ChoiceProgram program, Deadline deadline) {
        try (LpModel model = new RebuildingModel(engine, IMPOSSIBLE, trouble)) {
            program.fill(model);
            LpResult result = model.solve(LpModel.Simplex.DUAL, deadline);
            if (!program.fits(result)) {
                trouble.accept("the linear relaxation ended " + result.status() + " without a point");
            }
            return result;
        }
    }

    /** What the engine's multipliers prove; nothing, if they are so large that sums do not fit. */
    private DualBound proven(TrackProblem problem, Membership membership, long[] multipliers) {
        try {
            return DualBound.of(problem, membership, multipliers);
        } catch (ArithmeticException e) {
            trouble.accept("the engine's multipliers are too large: " + e.getMessage());
            return DualBound.of(problem, membership, new long[multipliers.length]);
        }
    }

    private ChosenTracks byIntegerProgram(
            TrackProblem problem, Membership membership, ChoiceProgram program, Deadline deadline) {
        List<Integer> chosen = bestOfEachFrame(problem);
        try {
            IntegerResult result = engine.solve(program.program(), WorkLimit.NONE, deadline);
            if (program.fits(result)) {
                chosen = program.chosen(column -> result.values()[column]);
            } else {
                trouble.accept("the integer program ended " + result.status() + " without a point");
            }
        } catch (RuntimeException e) {
            trouble.accept("the integer program failed: " + e.getMessage());
        }
        return ChosenTracks.of(problem, membership, chosen);
    }
}
