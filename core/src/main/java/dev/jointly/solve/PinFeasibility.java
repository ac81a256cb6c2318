package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.branch.PinnedProblems;
import dev.jointly.solve.reduce.Components;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.Selection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether pins can all hold. The problem at no cost is solved like any other: poses that keep all pins cost nothing, and a
 * positive lower bound proves that there are none.
 */
final class PinFeasibility {
    /** In micro-units: one unit of the LP, so that its tolerances mean what they always mean. */
    private static final long PENALTY = 1L << 20;

    /** More pins than these are counted, not named. */
    private static final int MAX_NAMED = 12;

    private final ComponentSolver components;
    private final Deadline deadline;

    PinFeasibility(ComponentSolver components) {
        this.components = components;
        deadline = components.deadline();
    }

    /** What can be said of a set of pins. */
    private enum Finding {
        POSSIBLE,
        IMPOSSIBLE,
        UNDECIDED
    }

    /** Poses that keep the pins, whatever they cost. */
    Selection keeping(Problem problem) {
        if (problem.pins().isEmpty()) {
            return Selection.EMPTY;
        }
        Trial trial = tried(problem);
        return switch (trial.finding) {
            case POSSIBLE -> trial.selection;
            case IMPOSSIBLE -> throw impossible(problem);
            case UNDECIDED -> throw undecided(problem, Ending.unproven(deadline));
        };
    }

    /** Without the limit on the number of poses first, as that is quicker and mostly enough. */
    private Trial tried(Problem problem) {
        Trial free = trial(problem.withoutLimit());
        int most = problem.maxPoses().orElse(Integer.MAX_VALUE);
        return free.selection.skeletons().size() > most ? trial(problem) : free;
    }

    private static PinsException undecided(Problem problem, Ending ending) {
        return new PinsException(
                "neither poses that keep the pins of problem \"" + problem.id()
                        + "\" nor a proof that there are none were found " + ending.words(),
                List.of(),
                ending);
    }

    private PinsException impossible(Problem problem) {
        List<Pin> conflict = conflict(problem);
        boolean byLimit = problem.maxPoses().isPresent()
                && trial(problem.withPins(conflict).withoutLimit()).finding == Finding.POSSIBLE;
        String names = conflict.stream().limit(MAX_NAMED).map(Pin::toString).collect(Collectors.joining(", "));
        int more = conflict.size() - MAX_NAMED;
        return new PinsException(
                "the pins of problem \"" + problem.id() + "\" cannot all hold: " + names
                        + (more > 0 ? " and " + more + " more" : "")
                        + (conflict.size() == 1 ? " is impossible" : " exclude each other")
                        + (byLimit ? " with at most " + problem.maxPoses().getAsInt() + " people" : ""),
                conflict,
                Ending.PROVEN);
    }

    /**
     * Pins that are impossible together; leaving out any one makes the rest possible, if there was time to see. Large shares
     * are left out first, so that a small conflict among many pins takes few trials.
     */
    private List<Pin> conflict(Problem problem) {
        List<Pin> conflict = new ArrayList<>(new LinkedHashSet<>(problem.pins()));
        for (int share = Integer.highestOneBit(conflict.size()); share > 0; share /= 2) {
            for (int i = 0; i < conflict.size() && !deadline.passed(); ) {
                List<Pin> without = new ArrayList<>(conflict);
                without.subList(i, Math.min(i + share, without.size())).clear();
                if (tried(problem.withPins(without)).finding == Finding.IMPOSSIBLE) {
                    conflict = without;
                } else {
                    i += share;
                }
            }
        }
        return conflict;
    }

    /** One set of pins tried. */
    private record Trial(Selection selection, Finding finding) {}

    private Trial trial(Problem problem) {
        PinConstraints pins = new PinConstraints(problem.pins());
        Problem costless = PinnedProblems.forbiddingPairs(PinnedProblems.costless(problem));
        Grid grid = Grid.of(costless, (double) PENALTY * pins.required().length, Grid.MAX_BITS);
        Preparation prepared = Preparation.reduced(
                new Costs(costless, grid),
                pins,
                PinnedProblems.skipped(problem.pins()),
                PENALTY,
                Selection.EMPTY,
                PENALTY,
                deadline::passed);
        if (!Components.placeable(prepared.candidates(), pins.required())) {
            return new Trial(Selection.EMPTY, Finding.IMPOSSIBLE);
        }
        SolveOutcome outcome = components.solve(prepared, new EventPublisher(event -> {}), new WarmStart());
        Selection found = outcome.selection();
        if (found.skeletons().size() <= problem.maxPoses().orElse(Integer.MAX_VALUE)
                && pins.kept(found, problem.size())) {
            return new Trial(found, Finding.POSSIBLE);
        }
        return new Trial(found, outcome.lowerBound() > 0 ? Finding.IMPOSSIBLE : Finding.UNDECIDED);
    }
}
