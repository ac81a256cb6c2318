package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.track.Crossings.Crossing;
import dev.jointly.track.TrackMargin.Change;
import dev.jointly.track.TrackVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Exchanges of two tracks against all of them, made by cutting two tracks at a frame and joining them crosswise. */
class CrossingsTest {
    @Test
    void everyExchangeIsListedAtItsExactCost() {
        int exchanges = 0;
        int dearer = 0;
        for (long seed : Trials.seeds(7301, Trials.count(200, 2000))) {
            Random random = new Random(seed);
            TrackProblem problem = RandomTracks.problem(random, 4 + random.nextInt(12), 3, random.nextInt(3));
            TrackSolver solver = new TrackSolver(problem, AnimalLimit.NONE, () -> false);
            TrackSolution solution = solver.solution();
            List<TrackMargin> margins = solver.margins();
            // no frames are close to each other: every exchange is a place of its own
            List<Crossing> listed = new Crossings(problem, solution.tracks()).list(margins, Long.MIN_VALUE, 0);
            List<String> found = listed.stream()
                    .map(each -> each.frame() + " " + each.tracks() + " " + each.cost())
                    .sorted()
                    .toList();
            assertThat(found).isEqualTo(all(problem, solution).stream().sorted().toList());
            for (Crossing crossing : listed) {
                exchanges++;
                for (Change change : crossing.changes()) {
                    if (!change.added()) {
                        long least = margins.stream()
                                .filter(margin -> margin.from() == change.from() && margin.to() == change.to())
                                .mapToLong(TrackMargin::margin)
                                .findFirst()
                                .orElseThrow();
                        assertThat(crossing.cost()).isGreaterThanOrEqualTo(least);
                        dearer += crossing.cost() > least ? 1 : 0;
                    }
                }
            }
        }
        System.out.println(exchanges + " exchanges, " + dearer + " of their links with a smaller margin");
        assertThat(dearer).isPositive();
    }

    /** Each pair of tracks, cut after each frame; the check of the exchanged tracks says what they cost. */
    private static List<String> all(TrackProblem problem, TrackSolution solution) {
        List<String> all = new ArrayList<>();
        int last = problem.people().stream().mapToInt(TrackPerson::frame).max().orElse(0);
        for (Track a : solution.tracks()) {
            for (Track b : solution.tracks()) {
                for (int f = 0; a.id() < b.id() && f < last; f++) {
                    List<List<Integer>> four = new ArrayList<>();
                    four.addAll(cut(problem, a, f));
                    four.addAll(cut(problem, b, f));
                    if (four.stream().anyMatch(List::isEmpty)) {
                        continue;
                    }
                    int early = Math.max(frameOfLast(problem, four.get(0)), frameOfLast(problem, four.get(2)));
                    if (early < f) {
                        continue;
                    }
                    List<List<Integer>> tracks = new ArrayList<>();
                    solution.tracks().stream()
                            .filter(track -> track.id() != a.id() && track.id() != b.id())
                            .forEach(track -> tracks.add(track.people()));
                    tracks.add(joined(four.get(0), four.get(3)));
                    tracks.add(joined(four.get(2), four.get(1)));
                    long cost = cost(problem, tracks, solution);
                    if (cost != Long.MAX_VALUE) {
                        all.add(f + " [" + a.id() + ", " + b.id() + "] " + (cost - solution.objective()));
                    }
                }
            }
        }
        return all;
    }

    private static List<List<Integer>> cut(TrackProblem problem, Track track, int frame) {
        return List.of(
                track.people().stream()
                        .filter(person -> problem.people().get(person).frame() <= frame)
                        .toList(),
                track.people().stream()
                        .filter(person -> problem.people().get(person).frame() > frame)
                        .toList());
    }

    private static int frameOfLast(TrackProblem problem, List<Integer> people) {
        return problem.people().get(people.get(people.size() - 1)).frame();
    }

    private static List<Integer> joined(List<Integer> early, List<Integer> late) {
        List<Integer> joined = new ArrayList<>(early);
        joined.addAll(late);
        return joined;
    }

