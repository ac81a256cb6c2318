package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.FaultyEngine;
import dev.jointly.lp.FaultyEngine.Fault;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerProgram.Column;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.WorkLimit;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Trials;
import dev.jointly.track.TrackVerdict.Outcome;
import dev.jointly.track.choose.TrackChooser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Choices and tracks against trying everything; every solution passes the checker. */
class TrackChooserTest {
    private static final LpEngine ENGINE = new HighsEngine();

    private static TrackProblem random(Random random) {
        int gap = random.nextInt(3);
        return RandomChoices.problem(random, 3 + random.nextInt(2), 3, gap);
    }

    private static TrackSolution solved(TrackProblem problem, LpEngine engine) {
        return new TrackChooser(engine, trouble -> {}).solve(problem, Deadline.after(Duration.ofMinutes(1)));
    }

    /** The optimum is always found; the relaxation's gap keeps it from being proven now and then. */
    @Test
    void tryingEverythingFindsNothingCheaper() {
        int optimal = 0;
        int trials = 0;
        int changed = 0;
        for (long seed : Trials.seeds(1, 400, 2000)) {
            TrackProblem problem = random(new Random(seed));
            TrackSolution solution = solved(problem, ENGINE);
            TrackVerdict verdict = TrackCheck.check(problem, solution);
            long optimum = RandomChoices.optimum(problem);
            assertThat(verdict.outcome())
                    .as("seed %d: %s", seed, verdict.reasons())
                    .isEqualTo(verdict.bound() == optimum ? Outcome.OPTIMAL : Outcome.BOUNDED);
            assertThat(verdict.bound()).as("seed %d", seed).isLessThanOrEqualTo(optimum);
            assertThat(solution.objective()).as("seed %d", seed).isEqualTo(optimum);
            optimal += verdict.outcome() == Outcome.OPTIMAL ? 1 : 0;
            for (int c = 0; c < solution.chosen().size(); c++) {
                int chosen = solution.chosen().get(c);
                changed += problem.choices().get(c).groupings().get(chosen).price() > 0 ? 1 : 0;
            }
            trials++;
        }
        System.out.println(optimal + " of " + trials + " random problems with choices are proven optimal");
        assertThat(optimal).isGreaterThan(trials * 95 / 100);
        assertThat(changed).isGreaterThan(trials / 8);
    }

    /** The program of the definition, with births and deaths as columns of their own, solved by the engine alone. */
    @Test
    void anIntegerProgramOfItsOwnHasTheSameOptimum() {
        for (long seed : Trials.seeds(1, 60, 300)) {
            TrackProblem problem = RandomChoices.problem(new Random(seed), 6, 5, 1);
            assertThat(solved(problem, ENGINE).objective()).as("seed %d", seed).isEqualTo(byIntegerProgram(problem));
        }
    }

    @Test
    void wrongClaimsAreNeverCalledOptimal() {
        int outsiders = 0;
        int weaker = 0;
        for (long seed : Trials.seeds(1, 200, 1000)) {
            Random random = new Random(seed);
            TrackProblem problem = random(random);
            if (problem.choices().isEmpty() || problem.people().isEmpty()) {
                continue;
            }
            TrackSolution good = solved(problem, ENGINE);
            long optimum = good.objective();
            int person = random.nextInt(problem.people().size());
            assertThat(outcome(problem, with(good, person, -1 - random.nextInt(5))))
                    .as("seed %d, negative multiplier", seed)
                    .isEqualTo(Outcome.REJECTED);
            TrackVerdict larger = TrackCheck.check(
                    problem, with(good, person, good.dual().multipliers().get(person) + random.nextInt(900_000)));
            if (larger.outcome() != Outcome.REJECTED) {
                // rejected are those of frames without a choice
                assertThat(larger.bound()).as("seed %d, large multiplier", seed).isLessThanOrEqualTo(optimum);
            }
            weaker += larger.outcome() == Outcome.BOUNDED ? 1 : 0;
            assertThat(outcome(problem, new TrackSolution(good.tracks(), optimum - 1, good.dual(), good.chosen())))
                    .isEqualTo(Outcome.REJECTED);
            List<Integer> two = new ArrayList<>(good.chosen());
            two.add(0);
            assertThat(outcome(problem, new TrackSolution(good.tracks(), optimum, good.dual(), two)))
                    .isEqualTo(Outcome.REJECTED);
            outsiders += otherChoices(problem, good);
        }
        assertThat(weaker).isGreaterThan(Trials.count(20, 100));
        assertThat(outsiders).isGreaterThan(Trials.count(100, 500));
    }

