package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.oracle.Trials;
import dev.jointly.track.AnimalLimit.Stretch;
import dev.jointly.track.TrackMargin.Change;
import dev.jointly.track.TrackPin.Kind;
import dev.jointly.track.TrackVerdict.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Pins, limits and margins against all sets of tracks of small clips. */
class PinsAndMarginsTest {
    private int impossible;
    private int solved;
    private int limited;
    private int margins;
    private int exact;
    private int without;

    /** Pins come and go in the same solver; each time it is compared with trying everything. */
    @Test
    void bruteForceAgreesWhateverIsPinned() {
        for (long seed : Trials.seeds(1, 150, 1000)) {
            Random random = new Random(seed);
            TrackProblem problem;
            do {
                problem = random.nextBoolean()
                        ? RandomTracks.problem(random, 3, 3, random.nextInt(3))
                        : new LinkCosts(LinkSettings.DEFAULT.withLongestGap(random.nextInt(3)))
                                .problem(RandomTracks.clip(random, 4, 1 + random.nextInt(2), 5));
            } while (problem.people().isEmpty());
            AnimalLimit limit = limit(random);
            TrackSolver solver = new TrackSolver(problem, limit, () -> false);
            compare(seed, solver, new TrackQuestion(List.of(), limit));
            List<TrackPin> kept = List.of();
            for (int round = 0; round < 3; round++) {
                List<TrackPin> pins = pins(random, problem);
                TrackProblem linked = TrackPin.linked(
                        solver.problem(),
                        pins.stream().filter(pin -> forward(solver, pin)).toList());
                TrackQuestion question = new TrackQuestion(pins, limit);
                boolean possible = pins.stream().allMatch(pin -> !pin.kind().ofTwo() || forward(solver, pin))
                        && EveryTrackSet.costs(linked).keySet().stream()
                                .anyMatch(tracks -> keeps(linked, tracks, question));
                if (possible) {
                    solver.pin(pins);
                    kept = pins;
                } else {
                    assertThatThrownBy(() -> solver.pin(pins))
                            .as("seed %d", seed)
                            .isInstanceOf(TrackPinsException.class);
                    impossible++;
                }
                compare(seed, solver, new TrackQuestion(kept, limit));
            }
        }
        System.out.printf(
                "%d solved, %d with a limit, %d sets of pins impossible, %d margins, %d exact by the dual, %d without alternative%n",
                solved, limited, impossible, margins, exact, without);
        assertThat(impossible).isGreaterThan(Trials.enough(20, 60));
        assertThat(exact).isGreaterThan(Trials.enough(100, 300));
        assertThat(without).isGreaterThan(Trials.enough(10, 30));
    }

    private static boolean forward(TrackSolver solver, TrackPin pin) {
        List<TrackPerson> people = solver.problem().people();
        return people.get(pin.first()).frame() < people.get(pin.second()).frame();
    }

