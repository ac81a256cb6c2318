package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.CheckLimits;
import dev.jointly.certify.Checker;
import dev.jointly.certify.ProvenBound;
import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.LpEngines;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.session.Session;
import dev.jointly.solve.Claims;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckedMarginsTest {
    private final Solver solver = new Solver(LpEngines.onClassPath().create(LpEngines.DEFAULT));
    private final Problem problem = Generator.generate("three", 3, Crowding.CROWDED, 4);
    private final Solution solution = solver.solve(problem, Settings.defaults());

    /** A budget that is over once somebody has asked for its time so many times. */
    private static final class CountedTurn implements WorkQueue.TimeBudget {
        private int asks;

        CountedTurn(int asks) {
            this.asks = asks;
        }

        @Override
        public Duration left() {
            return asks-- > 0 ? Duration.ofMinutes(5) : Duration.ZERO;
        }

        @Override
        public boolean stopped() {
            return false;
        }

        @Override
        public boolean abandoned() {
            return false;
        }
    }

    private Session aside() {
        return new Session(solver, problem, Settings.defaults());
    }

    private static WorkQueue.TimeBudget ample() {
        return new CountedTurn(Integer.MAX_VALUE);
    }

    private void confirmed(List<Margin> margins) {
        Verdict verdict = Checker.check(
                problem,
                Claims.of(problem, solution)
                        .withMargins(margins.stream().map(Margin::claim).toList()));
        assertThat(verdict.kind()).as(verdict.reasons().toString()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
    }

    @Test
    void onlySmallBoundsAreSolvedForAndTheLeastFirst() {
        List<Margin> bounds = new CheckedMargins(problem, solution, ample()).bounds();
        List<Long> sizes = bounds.stream().map(Margin::atLeast).sorted().toList();
        long below = sizes.get(sizes.size() / 2);
        assertThat(below).isGreaterThan(sizes.get(0));
        List<Margin> some = new CheckedMargins(problem, solution, ample()).exact(aside(), below, margin -> true);
        assertThat(some).hasSameSizeAs(bounds);
        for (int i = 0; i < some.size(); i++) {
            assertThat(some.get(i).joint()).isEqualTo(bounds.get(i).joint());
            assertThat(some.get(i).atMost().isPresent())
                    .as("bound %d, limit %d", bounds.get(i).atLeast(), below)
                    .isEqualTo(bounds.get(i).atLeast() < below);
        }
        confirmed(some);
    }

    @Test
    void aDeadlineAtAnyMomentLeavesTrueMargins() {
        int margins = new CheckedMargins(problem, solution, ample()).bounds().size();
        assertThat(margins).isGreaterThan(10);
        for (int asks = 0; asks < 60; asks += Trials.all() ? 1 : 7) {
            List<Margin> found = new CheckedMargins(problem, solution, new CountedTurn(asks))
                    .exact(aside(), Long.MAX_VALUE, margin -> true);
            // a check that does not end within its second leaves some out
            assertThat(found).hasSizeLessThanOrEqualTo(margins);
            confirmed(found);
        }
    }

    @Test
    void withTimeAllAreExact() {
        List<Margin> found =
                new CheckedMargins(problem, solution, ample()).exact(aside(), Long.MAX_VALUE, margin -> true);
        assertThat(found).allMatch(margin -> margin.exact() || margin.fixed());
        confirmed(found);
    }

    @Test
    void whatTheProofDoesNotCarryIsLeftOut() {
        Solution bold = solution.withProof(new Proof(0, new long[problem.size()], new long[problem.size()]));
        List<Margin> found = new CheckedMargins(problem, bold, ample()).bounds();
        assertThat(found.size()).isLessThan(MarginBounds.of(problem, bold).size());
        CheckLimits limits = new CheckLimits(Long.MAX_VALUE, () -> false);
        for (Margin margin : found) {
            ProvenBound bound = Checker.lowerBound(problem, bold.proof(), margin.claim(), limits);
            assertThat(margin.atLeast()).isLessThanOrEqualTo(bound.lowerBound() - bold.objective());
        }
    }
}
