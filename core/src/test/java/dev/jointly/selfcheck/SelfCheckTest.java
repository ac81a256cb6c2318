package dev.jointly.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Claims;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Only confirmed solutions are published. */
class SelfCheckTest {
    private static final Duration AMPLE = Duration.ofMinutes(1);

    private final Solver solver = new Solver(new HighsEngine());

    @Test
    void honestAnswersPassAsTheyAre() {
        for (long seed = 1; seed <= 40; seed++) {
            Problem problem = seed % 2 == 0 ? TinyProblems.gapped(seed) : TinyProblems.random(seed);
            Solution solution = solver.solve(problem, Settings.defaults());
            SelfCheck.Checked checked = SelfCheck.of(problem, solution, AMPLE);
            assertThat(solution.check()).isEqualTo(Solution.Check.OFF);
            assertThat(checked.warning()).as("seed %d", seed).isEmpty();
            assertThat(checked.solution()).as("seed %d", seed).isEqualTo(solution.confirmed());
            assertThat(checked.solution().check()).isEqualTo(Solution.Check.PASSED);
        }
    }

    @Test
    void aBoundThatIsNotProvenIsReplacedByTheOneThatIs() {
        int replaced = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Problem problem = TinyProblems.gapped(seed);
            Solution solution = solver.solve(problem, Settings.defaults());
            // the tree that proves the bound gets lost on the way
            Proof p = solution.proof();
            Solution boasting = solution.withProof(new Proof(p.scaleBits(), p.lambda1(), p.lambda3()));
            SelfCheck.Checked checked = SelfCheck.of(problem, boasting, AMPLE);
            Solution published = checked.solution();
            assertThat(published.lowerBound()).as("seed %d", seed).isLessThanOrEqualTo(BruteForce.optimum(problem));
            assertThat(Claims.check(problem, published).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
            if (!p.trees().isEmpty()) {
                replaced++;
                assertThat(published.status()).as("seed %d", seed).isEqualTo(Solution.Status.BOUNDED);
                assertThat(published.lowerBound()).as("seed %d", seed).isLessThan(solution.lowerBound());
                assertThat(published.check()).isEqualTo(Solution.Check.WEAKER_BOUND);
                assertThat(checked.warning().orElse(""))
                        .startsWith("WARNING: problem ")
                        .endsWith("please report it");
            }
        }
        assertThat(replaced).isGreaterThan(30);
    }

    @Test
    void posesThatAreNotSoAreNotPublished() {
        Problem problem = TinyProblems.gapped(3);
        Solution solution = solver.solve(problem, Settings.defaults());
        assertThat(solution.poses()).isNotEmpty();
        List<Pose> twice = new ArrayList<>(solution.poses());
        twice.add(solution.poses().get(0));
        assertThatThrownBy(() -> SelfCheck.of(problem, with(solution, twice, solution.objective()), AMPLE))
                .isInstanceOf(SelfCheckException.class)
                .hasMessageContaining("failed its check and is not published")
                .hasMessageContaining("is used twice");
        assertThatThrownBy(() -> SelfCheck.of(problem, with(solution, List.of(), solution.objective()), AMPLE))
                .isInstanceOf(SelfCheckException.class)
                .hasMessageContaining("the poses cost 0.0");
    }

    @Test
    void withoutTimeABoundIsConfirmedAllTheSameOrNothingIsPublished() {
        int weaker = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Problem problem = TinyProblems.gapped(seed);
            // without cuts every one of these needs a tree that branches
            SolveOptions uncut = SolveOptions.defaults().with(SolveOption.CUT_ROUNDS, 0);
            Solution solution = solver.solve(problem, Settings.defaults().withOptions(uncut));
            try {
                Solution published =
                        SelfCheck.of(problem, solution, Duration.ZERO).solution();
                assertThat(Claims.check(problem, published).reasons())
                        .as("seed %d", seed)
                        .isEmpty();
                weaker += published.lowerBound() < solution.lowerBound() ? 1 : 0;
            } catch (SelfCheckException e) {
                assertThat(e).hasMessageContaining("could not be checked and is not published");
            }
        }
        assertThat(weaker).as("of answers with trees the root alone is checked").isGreaterThan(30);
    }

    /** The searches for local assignments end at their nodes here, so that the root's prices get another look. */
    @Test
    void howFastTheClockRunsDoesNotMatterWithinTheLimit() {
        int weaker = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Problem problem = TinyProblems.gapped(seed);
            Solution solution = solver.solve(problem, Settings.defaults());
            SelfCheck standing = new SelfCheck(0, () -> 0);
            AtomicLong time = new AtomicLong();
            SelfCheck racing = new SelfCheck(0, () -> time.addAndGet(1_000_000_000));
            Solution published = standing.check(problem, solution, AMPLE).solution();
            assertThat(racing.check(problem, solution, AMPLE).solution())
                    .as("seed %d", seed)
                    .isEqualTo(published);
            weaker += published.lowerBound() < solution.lowerBound() ? 1 : 0;
        }
        assertThat(weaker).as("ended at their nodes").isPositive();
    }

    @Test
    void theCheckGetsItsShareOfTheTime() {
        assertThat(SelfCheck.solvingTime(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(57));
        assertThat(SelfCheck.solvingTime(Duration.ofSeconds(2))).isEqualTo(Duration.ofMillis(1_700));
        assertThat(SelfCheck.solvingTime(Duration.ofSeconds(1))).isEqualTo(Duration.ofMillis(750));
        assertThat(SelfCheck.solvingTime(Duration.ZERO)).isZero();
    }

    private static Solution with(Solution s, List<Pose> poses, long objective) {
        return new Solution(
                s.problemId(),
                s.problemSha256(),
                s.method(),
                s.status(),
                objective,
                s.lowerBound(),
                s.requestedGap(),
                poses,
                s.proof(),
                s.seconds(),
                s.iterations(),
                s.skeletons(),
                s.localAssignments(),
                s.rows(),
                s.nodes(),
                s.trace(),
                s.check(),
                s.ending());
    }
}
