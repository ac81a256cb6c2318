package dev.jointly.server;

import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.selfcheck.MarginSelfCheck;
import dev.jointly.selfcheck.SelfCheckException;
import dev.jointly.session.Session;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The margins of a solution, as far as the checker confirms them. While a solution is not proven optimal, it may confirm none.
 *
 * @param turn within which they are found
 */
record CheckedMargins(Problem problem, Solution solution, Turn turn) {
    /** Of a check that begins when the time is up already. */
    private static final Duration LEAST_FOR_CHECK = Duration.ofSeconds(1);

    /** Lower bounds, for which nothing is solved. */
    List<Margin> bounds() {
        return confirmed(MarginBounds.of(problem, solution));
    }

    /** Each found by solving; see {@link #exact(Session, long)}. */
    List<Margin> exact(Session aside) {
        return exact(aside, Long.MAX_VALUE);
    }

    /**
     * Those whose bounds are small found by solving, the smallest first; those that are not found in time stay bounds.
     *
     * @param aside a session of the problem in which nobody minds the numbers of people
     * @param below bounds from this on are good enough
     */
    List<Margin> exact(Session aside, long below) {
        ExactMargins exact = new ExactMargins(aside, List.of(), solution);
        List<Margin> bounds = MarginBounds.of(problem, solution);
        List<Margin> margins = new ArrayList<>(bounds);
        IntStream.range(0, bounds.size())
                .filter(i -> bounds.get(i).atLeast() < below)
                .boxed()
                .sorted(Comparator.comparingLong(i -> bounds.get(i).atLeast()))
                .filter(i -> !late())
                .forEach(i -> margins.set(i, exact(exact, bounds.get(i))));
        return confirmed(margins);
    }

    private Margin exact(ExactMargins exact, Margin bound) {
        try {
            return exact.of(bound, this::late).margin();
        } catch (SelfCheckException e) {
            if (late()) {
                return bound; // the solve ended too early for any bound to be confirmed
            }
            throw e;
        }
    }

    private boolean late() {
        return turn.stopped() || turn.left().isZero();
    }

    private List<Margin> confirmed(List<Margin> margins) {
        Duration limit = turn.left().compareTo(LEAST_FOR_CHECK) < 0 ? LEAST_FOR_CHECK : turn.left();
        List<Optional<MarginClaim>> claims = MarginSelfCheck.of(
                problem, solution, margins.stream().map(Margin::claim).toList(), limit);
        List<Margin> confirmed = new ArrayList<>();
        for (int i = 0; i < margins.size(); i++) {
            Margin margin = margins.get(i);
            claims.get(i)
                    .ifPresent(claim -> confirmed.add(
                            new Margin(margin.pose(), margin.joint(), claim, margin.atMost(), margin.fixed())));
        }
        return confirmed;
    }
}