    private static AnimalLimit limit(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> AnimalLimit.NONE;
            case 1 -> AnimalLimit.of(random.nextInt(3));
            default ->
                new AnimalLimit(List.of(
                        new Stretch(0, random.nextInt(2), random.nextInt(3)), new Stretch(2, 2, random.nextInt(4))));
        };
    }

    private static List<TrackPin> pins(Random random, TrackProblem problem) {
        List<TrackPin> pins = new ArrayList<>();
        int people = problem.people().size();
        for (int count = random.nextInt(4); count > 0; count--) {
            Kind kind = List.of(Kind.values()).get(random.nextInt(4));
            int first = random.nextInt(people);
            pins.add(new TrackPin(kind, first, kind.ofTwo() ? random.nextInt(people) : first));
        }
        return pins;
    }

    private void compare(long seed, TrackSolver solver, TrackQuestion question) {
        TrackProblem problem = solver.problem();
        TrackSolution solution = solver.solution();
        List<TrackMargin> found = solver.margins();
        TrackVerdict verdict = TrackCheck.check(problem, solution, question, found);
        assertThat(verdict.reasons()).as("seed %d %s", seed, question).isEmpty();
        assertThat(verdict.outcome()).isEqualTo(Outcome.OPTIMAL);
        Map<List<List<Integer>>, Long> all = EveryTrackSet.costs(problem);
        Map<Set<List<Integer>>, Long> byArcs = new HashMap<>();
        all.forEach((tracks, cost) -> {
            if (keeps(problem, tracks, question)) {
                byArcs.put(arcs(tracks), cost);
            }
        });
        long optimum = byArcs.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        assertThat(solution.objective()).as("seed %d %s", seed, question).isEqualTo(optimum);
        Map<List<Integer>, TrackMargin> byEnds = new HashMap<>();
        found.forEach(margin -> byEnds.put(List.of(margin.from(), margin.to()), margin));
        assertThat(byEnds).hasSameSizeAs(found);
        List<List<Integer>> tracks =
                solution.tracks().stream().map(Track::people).toList();
        Set<List<Integer>> arcs = arcs(tracks);
        Set<List<Integer>> things = new HashSet<>(arcs);
        for (int i = 0; i < problem.people().size(); i++) {
            int person = i;
            if (tracks.stream().noneMatch(track -> track.contains(person))) {
                things.add(List.of(person, person));
            }
        }
        assertThat(things).containsAll(byEnds.keySet());
        for (List<Integer> thing : things) {
            Optional<Long> best = byArcs.entrySet().stream()
                    .filter(entry -> thing.get(0).equals(thing.get(1))
                            ? entry.getKey().stream().anyMatch(arc -> arc.get(0).equals(thing.get(0)))
                            : !entry.getKey().contains(thing))
                    .map(Map.Entry::getValue)
                    .min(Long::compare);
            TrackMargin margin = byEnds.get(thing);
            assertThat(margin == null)
                    .as("seed %d %s %s", seed, question, thing)
                    .isEqualTo(best.isEmpty());
            if (margin == null) {
                without++;
                continue;
            }
            assertThat(margin.margin())
                    .as("seed %d %s %s", seed, question, thing)
                    .isEqualTo(best.orElseThrow() - optimum);
            Set<List<Integer>> changed = new HashSet<>(arcs);
            for (Change change : margin.changes()) {
                List<Integer> arc = List.of(change.from(), change.to());
                assertThat(change.added() ? changed.add(arc) : changed.remove(arc))
                        .isTrue();
            }
            assertThat(byArcs.get(changed))
                    .as("seed %d %s %s", seed, question, thing)
                    .isEqualTo(best.orElseThrow());
            margins++;
            exact += margin.exact() ? 1 : 0;
        }
        solved++;
        limited += question.limit().equals(AnimalLimit.NONE) ? 0 : 1;
    }

    /** Links, births and deaths. */
    private static Set<List<Integer>> arcs(List<List<Integer>> tracks) {
        Set<List<Integer>> arcs = new HashSet<>();
        for (List<Integer> track : tracks) {
            int last = -1;
            for (int person : track) {
                arcs.add(List.of(last, person));
                last = person;
            }
            arcs.add(List.of(last, -1));
        }
        return arcs;
    }

    private static boolean keeps(TrackProblem problem, List<List<Integer>> tracks, TrackQuestion question) {
        Set<List<Integer>> arcs = arcs(tracks);
        for (TrackPin pin : question.pins()) {
            boolean kept =
                    switch (pin.kind()) {
                        case SAME -> arcs.contains(List.of(pin.first(), pin.second()));
                        case DIFFERENT -> !arcs.contains(List.of(pin.first(), pin.second()));
                        case BEGINS -> arcs.contains(List.of(-1, pin.first()));
                        case ENDS -> arcs.contains(List.of(pin.first(), -1));
                    };
            if (!kept) {
                return false;
            }
        }
        for (int frame = 0; frame < 10; frame++) {
            int at = frame;
            boolean people = problem.people().stream().anyMatch(person -> person.frame() == at);
            long count = tracks.stream()
                    .filter(track -> problem.people().get(track.get(0)).frame() <= at
                            && problem.people().get(track.get(track.size() - 1)).frame() >= at)
                    .count();
            if (people && count > question.limit().most(frame)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void conflictsAreNamed() {
        TrackProblem problem = new TrackProblem(
                List.of(
                        new TrackPerson(0, 0, 1, 1, 1),
                        new TrackPerson(0, 1, 1, 1, 1),
                        new TrackPerson(1, 0, 1, 1, 1),
                        new TrackPerson(2, 0, 1, 1, 1)),
                List.of());
        TrackPin same = new TrackPin(Kind.SAME, 0, 2);
        TrackPin across = new TrackPin(Kind.SAME, 1, 3);
        assertConflict(problem, AnimalLimit.NONE, "on each side", same, new TrackPin(Kind.SAME, 1, 2));
        assertConflict(problem, AnimalLimit.NONE, "on each side", same, new TrackPin(Kind.ENDS, 0, 0));
        assertConflict(problem, AnimalLimit.NONE, "are not neighbours", same, new TrackPin(Kind.DIFFERENT, 0, 2));
        assertConflict(problem, AnimalLimit.NONE, "no later frame", new TrackPin(Kind.SAME, 2, 1));
        assertConflict(problem, AnimalLimit.of(1), "need 2 tracks at a frame that may have 1", same, across);
        TrackSolver solver = new TrackSolver(problem, AnimalLimit.of(2), () -> false);
        solver.pin(List.of(same, across));
        assertThat(solver.solution().tracks())
                .containsExactly(new Track(1, List.of(0, 2)), new Track(2, List.of(1, 3)));
        solver.pin(List.of());
        assertThat(solver.solution().objective()).isZero();
    }

    private static void assertConflict(TrackProblem problem, AnimalLimit limit, String why, TrackPin... pins) {
        TrackSolver solver = new TrackSolver(problem, limit, () -> false);
        assertThatThrownBy(() -> solver.pin(List.of(pins)))
                .isInstanceOfSatisfying(
                        TrackPinsException.class, e -> assertThat(e.pins()).containsExactly(pins))
                .hasMessageContaining(why);
    }

    /** Whatever is bent, what is confirmed is true: the margin lies between what is claimed to be proven and what is claimed. */
    @Test
    void mutatedMarginsAndPinsAreRejectedOrWeaker() {
        int rejected = 0;
        int confirmed = 0;
        for (long seed : Trials.seeds(1, 500, 1000)) {
            Random random = new Random(seed);
            TrackProblem problem = withTracks(random);
            AnimalLimit limit = random.nextBoolean() ? AnimalLimit.NONE : AnimalLimit.of(1 + random.nextInt(2));
            TrackSolver solver = new TrackSolver(problem, limit, () -> false);
            TrackSolution solution = solver.solution();
            List<TrackMargin> honest = solver.margins();
            Map<List<List<Integer>>, Long> all = EveryTrackSet.costs(problem);
            for (int m = 0; m < 10; m++) {
                List<TrackMargin> bent = new ArrayList<>(honest);
                List<TrackPin> pins = List.of();
                if (m % 2 == 0 && !honest.isEmpty()) {
                    int chosen = random.nextInt(honest.size());
                    bent.set(
                            chosen,
                            bent(random, honest.get(chosen), honest.get(random.nextInt(honest.size())), problem));
                } else {
                    bent = List.of();
                    pins = pins(random, problem);
                }
                TrackQuestion question = new TrackQuestion(pins, limit);
                TrackVerdict verdict = TrackCheck.check(problem, solution, question, bent);
                if (verdict.outcome() == Outcome.REJECTED) {
                    rejected++;
                    continue;
                }
                confirmed++;
                long optimum = all.entrySet().stream()
                        .filter(entry -> keeps(problem, entry.getKey(), question))
                        .mapToLong(Map.Entry::getValue)
                        .min()
                        .orElseThrow();
                assertThat(verdict.bound()).as("seed %d", seed).isLessThanOrEqualTo(optimum);
                assertThat(verdict.outcome() == Outcome.OPTIMAL).isEqualTo(verdict.bound() == solution.objective());
                for (TrackMargin margin : bent) {
                    long truth = honest.stream()
                            .filter(each -> each.from() == margin.from() && each.to() == margin.to())
                            .mapToLong(TrackMargin::margin)
                            .findFirst()
                            .orElseThrow();
                    assertThat(truth).as("seed %d %s", seed, margin).isBetween(margin.atLeast(), margin.margin());
                }
            }
        }
        System.out.println("mutated margins and pins: " + rejected + " rejected, " + confirmed + " confirmed and true");
        assertThat(rejected).isGreaterThan(Trials.enough(2000, 4000));
        assertThat(confirmed).isGreaterThan(Trials.enough(200, 400));
    }

    private static TrackProblem withTracks(Random random) {
        while (true) {
            TrackProblem problem = RandomTracks.problem(random, 3, 3, 1);
            if (!TrackSolver.solve(problem).tracks().isEmpty()) {
                return problem;
            }
        }
    }

    private static TrackMargin bent(Random random, TrackMargin margin, TrackMargin other, TrackProblem problem) {
        long shift = random.nextInt(9) - 4L;
        List<Change> changes = new ArrayList<>(margin.changes());
        int people = problem.people().size();
        switch (random.nextInt(5)) {
            case 0 -> changes.remove(random.nextInt(changes.size()));
            case 1 ->
                changes.add(new Change(
                        random.nextBoolean(), random.nextInt(people + 1) - 1, random.nextInt(people + 1) - 1));
            case 2 -> changes.addAll(other.changes());
            case 3 -> {
                // removed and added again
                changes.clear();
                changes.add(new Change(false, margin.from(), margin.to()));
                changes.add(new Change(true, margin.from(), margin.to()));
                return new TrackMargin(margin.from(), margin.to(), 0, 0, changes);
            }
            default -> {
                // the same changes
            }
        }
        return switch (random.nextInt(4)) {
            case 0 -> new TrackMargin(other.from(), margin.to(), margin.atLeast(), margin.margin(), changes);
            case 1 -> new TrackMargin(margin.from(), margin.to(), margin.atLeast() + shift, margin.margin(), changes);
            case 2 -> new TrackMargin(margin.from(), margin.to(), margin.atLeast(), margin.margin() + shift, changes);
            default -> new TrackMargin(margin.from(), margin.to(), margin.atLeast(), margin.margin(), changes);
        };
    }
}