    /** Takes another grouping of each frame with the same tracks; returns how often somebody is not in it. */
    private static int otherChoices(TrackProblem problem, TrackSolution good) {
        int outsiders = 0;
        List<Integer> tracked =
                good.tracks().stream().flatMap(track -> track.people().stream()).toList();
        for (int c = 0; c < good.chosen().size(); c++) {
            FrameGroupings choice = problem.choices().get(c);
            for (int g = 0; g < choice.groupings().size(); g++) {
                List<Integer> inFrame = new ArrayList<>(tracked);
                inFrame.removeIf(i -> problem.people().get(i).frame() != choice.frame());
                boolean all = RandomChoices.people(
                                problem, choice, choice.groupings().get(g))
                        .containsAll(inFrame);
                long objective = good.objective()
                        + choice.groupings().get(g).price()
                        - choice.groupings().get(good.chosen().get(c)).price();
                List<Integer> chosen = new ArrayList<>(good.chosen());
                chosen.set(c, g);
                TrackVerdict verdict =
                        TrackCheck.check(problem, new TrackSolution(good.tracks(), objective, good.dual(), chosen));
                if (!all) {
                    assertThat(verdict.outcome()).isEqualTo(Outcome.REJECTED);
                    assertThat(verdict.reasons().get(0)).contains("is in a track but not in the grouping " + g);
                    outsiders++;
                } else {
                    assertThat(verdict.outcome()).isNotEqualTo(Outcome.REJECTED);
                    assertThat(verdict.bound()).isLessThanOrEqualTo(objective);
                }
            }
        }
        return outsiders;
    }

    @Test
    void anEngineThatFailsWeakensTheBoundOnly() {
        int bounded = 0;
        int told = 0;
        for (long seed : Trials.seeds(1, 150, 600)) {
            TrackProblem problem = random(new Random(seed));
            EnumSet<Fault> faults = EnumSet.allOf(Fault.class);
            List<String> troubles = new ArrayList<>();
            FaultyEngine engine = new FaultyEngine(ENGINE, seed, 0.9, faults);
            TrackSolution solution =
                    new TrackChooser(engine, troubles::add).solve(problem, Deadline.after(Duration.ofMinutes(1)));
            TrackVerdict verdict = TrackCheck.check(problem, solution);
            long optimum = RandomChoices.optimum(problem);
            assertThat(verdict.reasons().isEmpty()).isEqualTo(verdict.outcome() == Outcome.OPTIMAL);
            assertThat(verdict.outcome())
                    .as("seed %d: %s", seed, verdict.reasons())
                    .isNotEqualTo(Outcome.REJECTED);
            assertThat(verdict.bound()).as("seed %d", seed).isLessThanOrEqualTo(optimum);
            assertThat(solution.objective()).isGreaterThanOrEqualTo(optimum);
            bounded += verdict.outcome() == Outcome.BOUNDED ? 1 : 0;
            told += troubles.isEmpty() ? 0 : 1;
        }
        assertThat(bounded).isGreaterThan(Trials.count(10, 40));
        assertThat(told).isGreaterThan(Trials.count(10, 40));
    }

    /** Without time for the engine, each frame keeps its best grouping. */
    @Test
    void withoutTimeTheBestGroupingsStay() {
        for (long seed : Trials.seeds(1, 50, 200)) {
            TrackProblem problem = random(new Random(seed));
            TrackSolution solution =
                    new TrackChooser(ENGINE, trouble -> {}).solve(problem, Deadline.after(Duration.ZERO));
            assertThat(outcome(problem, solution)).isNotEqualTo(Outcome.REJECTED);
            assertThat(solution.dual().multipliers())
                    .hasSameSizeAs(problem.people())
                    .allMatch(u -> u == 0);
            for (int c = 0; c < solution.chosen().size(); c++) {
                assertThat(problem.choices()
                                .get(c)
                                .groupings()
                                .get(solution.chosen().get(c))
                                .price())
                        .isZero();
            }
        }
    }

    @Test
    void aFlowHasNoChoices() {
        TrackProblem problem = new TrackProblem(
                List.of(new TrackPerson(3, 0, 0, 0, 1)),
                List.of(),
                List.of(new FrameGroupings(3, List.of(new PricedGrouping(0, List.of(0))))));
        assertThatThrownBy(() -> TrackSolver.solve(problem))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("frame 3 has groupings to choose from, which is no flow");
        assertThat(solved(problem, ENGINE).tracks()).containsExactly(new Track(1, List.of(0)));
    }

