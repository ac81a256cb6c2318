package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.track.TrackMargin.Change;
import dev.jointly.track.TrackVerdict.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The checker accepts what is true by enumeration, and nothing else. */
class TrackCheckTest {
    /** a and b in frame 0, c and d in frame 1; a-c and b-d are cheap, a-d is dear, b-c is no link. */
    private static final TrackProblem SQUARE = new TrackProblem(
            List.of(
                    new TrackPerson(0, 0, 2, 3, 5),
                    new TrackPerson(0, 1, 2, 3, 5),
                    new TrackPerson(1, 0, 2, 3, 5),
                    new TrackPerson(1, 1, 2, 3, 5)),
            List.of(new TrackLink(0, 2, -1), new TrackLink(0, 3, 4), new TrackLink(1, 3, -2)));

    private static final List<Track> BEST = List.of(new Track(1, List.of(0, 2)), new Track(2, List.of(1, 3)));

    /** Each track costs 2 + 3 - 10 and its link. */
    private static final long BEST_COST = -6 - 7;

    /** By hand: births and deaths have reduced costs of at least 0, the links 0, 5 and 0, the people -6, -7, 0 and 0. */
    private static final TrackDual PROOF = new TrackDual(List.of(2L, 2L, 2L, 2L), List.of(3L, 4L, -3L, -3L));

    @Test
    void aProofByHandIsAccepted() {
        TrackVerdict verdict = TrackCheck.check(SQUARE, new TrackSolution(BEST, BEST_COST, PROOF));
        assertThat(verdict).isEqualTo(new TrackVerdict(Outcome.OPTIMAL, -13, -13, List.of()));
    }

    /** By hand: the -6 of a's track in parts, -4 from a and -2 from its link; then -3 from its birth and -3 from a. */
    @Test
    void linksAndBirthsCountInTheBound() {
        assertBound(new TrackDual(PROOF.in(), List.of(1L, 4L, -3L, -3L)), Outcome.OPTIMAL, -13);
        assertBound(new TrackDual(List.of(5L, 2L, 2L, 2L), PROOF.out()), Outcome.OPTIMAL, -13);
    }

    /** By hand: the death of c has the reduced cost 3 - 5, and c itself 2, which does not count. */
    @Test
    void deathsCountInTheBound() {
        assertBound(new TrackDual(PROOF.in(), List.of(3L, 4L, -5L, -3L)), Outcome.BOUNDED, -15);
    }

    @Test
    void eachFaultIsNamed() {
        assertRejected(List.of(new Track(1, List.of(0, 2)), new Track(2, List.of(1, 2))), BEST_COST, "no link");
        assertRejected(
                List.of(new Track(1, List.of(0, 3)), new Track(2, List.of(1, 3))), BEST_COST, "again in track 2");
        assertRejected(List.of(new Track(1, List.of(2, 0)), new Track(2, List.of(3))), BEST_COST, "2 to person 0");
        assertRejected(List.of(new Track(1, List.of(1, 3)), new Track(2, List.of(0, 2))), BEST_COST, "starts before");
        assertRejected(List.of(new Track(2, List.of(0, 2)), new Track(1, List.of(1, 3))), BEST_COST, "the id 1");
        assertRejected(List.of(new Track(1, List.of(0, 2)), new Track(2, List.of())), BEST_COST, "has no people");
        assertRejected(List.of(new Track(1, List.of(0, 4))), BEST_COST, "person 4 of 4");
        assertRejected(List.of(new Track(1, List.of(-1))), BEST_COST, "person -1 of 4");
        assertRejected(BEST, BEST_COST - 1, "the tracks cost -13 micro-units, not -14");
        assertRejected(BEST, BEST_COST + 1, "the tracks cost -13 micro-units, not -12");
    }

    /** What is removed and added again is as before, at no cost. */
    @Test
    void aMarginOfNoChangeIsRejected() {
        int none = TrackMargin.NONE;
        for (int[] of : new int[][] {{0, 2}, {none, 0}, {2, none}}) {
            TrackMargin margin = new TrackMargin(
                    of[0], of[1], 0, 0, List.of(new Change(false, of[0], of[1]), new Change(true, of[0], of[1])));
            assertMarginRejected(margin, "leave it as it is");
        }
        assertMarginRejected(new TrackMargin(none, none, 0, 0, List.of()), "nothing that the tracks have");
    }

    @Test
    void aMarginOfSomebodyWhoIsInNoTrackIsAboutThatOnly() {
        TrackProblem problem = new TrackProblem(List.of(new TrackPerson(0, 0, 9, 9, 1)), List.of());
        TrackSolution none = new TrackSolution(List.of(), 0, new TrackDual(List.of(9L), List.of(-9L)));
        for (int to = -3; to < 0; to++) {
            TrackMargin margin = new TrackMargin(0, to, 0, 0, List.of());
            assertThat(TrackCheck.check(problem, none, TrackQuestion.ANY, List.of(margin))
                            .reasons())
                    .hasSize(1)
                    .allMatch(text -> text.contains("nothing that the tracks have"));
        }
    }

