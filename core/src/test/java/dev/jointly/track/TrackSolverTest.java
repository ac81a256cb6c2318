package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Trials;
import dev.jointly.track.TrackVerdict.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The solver's optimum against brute force and against an LP engine; every solution passes the checker. */
class TrackSolverTest {
    @Test
    void bruteForceFindsNothingCheaper() {
        int withTracks = 0;
        int withGaps = 0;
        for (long seed : Trials.seeds(1, 500, 3000)) {
            Random random = new Random(seed);
            int gap = random.nextInt(3);
            TrackProblem problem = RandomTracks.problem(random, 3 + random.nextInt(2), 3, gap);
            TrackSolution solution = solvedAndChecked(problem);
            assertThat(solution.objective()).as("seed %d", seed).isEqualTo(EveryTrackSet.optimum(problem));
            withTracks += solution.tracks().isEmpty() ? 0 : 1;
            withGaps += hasGap(problem, solution) ? 1 : 0;
        }
        assertThat(withTracks).isGreaterThan(Trials.count(300, 1800));
        assertThat(withGaps).isGreaterThan(Trials.count(60, 360));
    }

    @Test
    void bruteForceAgreesOnClips() {
        for (long seed : Trials.seeds(1, 200, 1000)) {
            Random random = new Random(seed);
            LinkSettings settings = LinkSettings.DEFAULT.withLongestGap(random.nextInt(3));
            TrackProblem problem =
                    new LinkCosts(settings).problem(RandomTracks.clip(random, 4, 1 + random.nextInt(3), 5));
            assertThat(solvedAndChecked(problem).objective())
                    .as("seed %d", seed)
                    .isEqualTo(EveryTrackSet.optimum(problem));
        }
    }

    @Test
    void theEngineFindsTheSameOptimum() {
        LpEngine engine = new HighsEngine();
        for (long seed : Trials.seeds(1, 60, 300)) {
            Random random = new Random(seed);
            TrackProblem problem = seed % 2 == 0
                    ? RandomTracks.problem(random, 8 + random.nextInt(8), 6, 2)
                    : new LinkCosts(LinkSettings.DEFAULT).problem(RandomTracks.clip(random, 20, 6, 7));
            assertThat(solvedAndChecked(problem).objective())
                    .as("seed %d", seed)
                    .isEqualTo(byLinearProgram(problem, engine));
        }
    }

    @Test
    void nobodyGivesNoTracks() {
        TrackSolution solution = solvedAndChecked(new TrackProblem(List.of(), List.of()));
        assertThat(solution.tracks()).isEmpty();
        assertThat(solution.objective()).isZero();
    }

    @Test
    void aTrackThatEarnsNothingIsNotMade() {
        TrackPerson person = new TrackPerson(0, 0, 2, 3, 5);
        assertThat(solvedAndChecked(new TrackProblem(List.of(person), List.of()))
                        .tracks())
                .isEmpty();
    }

    /** The second path goes against the link of the first: a-c is taken first, and a-d with b-c is the optimum. */
    @Test
    void aLaterTrackReroutesAnEarlierOne() {
        List<TrackPerson> people = List.of(
                new TrackPerson(0, 0, 1, 1, 10),
                new TrackPerson(0, 1, 1, 100, 10),
                new TrackPerson(1, 0, 100, 1, 10),
                new TrackPerson(1, 1, 100, 1, 10));
        List<TrackLink> links = List.of(new TrackLink(0, 2, 0), new TrackLink(0, 3, 4), new TrackLink(1, 2, 3));
        TrackSolution solution = solvedAndChecked(new TrackProblem(people, links));
        assertThat(solution.tracks()).containsExactly(new Track(1, List.of(0, 3)), new Track(2, List.of(1, 2)));
        assertThat(solution.objective()).isEqualTo(2 + 4 - 20 + 2 + 3 - 20);
    }

    @Test
    void theOrderOfLinksDoesNotMatter() {
        for (long seed : Trials.seeds(1, 50, 200)) {
            TrackProblem problem = RandomTracks.problem(new Random(seed), 6, 4, 2);
            List<TrackLink> reversed = new ArrayList<>(problem.links());
            Collections.reverse(reversed);
            assertThat(TrackSolver.solve(new TrackProblem(problem.people(), reversed)))
                    .isEqualTo(TrackSolver.solve(problem));
        }
    }

    @Test
    void sumsThatDoNotFitAreAnError() {
        long huge = Long.MAX_VALUE / 3;
        TrackProblem problem = new TrackProblem(
                List.of(
                        new TrackPerson(0, 0, 0, 0, huge),
                        new TrackPerson(1, 0, 0, 0, huge),
                        new TrackPerson(2, 0, 0, 0, huge),
                        new TrackPerson(3, 0, 0, 0, huge)),
                List.of(new TrackLink(0, 1, 0), new TrackLink(1, 2, 0), new TrackLink(2, 3, 0)));
        assertThatThrownBy(() -> TrackSolver.solve(problem))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("4 people do not fit 64 bits")
                .hasMessageContaining("use smaller costs");
    }

    private static TrackSolution solvedAndChecked(TrackProblem problem) {
        TrackSolution solution = TrackSolver.solve(problem);
        TrackVerdict verdict = TrackCheck.check(problem, solution);
        assertThat(verdict.reasons()).isEmpty();
        assertThat(verdict.outcome()).isEqualTo(Outcome.OPTIMAL);
        return solution;
    }

    private static boolean hasGap(TrackProblem problem, TrackSolution solution) {
        for (Track track : solution.tracks()) {
            for (int k = 1; k < track.people().size(); k++) {
                int before = problem.people().get(track.people().get(k - 1)).frame();
                if (problem.people().get(track.people().get(k)).frame() > before + 1) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Columns: for each person birth, death and membership, then the links. Rows: arrivals and departures of a person
     * are its membership. The vertices are integral; the engine's numbers are rounded and their cost is added exactly.
     */
    private static long byLinearProgram(TrackProblem problem, LpEngine engine) {
        List<Long> costs = new ArrayList<>();
        try (LpModel model = engine.newModel()) {
            for (int i = 0; i < 2 * problem.people().size(); i++) {
                model.addRow(0, 0, new int[0], new double[0]);
            }
            for (int i = 0; i < problem.people().size(); i++) {
                TrackPerson person = problem.people().get(i);
                add(model, costs, person.birth(), new int[] {2 * i}, 1);
                add(model, costs, person.death(), new int[] {2 * i + 1}, 1);
                add(model, costs, -person.reward(), new int[] {2 * i, 2 * i + 1}, -1);
            }
            for (TrackLink link : problem.links()) {
                add(model, costs, link.cost(), new int[] {2 * link.from() + 1, 2 * link.to()}, 1);
            }
            LpResult result = model.solve(LpModel.Simplex.PRIMAL, Deadline.after(Duration.ofMinutes(1)));
            assertThat(result.optimal()).isTrue();
            long sum = 0;
            for (int c = 0; c < costs.size(); c++) {
                long value = Math.round(result.value(c));
                assertThat(Math.abs(result.value(c) - value)).isLessThan(1e-6);
                sum += value * costs.get(c);
            }
            return sum;
        }
    }

    private static void add(LpModel model, List<Long> costs, long cost, int[] rows, double entry) {
        double[] entries = new double[rows.length];
        Arrays.fill(entries, entry);
        model.addColumn((double) cost, 0, 1, rows, entries);
        costs.add(cost);
    }
}
