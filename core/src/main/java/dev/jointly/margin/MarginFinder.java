package dev.jointly.margin;

import dev.jointly.problem.Problem;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Finds the margins of a solution, and publishes none that the checker does not confirm.
 *
 * @param sessions opens a session to solve a problem again, for exact margins
 * @param selfCheck whether they are checked at all
 */
public record MarginFinder(Mode mode, BiFunction<Problem, Settings, Session> sessions, boolean selfCheck) {
    /** Which margins a solution gets. */
    public enum Mode {
        /** None. */
        OFF,
        /** Lower bounds from the prices of the certificate. */
        BOUND,
        /** The margins themselves, by solving again. */
        EXACT;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The margins of a solution.
     *
     * @param settings the time limit is what is left of the problem's; margins that are not exact by then stay bounds
     * @param warnings receives what users should know about margins that are missing or weaker
     */
    public List<Margin> margins(
            Problem problem, Solution solution, Settings settings, BooleanSupplier stopped, Consumer<String> warnings) {
        if (mode == Mode.OFF || stopped.getAsBoolean()) {
            return List.of();
        }
        long start = System.nanoTime();
        long end = start + settings.timeLimit().toNanos();
        long endOfFinding = start + SelfCheck.solvingTime(settings.timeLimit()).toNanos();
        BooleanSupplier over = () -> stopped.getAsBoolean() || System.nanoTime() - endOfFinding >= 0;
        List<Margin> margins = MarginBounds.of(problem, solution, over);
        warnIfPosesAreMissing(problem, solution, margins, over, warnings);
        if (mode == Mode.EXACT) {
            Session session = sessions.apply(problem, settings);
            margins = new ExactMargins(session, List.of(), solution).of(margins, Long.MAX_VALUE, over);
            long open = margins.stream()
                    .filter(margin -> !margin.exact() && !margin.fixed())
                    .count();
            if (open > 0) {
                warnings.accept("problem \"" + problem.id() + "\": there was no time to find " + open + " of "
                        + margins.size() + " margins exactly; they are lower bounds");
            }
        }
        Duration left = Duration.ofNanos(end - System.nanoTime());
        return selfCheck ? checked(problem, solution, margins, left, warnings) : margins;
    }

    private static void warnIfPosesAreMissing(
            Problem problem, Solution solution, List<Margin> margins, BooleanSupplier over, Consumer<String> warnings) {
        long covered = margins.stream().mapToInt(Margin::pose).distinct().count();
        long missing = solution.poses().size() - covered;
        if (missing > 0) {
            warnings.accept("problem \"" + problem.id() + "\": " + missing + " of "
                    + solution.poses().size() + (solution.poses().size() == 1 ? " person" : " people")
                    + " have no margins, because "
                    + (over.getAsBoolean() ? "the time was over" : "the solution is not proven optimal"));
        }
    }

    private static List<Margin> checked(
            Problem problem, Solution solution, List<Margin> margins, Duration limit, Consumer<String> warnings) {
        ConfirmedMargins confirmed = ConfirmedMargins.of(problem, solution, margins, limit);
        if (confirmed.missing() > 0) {
            warnings.accept("problem \"" + problem.id() + "\": " + confirmed.missing() + " of " + margins.size()
                    + " margins are left out, because "
                    + (solution.lowerBound() < solution.objective()
                            ? "the solution is not proven optimal"
                            : "there was no time to check them"));
        }
        if (confirmed.weaker() > 0) {
            warnings.accept("problem \"" + problem.id() + "\": the check confirms less of " + confirmed.weaker()
                    + " of " + margins.size() + " margins, and the answer says so");
        }
        return confirmed.margins();
    }
}