    /** What the check says that these tracks cost, whatever they are claimed to; the greatest number if they are none. */
    private static long cost(TrackProblem problem, List<List<Integer>> people, TrackSolution solution) {
        NavigableMap<Integer, List<Integer>> byFirst = new TreeMap<>();
        people.forEach(track -> byFirst.put(track.get(0), track));
        List<Track> tracks = new ArrayList<>();
        byFirst.values().forEach(track -> tracks.add(new Track(tracks.size() + 1, track)));
        TrackVerdict claimed = TrackCheck.check(problem, new TrackSolution(tracks, Long.MAX_VALUE, solution.dual()));
        String reason = claimed.reasons().get(0);
        if (!reason.startsWith("the tracks cost ")) {
            assertThat(reason).contains("which is no link");
            return Long.MAX_VALUE;
        }
        long cost = Long.parseLong(reason.split(" ", -1)[3]);
        assertThat(TrackCheck.check(problem, new TrackSolution(tracks, cost, solution.dual()))
                        .outcome())
                .isNotEqualTo(Outcome.REJECTED);
        return cost;
    }

    /** Two tracks side by side; what it costs to exchange them after each frame. */
    private static List<Integer> placesOf(int... costs) {
        List<TrackPerson> people = new ArrayList<>();
        List<TrackLink> links = new ArrayList<>();
        for (int f = 0; f <= costs.length; f++) {
            people.add(new TrackPerson(f, 0, 20, 20, 10));
            people.add(new TrackPerson(f, 1, 20, 20, 10));
        }
        for (int f = 0; f < costs.length; f++) {
            links.add(new TrackLink(2 * f, 2 * f + 2, 0));
            links.add(new TrackLink(2 * f + 1, 2 * f + 3, 0));
            links.add(new TrackLink(2 * f, 2 * f + 3, costs[f]));
            links.add(new TrackLink(2 * f + 1, 2 * f + 2, 0));
        }
        TrackProblem problem = new TrackProblem(people, links);
        TrackSolver solver = new TrackSolver(problem, AnimalLimit.NONE, () -> false);
        Crossings crossings = new Crossings(problem, solver.solution().tracks());
        return crossings.list(solver.margins(), Long.MIN_VALUE, 2).stream()
                .map(Crossing::frame)
                .sorted()
                .toList();
    }

    @Test
    void aRunOfExchangesIsListedWhereItCostsLeast() {
        assertThat(placesOf(9, 8, 7, 6, 7, 8, 9)).containsExactly(3);
        // too far from the least one to be the same place, and yet on the way to it
        assertThat(placesOf(9, 8, 7, 6, 5, 4, 3)).containsExactly(6);
        assertThat(placesOf(3, 3, 4, 4, 5, 5, 6)).containsExactly(0);
        assertThat(placesOf(6, 6, 5, 5, 3, 3, 3)).containsExactly(4);
        assertThat(placesOf(3, 9, 9, 9, 4, 9, 2)).containsExactly(0, 6);
        assertThat(placesOf(3, 9, 9, 4, 9, 9, 2)).containsExactly(0, 3, 6);
    }

    @Test
    void theLastFrameNumberThatThereIsHasCrossingsToo() {
        int last = Integer.MAX_VALUE;
        TrackProblem problem = new TrackProblem(
                List.of(new TrackPerson(last - 1, 0, 1, 1, 9), new TrackPerson(last, 0, 1, 1, 9)),
                List.of(new TrackLink(0, 1, 0)));
        TrackSolver solver = new TrackSolver(problem, AnimalLimit.NONE, () -> false);
        Crossings crossings = new Crossings(problem, solver.solution().tracks());
        assertThat(crossings.list(solver.margins(), Long.MAX_VALUE, 9))
                .extracting(Crossing::frame)
                .contains(last - 1);
    }

    @Test
    void whatAPinSaysIsNotExchanged() {
        TrackProblem problem = new TrackProblem(
                List.of(
                        new TrackPerson(0, 0, 5, 5, 9),
                        new TrackPerson(0, 1, 5, 5, 9),
                        new TrackPerson(1, 0, 5, 5, 9),
                        new TrackPerson(1, 1, 5, 5, 9)),
                List.of(
                        new TrackLink(0, 2, 0),
                        new TrackLink(0, 3, 1),
                        new TrackLink(1, 2, 1),
                        new TrackLink(1, 3, 0)));
        TrackSolver solver = new TrackSolver(problem, AnimalLimit.NONE, () -> false);
        Map<Boolean, Integer> counts = new TreeMap<>();
        for (boolean pinned : new boolean[] {false, true}) {
            solver.pin(pinned ? List.of(new TrackPin(TrackPin.Kind.SAME, 0, 2)) : List.of());
            Crossings crossings = new Crossings(problem, solver.solution().tracks());
            counts.put(
                    pinned, crossings.list(solver.margins(), Long.MIN_VALUE, 0).size());
        }
        assertThat(counts).isEqualTo(Map.of(false, 1, true, 0));
        assertThat(solver.solution().tracks()).hasSize(2);
    }
}