    @Test
    void pricesThatDoNotFitAreAnError() {
        PricedGrouping dear = new PricedGrouping(Long.MAX_VALUE, List.of());
        TrackProblem problem = new TrackProblem(
                List.of(),
                List.of(),
                List.of(new FrameGroupings(0, List.of(dear)), new FrameGroupings(1, List.of(dear))));
        assertThatThrownBy(() -> solved(problem, ENGINE)).isInstanceOf(ArithmeticException.class);
        TrackSolution claimed =
                new TrackSolution(List.of(), -2, new TrackDual(List.of(), List.of(), List.of()), List.of(0, 0));
        assertThat(outcome(problem, claimed)).isEqualTo(Outcome.REJECTED);
    }

    @Test
    void groupingsOfOtherPeopleAreRefused() {
        List<TrackPerson> people = List.of(new TrackPerson(3, 0, 0, 0, 1));
        assertThatThrownBy(() -> new TrackProblem(
                        people,
                        List.of(),
                        List.of(new FrameGroupings(3, List.of(new PricedGrouping(0, List.of(0, 1)))))))
                .hasMessage("the groupings of frame 3 have the people [0, 1] but must have those of the frame, [0]");
        assertThatThrownBy(() -> new PricedGrouping(-1, List.of())).hasMessageContaining("must not be negative");
        assertThatThrownBy(() -> new PricedGrouping(0, List.of(2, 2))).hasMessageContaining("must be different");
    }

    private static Outcome outcome(TrackProblem problem, TrackSolution solution) {
        return TrackCheck.check(problem, solution).outcome();
    }

    private static TrackSolution with(TrackSolution solution, int person, long multiplier) {
        List<Long> multipliers = new ArrayList<>(solution.dual().multipliers());
        multipliers.set(person, multiplier);
        TrackDual dual = new TrackDual(solution.dual().in(), solution.dual().out(), multipliers);
        return new TrackSolution(solution.tracks(), solution.objective(), dual, solution.chosen());
    }

    private static long byIntegerProgram(TrackProblem problem) {
        IntegerProgram program = new IntegerProgram();
        List<Long> costs = new ArrayList<>();
        int size = problem.people().size();
        List<List<Integer>> enter = new ArrayList<>();
        List<List<Integer>> leave = new ArrayList<>();
        for (TrackPerson person : problem.people()) {
            add(program, costs, -person.reward());
            enter.add(new ArrayList<>());
            leave.add(new ArrayList<>());
        }
        for (int i = 0; i < size; i++) {
            enter.get(i).add(add(program, costs, problem.people().get(i).birth()));
            leave.get(i).add(add(program, costs, problem.people().get(i).death()));
        }
        for (TrackLink link : problem.links()) {
            int column = add(program, costs, link.cost());
            leave.get(link.from()).add(column);
            enter.get(link.to()).add(column);
        }
        for (int i = 0; i < size; i++) {
            sum(program, 0, 0, enter.get(i), List.of(i));
            sum(program, 0, 0, leave.get(i), List.of(i));
        }
        for (FrameGroupings choice : problem.choices()) {
            List<Integer> all = new ArrayList<>();
            for (PricedGrouping grouping : choice.groupings()) {
                all.add(add(program, costs, grouping.price()));
            }
            sum(program, 1, 1, all, List.of());
            for (int i = 0; i < size; i++) {
                if (problem.people().get(i).frame() == choice.frame()) {
                    List<Integer> having = new ArrayList<>();
                    for (int g = 0; g < all.size(); g++) {
                        if (choice.groupings()
                                .get(g)
                                .people()
                                .contains(problem.people().get(i).index())) {
                            having.add(all.get(g));
                        }
                    }
                    sum(program, Double.NEGATIVE_INFINITY, 0, List.of(i), having);
                }
            }
        }
        IntegerResult result = ENGINE.solve(program, WorkLimit.NONE, Deadline.after(Duration.ofMinutes(1)));
        assertThat(result.status()).isEqualTo(LpStatus.OPTIMAL);
        long sum = 0;
        for (int c = 0; c < costs.size(); c++) {
            sum += Math.round(result.values()[c]) * costs.get(c);
        }
        return sum;
    }

    private static int add(IntegerProgram program, List<Long> costs, long cost) {
        costs.add(cost);
        return program.addColumn(new Column((double) cost, 0, 1, true));
    }

    /** Bounds of the sum of some columns minus the sum of others. */
    private static void sum(
            IntegerProgram program, double lower, double upper, List<Integer> some, List<Integer> others) {
        List<Integer> columns = new ArrayList<>(some);
        columns.addAll(others);
        double[] values = new double[columns.size()];
        for (int k = 0; k < values.length; k++) {
            values[k] = k < some.size() ? 1 : -1;
        }
        program.addRow(
                lower, upper, columns.stream().mapToInt(Integer::intValue).toArray(), values);
    }
}
