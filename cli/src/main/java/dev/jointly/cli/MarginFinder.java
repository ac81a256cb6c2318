package dev.jointly.cli;

import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.selfcheck.MarginSelfCheck;
import dev.jointly.selfcheck.SelfCheckException;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Finds the margins of a solution, and publishes none that the checker does not confirm.
 *
 * @param selfCheck whether they are checked at all
 */
record MarginFinder(MarginMode mode, SolveFunction solving, boolean selfCheck) {
    /** Of a check that begins when the time is up already. */
    private static final Duration LEAST_FOR_CHECK = Duration.ofSeconds(1);

    /**
     * The margins of a solution.
     *
     * @param settings the time limit is what is left of the problem's; margins that are not exact by then stay bounds
     * @param warnings receives what users should know about margins that are missing or weaker
     */
    List<Margin> margins(
            Problem problem, Solution solution, Settings settings, BooleanSupplier stopped, Consumer<String> warnings) {
        if (mode == MarginMode.OFF || stopped.getAsBoolean()) {
            return List.of();
        }
        List<Margin> margins = MarginBounds.of(problem, solution);
        if (mode == MarginMode.EXACT) {
            margins = exact(problem, solution, margins, settings, stopped);
            long open = margins.stream()
                    .filter(margin -> !margin.exact() && !margin.fixed())
                    .count();
            if (open > 0) {
                warnings.accept("problem \"" + problem.id() + "\": there was no time to find " + open + " of "
                        + margins.size() + " margins exactly; they are lower bounds");
            }
        }
        return selfCheck ? checked(problem, solution, margins, settings, warnings) : margins;
    }

    private List<Margin> exact(
            Problem problem, Solution solution, List<Margin> bounds, Settings settings, BooleanSupplier stopped) {
        long start = System.nanoTime();
        long limit = settings.timeLimit().toNanos();
        BooleanSupplier over = () -> stopped.getAsBoolean() || System.nanoTime() - start >= limit;
        Session session = solving.session(problem, settings);
        ExactMargins exact = new ExactMargins(session, List.of(), solution);
        List<Margin> margins = new ArrayList<>();
        for (Margin bound : bounds) {
            margins.add(over.getAsBoolean() ? bound : exact(exact, bound, over));
        }
        return margins;
    }

    private static Margin exact(ExactMargins exact, Margin bound, BooleanSupplier over) {
        try {
            return exact.of(bound, over).margin();
        } catch (SelfCheckException e) {
            if (over.getAsBoolean()) {
                return bound; // the solve ended too early for any bound to be confirmed
            }
            throw e;
        }
    }

    private static List<Margin> checked(
            Problem problem, Solution solution, List<Margin> margins, Settings settings, Consumer<String> warnings) {
        Duration limit = settings.timeLimit().compareTo(LEAST_FOR_CHECK) < 0 ? LEAST_FOR_CHECK : settings.timeLimit();
        List<Optional<MarginClaim>> confirmed = MarginSelfCheck.of(
                problem, solution, margins.stream().map(Margin::claim).toList(), limit);
        List<Margin> published = new ArrayList<>();
        int weaker = 0;
        for (int i = 0; i < margins.size(); i++) {
            Margin margin = margins.get(i);
            MarginClaim claim = confirmed.get(i).orElse(null);
            if (claim != null) {
                weaker += claim.atLeast() < margin.atLeast() ? 1 : 0;
                published.add(new Margin(margin.pose(), margin.joint(), claim, margin.atMost(), margin.fixed()));
            }
        }
        int missing = margins.size() - published.size();
        if (missing > 0) {
            warnings.accept("problem \"" + problem.id() + "\": " + missing + " of " + margins.size()
                    + " margins are left out, because "
                    + (solution.lowerBound() < solution.objective()
                            ? "the solution is not proven optimal"
                            : "there was no time to check them"));
        }
        if (weaker > 0) {
            warnings.accept("problem \"" + problem.id() + "\": the check confirms less of " + weaker + " of "
                    + margins.size() + " margins, and the answer says so");
        }
        return published;
    }
}
