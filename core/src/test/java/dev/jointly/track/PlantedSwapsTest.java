package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.pose.Person;
import dev.jointly.track.Crossings.Crossing;
import dev.jointly.track.TrackPin.Kind;
import dev.jointly.track.TrackVerdict.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Swaps planted in made clips: after a touch, two animals are exchanged in the truth, as if each had gone on where the other was
 * going. Tracks that go straight on are wrong from there on. How soon the list of crossings shows such a place, beside a list
 * by the largest displacement of a track from one person to the next.
 */
class PlantedSwapsTest {
    private static final int CLIPS = Trials.count(20, 200);
    private static final int FRAMES = 300;
    /** Within so many frames, a place is the same. */
    private static final int NEAR = 9;

    /** Centres of two who touch are as near, in pixels. */
    private static final double TOUCH = 30;

    private static final int[] KS = {1, 2, 5, 10};

    /** A place in a list, most doubtful first. */
    private record Place(int frame, List<Integer> tracks) {}

    /** Where truth was exchanged. */
    private record Swap(int frame, int one, int other) {}

    private final List<Swap> swaps = new ArrayList<>();
    private int[][] individual = {};
    private TrackProblem problem = new TrackProblem(List.of(), List.of());

    @Test
    void crossingsComeBeforeJumps() {
        int planted = 0;
        int[] byMargin = new int[KS.length];
        int[] byJump = new int[KS.length];
        int looks = 0;
        int clicks = 0;
        int repaired = 0;
        int wrongFrames = 0;
        int listed = 0;
        for (long seed : Trials.seeds(5001, CLIPS)) {
            Random random = new Random(seed);
            MadeClip made = MadeClip.of(random, FRAMES, 2 + random.nextInt(2));
            plant(made, random);
            LinkSettings settings = MotionFit.fitted(LinkSettings.DEFAULT, made.clip());
            problem = new LinkCosts(settings).problem(made.clip());
            TrackSolver solver = new TrackSolver(problem, AnimalLimit.NONE, () -> false);
            TrackSolution solution = solver.solution();
            swaps.removeIf(swap -> !isWrong(solution.tracks(), swap));
            planted += swaps.size();
            List<Place> crossings = crossings(solver).stream()
                    .map(crossing -> new Place(crossing.frame(), crossing.tracks()))
                    .toList();
            listed += crossings.size();
            List<Place> jumps = jumps(made.clip(), problem, solution.tracks());
            for (int k = 0; k < KS.length; k++) {
                byMargin[k] += found(crossings, KS[k] * swaps.size(), solution.tracks(), 2);
                byJump[k] += found(jumps, KS[k] * swaps.size(), solution.tracks(), 1);
            }
            for (Swap swap : swaps) {
                wrongFrames += FRAMES - swap.frame();
            }
            Repair repair = new Repair(solver);
            repair.run();
            looks += repair.looks;
            clicks += repair.clicks;
            repaired += swaps.size()
                    - (int) swaps.stream()
                            .filter(swap -> isWrong(solver.solution().tracks(), swap))
                            .count();
        }
        System.out.println(CLIPS + " clips, " + planted + " swaps in their tracks, " + listed
                + " crossings listed; found in the first k places per swap, k = "
                + Arrays.toString(KS) + ": crossings " + Arrays.toString(byMargin) + ", largest displacement "
                + Arrays.toString(byJump));
        System.out.println(repaired + " repaired with " + looks + " looks and " + clicks + " clicks; frame by frame "
                + wrongFrames + " frames");
        assertThat(planted).isGreaterThan(Trials.enough(10, 150));
        for (int k = 0; k < KS.length; k++) {
            assertThat(byMargin[k]).isGreaterThan(byJump[k]);
        }
        assertThat(byMargin[KS.length - 1]).isEqualTo(planted);
        assertThat(repaired).isEqualTo(planted);
    }