    private static void assertMarginRejected(TrackMargin margin, String reason) {
        TrackVerdict verdict =
                TrackCheck.check(SQUARE, new TrackSolution(BEST, BEST_COST, PROOF), TrackQuestion.ANY, List.of(margin));
        assertThat(verdict.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(verdict.reasons()).hasSize(1).allMatch(text -> text.contains(reason));
    }

    @Test
    void aDualOfTheWrongSizeIsRejected() {
        TrackVerdict verdict = TrackCheck.check(
                SQUARE, new TrackSolution(BEST, BEST_COST, new TrackDual(List.of(2L, 2L, 2L), PROOF.out())));
        assertThat(verdict.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(verdict.reasons()).containsExactly("the dual has 3 in potentials for 4 people");
    }

    @Test
    void potentialsThatOverflowAreRejected() {
        TrackDual huge = new TrackDual(Collections.nCopies(4, Long.MIN_VALUE), Collections.nCopies(4, Long.MAX_VALUE));
        TrackVerdict verdict = TrackCheck.check(SQUARE, new TrackSolution(BEST, BEST_COST, huge));
        assertThat(verdict.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(verdict.reasons()).containsExactly("costs or potentials are too large to add in 64 bits");
    }

    @Test
    void tracksThatAreNotOptimalAreBounded() {
        TrackVerdict verdict =
                TrackCheck.check(SQUARE, new TrackSolution(List.of(new Track(1, List.of(1, 3))), -7, PROOF));
        assertThat(verdict.outcome()).isEqualTo(Outcome.BOUNDED);
        assertThat(verdict.bound()).isEqualTo(-13);
        assertThat(verdict.reasons()).containsExactly("the dual proves -13 micro-units only; the tracks cost -7");
    }

    /** A set of tracks is what enumeration lists, and its cost is the one listed there. */
    @Test
    void mutatedTracksAreJudgedAsEnumerationJudges() {
        int rejected = 0;
        int mutations = 0;
        for (long seed : Trials.seeds(1, 100, 500)) {
            Random random = new Random(seed);
            TrackProblem problem = RandomTracks.problem(random, 3, 2, 1);
            Map<List<List<Integer>>, Long> all = EveryTrackSet.costs(problem);
            TrackSolution solution = TrackSolver.solve(problem);
            for (int m = 0; m < 20 && !problem.people().isEmpty(); m++) {
                List<List<Integer>> lists =
                        mutated(random, solution, problem.people().size());
                List<Track> tracks = new ArrayList<>();
                for (List<Integer> people : lists) {
                    tracks.add(new Track(tracks.size() + 1, people));
                }
                Long cost = all.get(lists);
                long claimed = cost == null || random.nextInt(4) == 0 ? solution.objective() : cost;
                TrackVerdict verdict = TrackCheck.check(problem, new TrackSolution(tracks, claimed, solution.dual()));
                Outcome expected = cost == null || cost != claimed
                        ? Outcome.REJECTED
                        : cost == solution.objective() ? Outcome.OPTIMAL : Outcome.BOUNDED;
                assertThat(verdict.outcome()).as("seed %d, %s", seed, tracks).isEqualTo(expected);
                rejected += verdict.outcome() == Outcome.REJECTED ? 1 : 0;
                mutations++;
            }
        }
        assertThat(mutations).isGreaterThan(Trials.count(1500, 7500));
        assertThat(rejected).isGreaterThan(mutations / 4);
    }

    /** Whatever the potentials are, no set of tracks is below their bound, and "optimal" is said of the optimum only. */
    @Test
    void mutatedDualsNeverProveTooMuch() {
        int weaker = 0;
        int trials = 0;
        for (long seed : Trials.seeds(1, 200, 1000)) {
            Random random = new Random(seed);
            TrackProblem problem = RandomTracks.problem(random, 3, 3, 1);
            TrackSolution solution = TrackSolver.solve(problem);
            long optimum = EveryTrackSet.optimum(problem);
            for (int m = 0; m < 10 && !problem.people().isEmpty(); m++) {
                TrackDual dual = mutated(random, solution.dual());
                TrackVerdict verdict = TrackCheck.check(problem, new TrackSolution(solution.tracks(), optimum, dual));
                assertThat(verdict.bound()).as("seed %d", seed).isLessThanOrEqualTo(optimum);
                assertThat(verdict.outcome()).isEqualTo(verdict.bound() == optimum ? Outcome.OPTIMAL : Outcome.BOUNDED);
                weaker += verdict.outcome() == Outcome.BOUNDED ? 1 : 0;
                trials++;
            }
        }
        assertThat(weaker).isGreaterThan(trials / 4);
    }

    /** Tracks, objective and dual, bent together: what is confirmed is true by trying everything. */
    @Test
    void noForgedSolutionIsConfirmedAboveTheTruth() {
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        for (long seed : Trials.seeds(1, 100, 1000)) {
            Random random = new Random(seed);
            TrackProblem problem;
            do {
                problem = RandomTracks.problem(random, 3, 2, 1);
            } while (problem.people().isEmpty());
            Map<List<List<Integer>>, Long> all = EveryTrackSet.costs(problem);
            long optimum = EveryTrackSet.optimum(problem);
            TrackSolution honest = TrackSolver.solve(problem);
            for (int m = 0; m < 10; m++) {
                TrackSolution forged = forged(random, problem, honest, all);
                Long cost = all.get(forged.tracks().stream().map(Track::people).toList());
                TrackVerdict verdict = TrackCheck.check(problem, forged);
                outcomes.merge(verdict.outcome(), 1, Integer::sum);
                if (verdict.outcome() != Outcome.REJECTED) {
                    assertThat(cost).as("seed %d, %s", seed, forged).isEqualTo(forged.objective());
                    assertThat(verdict.bound()).as("seed %d, %s", seed, forged).isLessThanOrEqualTo(optimum);
                    assertThat(verdict.outcome() == Outcome.OPTIMAL)
                            .as("seed %d, %s", seed, forged)
                            .isEqualTo(verdict.bound() == forged.objective());
                }
            }
        }
        System.out.println("forged tracks: " + outcomes);
        assertThat(outcomes.get(Outcome.REJECTED)).isGreaterThan(Trials.enough(300, 3000));
        assertThat(outcomes.get(Outcome.BOUNDED)).isGreaterThan(Trials.enough(250, 2500));
        assertThat(outcomes.get(Outcome.OPTIMAL)).isGreaterThan(Trials.enough(150, 1500));
    }

    /** One part bent at least. The objective is that of the solution, the one that was true, or what the dual proves. */
    private static TrackSolution forged(
            Random random, TrackProblem problem, TrackSolution honest, Map<List<List<Integer>>, Long> all) {
        int bend = 1 + random.nextInt(7);
        List<Track> tracks = new ArrayList<>();
        List<List<Integer>> lists = (bend & 1) != 0
                ? mutated(random, honest, problem.people().size())
                : honest.tracks().stream().map(Track::people).toList();
        lists.forEach(people -> tracks.add(new Track(tracks.size() + 1, people)));
        TrackDual dual = (bend & 2) != 0 ? mutated(random, honest.dual()) : honest.dual();
        long objective = all.getOrDefault(lists, honest.objective());
        if ((bend & 4) != 0) {
            objective = random.nextBoolean()
                    ? honest.objective()
                    : TrackCheck.check(problem, new TrackSolution(tracks, objective, dual))
                            .bound();
        }
        return new TrackSolution(tracks, objective, dual);
    }

    private static List<List<Integer>> mutated(Random random, TrackSolution solution, int people) {
        List<List<Integer>> lists = new ArrayList<>();
        solution.tracks().forEach(track -> lists.add(new ArrayList<>(track.people())));
        if (lists.isEmpty()) {
            lists.add(new ArrayList<>());
        }
        List<Integer> one = lists.get(random.nextInt(lists.size()));
        List<Integer> other = lists.get(random.nextInt(lists.size()));
        switch (random.nextInt(4)) {
            case 0 -> one.add(random.nextInt(one.size() + 1), random.nextInt(people));
            case 1 -> {
                if (!one.isEmpty()) {
                    one.remove(random.nextInt(one.size()));
                }
            }
            case 2 -> {
                int cut = random.nextInt(Math.min(one.size(), other.size()) + 1);
                List<Integer> tail = new ArrayList<>(one.subList(cut, one.size()));
                one.subList(cut, one.size()).clear();
                one.addAll(other.subList(Math.min(cut, other.size()), other.size()));
                other.subList(Math.min(cut, other.size()), other.size()).clear();
                other.addAll(tail);
            }
            default -> lists.remove(one);
        }
        return lists;
    }

    /** Shifts one node, both nodes of a person, or any nodes, by one amount. */
    private static TrackDual mutated(Random random, TrackDual dual) {
        List<Long> in = new ArrayList<>(dual.in());
        List<Long> out = new ArrayList<>(dual.out());
        int range = random.nextBoolean() ? 4 : 1_000_000;
        long shift = (long) random.nextInt(2 * range + 1) - range;
        int kind = random.nextInt(4);
        int chosen = random.nextInt(in.size());
        for (int i = 0; i < in.size(); i++) {
            if (kind == 3 ? random.nextBoolean() : i == chosen && kind != 1) {
                in.set(i, in.get(i) + shift);
            }
            if (kind == 3 ? random.nextBoolean() : i == chosen && kind != 0) {
                out.set(i, out.get(i) + shift);
            }
        }
        return new TrackDual(in, out);
    }

    private static void assertBound(TrackDual dual, Outcome outcome, long bound) {
        TrackVerdict verdict = TrackCheck.check(SQUARE, new TrackSolution(BEST, BEST_COST, dual));
        assertThat(verdict.outcome()).isEqualTo(outcome);
        assertThat(verdict.bound()).isEqualTo(bound);
    }

    private static void assertRejected(List<Track> tracks, long claimed, String reason) {
        TrackVerdict verdict = TrackCheck.check(SQUARE, new TrackSolution(tracks, claimed, PROOF));
        assertThat(verdict.outcome()).isEqualTo(Outcome.REJECTED);
        assertThat(verdict.reasons()).anyMatch(text -> text.contains(reason));
    }
}
