package dev.jointly.margin;

import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.selfcheck.MarginSelfCheck;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Margins as far as the checker confirms them. While a solution is not proven optimal, it may confirm none.
 *
 * @param margins those it confirms, with the bound that it confirms
 * @param missing how many it does not confirm at all
 * @param weaker how many it confirms with a smaller bound
 */
public record ConfirmedMargins(List<Margin> margins, int missing, int weaker) {
    /** Of a check that begins when the time is up already: limits are kept to within a second. */
    private static final Duration LEAST_FOR_CHECK = Duration.ofMillis(300);

    public ConfirmedMargins {
        margins = List.copyOf(margins);
    }

    /**
     * Checks margins of a solution.
     *
     * @param left for the check
     */
    public static ConfirmedMargins of(Problem problem, Solution solution, List<Margin> margins, Duration left) {
        Duration limit = left.compareTo(LEAST_FOR_CHECK) < 0 ? LEAST_FOR_CHECK : left;
        List<Optional<MarginClaim>> claims = MarginSelfCheck.of(
                problem, solution, margins.stream().map(Margin::claim).toList(), limit);
        List<Margin> confirmed = new ArrayList<>();
        int weaker = 0;
        for (int i = 0; i < margins.size(); i++) {
            Margin margin = margins.get(i);
            MarginClaim claim = claims.get(i).orElse(null);
            if (claim != null) {
                weaker += claim.atLeast() < margin.atLeast() ? 1 : 0;
                confirmed.add(new Margin(margin.pose(), margin.joint(), claim, margin.atMost(), margin.fixed()));
            }
        }
        return new ConfirmedMargins(confirmed, margins.size() - confirmed.size(), weaker);
    }
}