    /** At most three touches, at least 40 frames apart. */
    private void plant(MadeClip made, Random random) {
        swaps.clear();
        individual = new int[FRAMES][];
        for (int f = 0; f < FRAMES; f++) {
            individual[f] = made.individuals().get(f).stream()
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        List<int[]> touches = new ArrayList<>();
        for (int f = 40; f < FRAMES - 40; f++) {
            for (int i = 0; i < individual[f].length; i++) {
                for (int j = 0; j < i; j++) {
                    boolean two =
                            individual[f][i] >= 0 && individual[f][j] >= 0 && individual[f][i] != individual[f][j];
                    List<Person> people = made.clip().frames().get(f).people();
                    if (two && distance(people.get(i), people.get(j)) < TOUCH) {
                        touches.add(new int[] {f, i, j});
                    }
                }
            }
        }
        Collections.shuffle(touches, random);
        List<int[]> chosen = new ArrayList<>();
        for (int[] touch : touches) {
            if (chosen.size() < 3 && chosen.stream().allMatch(other -> Math.abs(other[0] - touch[0]) >= 40)) {
                chosen.add(touch);
            }
        }
        chosen.sort(Comparator.comparingInt(touch -> touch[0]));
        for (int[] touch : chosen) {
            int one = individual[touch[0]][touch[1]];
            int other = individual[touch[0]][touch[2]];
            swaps.add(new Swap(touch[0], one, other));
            for (int f = touch[0] + 1; f < FRAMES; f++) {
                for (int i = 0; i < individual[f].length; i++) {
                    int who = individual[f][i];
                    individual[f][i] = who == one ? other : who == other ? one : who;
                }
            }
        }
    }

    private static double distance(Person a, Person b) {
        return Math.hypot(
                mean(a, Person.Joint::x) - mean(b, Person.Joint::x),
                mean(a, Person.Joint::y) - mean(b, Person.Joint::y));
    }

    private static double mean(Person person, ToDoubleFunction<Person.Joint> coordinate) {
        return person.joints().values().stream()
                .mapToDouble(coordinate)
                .average()
                .orElseThrow();
    }

    /** Whether the two of a swap are in each other's tracks after it. */
    private boolean isWrong(List<Track> tracks, Swap swap) {
        int one = trackOf(tracks, swap.one(), swap.frame(), -1);
        int other = trackOf(tracks, swap.other(), swap.frame(), -1);
        return one != 0
                && other != 0
                && one != other
                && trackOf(tracks, swap.one(), swap.frame(), 1) == other
                && trackOf(tracks, swap.other(), swap.frame(), 1) == one;
    }

    /** The track of an individual about ten frames before or after a frame. */
    private int trackOf(List<Track> tracks, int who, int frame, int direction) {
        for (int f = frame + direction * (NEAR + 1); Math.abs(f - frame) < 3 * NEAR; f += direction) {
            for (int i = 0; i < individual[f].length; i++) {
                if (individual[f][i] == who) {
                    int person = person(f, i);
                    for (Track track : tracks) {
                        if (Collections.binarySearch(track.people(), person) >= 0) {
                            return track.id();
                        }
                    }
                }
            }
        }
        return 0;
    }

    private int person(int frame, int index) {
        for (int i = 0; i < problem.people().size(); i++) {
            TrackPerson person = problem.people().get(i);
            if (person.frame() == frame && person.index() == index) {
                return i;
            }
        }
        throw new IllegalArgumentException("frame " + frame + " has no person " + index);
    }

    private List<Crossing> crossings(TrackSolver solver) {
        Crossings crossings = new Crossings(solver.problem(), solver.solution().tracks());
        return crossings.list(solver.margins(), Long.MAX_VALUE, NEAR);
    }

    /** Each track's steps by their length, the longest first; of those within a few frames the first counts. */
    private static List<Place> jumps(Clip clip, TrackProblem problem, List<Track> tracks) {
        record Jump(double length, Place place) {}
        List<Jump> jumps = new ArrayList<>();
        for (Track track : tracks) {
            for (int k = 1; k < track.people().size(); k++) {
                TrackPerson a = problem.people().get(track.people().get(k - 1));
                TrackPerson b = problem.people().get(track.people().get(k));
                double length = distance(
                        clip.frames().get(a.frame()).people().get(a.index()),
                        clip.frames().get(b.frame()).people().get(b.index()));
                jumps.add(new Jump(length, new Place(a.frame(), List.of(track.id()))));
            }
        }
        jumps.sort(Comparator.comparingDouble(jump -> -jump.length()));
        List<Place> places = new ArrayList<>();
        for (Jump jump : jumps) {
            if (places.stream()
                    .noneMatch(place -> place.tracks().equals(jump.place().tracks())
                            && Math.abs(place.frame() - jump.place().frame()) <= NEAR)) {
                places.add(jump.place());
            }
        }
        return places;
    }

    /** Swaps that are among the first places of a list, which must name so many of the two tracks. */
    private int found(List<Place> places, int count, List<Track> tracks, int named) {
        int found = 0;
        for (Swap swap : swaps) {
            List<Integer> both = List.of(
                    trackOf(tracks, swap.one(), swap.frame(), -1), trackOf(tracks, swap.other(), swap.frame(), -1));
            found += places.stream()
                            .limit(count)
                            .anyMatch(place -> Math.abs(place.frame() - swap.frame()) <= NEAR
                                    && both.stream()
                                                    .filter(place.tracks()::contains)
                                                    .count()
                                            >= named)
                    ? 1
                    : 0;
        }
        return found;
    }

    /**
     * Somebody who looks at one crossing after the other, sees what is true there, and says "swap from here" where it is a planted
     * swap, until all are repaired. What was looked at is not shown again.
     */
    private final class Repair {
        private final TrackSolver solver;
        private final List<TrackPin> pins = new ArrayList<>();
        private final List<Place> seen = new ArrayList<>();
        int looks;
        int clicks;

        Repair(TrackSolver solver) {
            this.solver = solver;
        }

        void run() {
            while (swaps.stream().anyMatch(swap -> isWrong(solver.solution().tracks(), swap))) {
                Optional<Crossing> next = crossings(solver).stream()
                        .filter(crossing -> crossing.kind() == Crossings.Kind.SWAP
                                && crossing.tracks().size() == 2)
                        .filter(crossing -> seen.stream()
                                .noneMatch(place -> place.tracks().equals(crossing.tracks())
                                        && Math.abs(place.frame() - crossing.frame()) <= NEAR))
                        .findFirst();
                if (next.isEmpty()) {
                    return;
                }
                looks++;
                seen.add(new Place(next.get().frame(), next.get().tracks()));
                List<Track> tracks = solver.solution().tracks();
                boolean wrong = swaps.stream()
                        .anyMatch(swap -> Math.abs(swap.frame() - next.get().frame()) <= NEAR
                                && isWrong(tracks, swap)
                                && next.get().tracks().contains(trackOf(tracks, swap.one(), swap.frame(), -1))
                                && next.get().tracks().contains(trackOf(tracks, swap.other(), swap.frame(), -1)));
                if (wrong) {
                    clicks++;
                    swapFrom(next.get());
                }
            }
        }

        private void swapFrom(Crossing crossing) {
            List<Track> tracks = solver.solution().tracks();
            int[][] ends = new int[2][];
            for (int t = 0; t < 2; t++) {
                ends[t] = around(tracks.get(crossing.tracks().get(t) - 1), crossing.frame());
            }
            pins.add(new TrackPin(Kind.SAME, ends[0][0], ends[1][1]));
            pins.add(new TrackPin(Kind.SAME, ends[1][0], ends[0][1]));
            solver.pin(pins);
            TrackVerdict verdict = TrackCheck.check(
                    solver.problem(), solver.solution(), new TrackQuestion(pins, AnimalLimit.NONE), List.of());
            assertThat(verdict.outcome()).isEqualTo(Outcome.OPTIMAL);
        }

        /** The last person up to a frame, and the first after it. */
        private int[] around(Track track, int frame) {
            int[] ends = {-1, -1};
            for (int person : track.people()) {
                if (problem.people().get(person).frame() <= frame) {
                    ends[0] = person;
                } else if (ends[1] < 0) {
                    ends[1] = person;
                }
            }
            return ends;
        }
    }
}
