package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.pose.Person;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Made clips whose individuals are known. */
class IdentityTest {
    private static final int FRAMES = 22;

    private final List<ClipFrame> frames = new ArrayList<>();

    /** Whose person it is, by frame and index. */
    private final Map<String, Character> truth = new HashMap<>();

    @Test
    void twoPeopleWhoCrossKeepTheirIdentity() {
        crossing(false);
        assertThat(individuals(LinkSettings.DEFAULT)).containsExactlyInAnyOrder("A".repeat(22), "B".repeat(22));
    }

    /** B is hidden behind A in the two frames in which they meet. */
    @Test
    void onePersonMayBeOccludedForTwoFrames() {
        crossing(true);
        assertThat(individuals(LinkSettings.DEFAULT.withLongestGap(2)))
                .containsExactlyInAnyOrder("A".repeat(22), "B".repeat(20));
        assertThat(individuals(LinkSettings.DEFAULT)).containsExactlyInAnyOrder("A".repeat(22), "B".repeat(20));
    }

    /** One person in frames 10 and 11: there are three tracks at least, and A is the one nearer to itself. */
    @Test
    void withoutGapsTheOccludedPersonIsTwoTracks() {
        crossing(true);
        assertThat(individuals(LinkSettings.DEFAULT.withLongestGap(0)))
                .containsExactlyInAnyOrder("A".repeat(22), "B".repeat(10), "B".repeat(10));
    }

    /**
     * A limit. By hand, with one missing frame allowed: B(9)-A(11) and A(10)-B(12) cost -1.74 each,
     * A(10)-A(11) with a death and a birth -4.21 + 4.
     */
    @Test
    void anOcclusionLongerThanTheLongestGapMayExchangePeople() {
        crossing(true);
        assertThat(individuals(LinkSettings.DEFAULT.withLongestGap(1)))
                .containsExactlyInAnyOrder("A".repeat(11) + "B".repeat(10), "B".repeat(10) + "A".repeat(11));
    }

    /** The same, if a network says which of the two each person is, mostly. */
    @Test
    void identitiesKeepPeopleApartWhoWereHiddenForTooLong() {
        crossing(true);
        for (int f = 0; f < frames.size(); f++) {
            List<List<Double>> scores = new ArrayList<>();
            for (int i = 0; i < frames.get(f).people().size(); i++) {
                boolean first = Character.valueOf('A').equals(truth.get(f + "/" + i));
                scores.add(first ? List.of(0.7, 0.3) : List.of(0.2, 0.6));
            }
            frames.set(f, new ClipFrame(f, frames.get(f).people(), scores));
        }
        LinkSettings settings = LinkSettings.DEFAULT.withLongestGap(1);
        assertThat(individuals(settings))
                .containsExactlyInAnyOrder("A".repeat(11) + "B".repeat(10), "B".repeat(10) + "A".repeat(11));
        assertThat(individuals(settings.withIdentity(4)))
                .containsExactlyInAnyOrder("A".repeat(22), "B".repeat(10), "B".repeat(10));
    }

    /** Some people have scores, some have none; the cheapest tracks are those that enumeration finds. */
    @Test
    void tracksWithIdentitiesAreOptimalByBruteForce() {
        int changed = 0;
        for (long seed : Trials.seeds(911, Trials.count(200, 1000))) {
            Random random = new Random(seed);
            List<ClipFrame> scored = new ArrayList<>();
            for (ClipFrame frame : RandomTracks.clip(random, 4, 3, 3).frames()) {
                List<List<Double>> scores = frame.people().stream()
                        .map(person -> random.nextInt(5) == 0
                                ? List.<Double>of()
                                : List.of(random.nextDouble(), random.nextDouble(), random.nextDouble()))
                        .toList();
                scored.add(new ClipFrame(frame.number(), frame.people(), scores));
            }
            LinkSettings settings = LinkSettings.DEFAULT.withIdentity(12 * random.nextDouble());
            TrackProblem problem = new LinkCosts(settings).problem(new Clip(scored));
            TrackSolver solver = new TrackSolver(problem, AnimalLimit.NONE, () -> false);
            TrackSolution solution = solver.solution();
            assertThat(solution.objective()).as("seed %d", seed).isEqualTo(EveryTrackSet.optimum(problem));
            assertThat(TrackCheck.check(problem, solution, TrackQuestion.ANY, solver.margins())
                            .outcome())
                    .isEqualTo(TrackVerdict.Outcome.OPTIMAL);
            TrackProblem without = new LinkCosts(LinkSettings.DEFAULT).problem(new Clip(scored));
            changed += TrackSolver.solve(without).tracks().equals(solution.tracks()) ? 0 : 1;
        }
        assertThat(changed).as("clips whose tracks identities change").isPositive();
    }

    /** D is a second detection of A for one frame: nobody's track. */
    @Test
    void aDuplicateOfOneFrameIsLeftOut() {
        for (int f = 0; f < 5; f++) {
            List<Person> people = new ArrayList<>();
            if (f == 2) {
                add(people, f, 'D', 12 * f + 9, 4);
            }
            add(people, f, 'A', 12 * f, 0);
            frames.add(new ClipFrame(f, people));
        }
        assertThat(individuals(LinkSettings.DEFAULT)).containsExactly("AAAAA");
    }

    @Test
    void framesASecond() {
        Clip clip = RandomTracks.clip(new Random(1), 2000, 5, 17);
        for (int run = 1; run <= 3; run++) {
            long start = System.nanoTime();
            TrackProblem problem = new LinkCosts(LinkSettings.DEFAULT).problem(clip);
            long built = System.nanoTime();
            TrackSolution solution = TrackSolver.solve(problem);
            long solved = System.nanoTime();
            TrackVerdict verdict = TrackCheck.check(problem, solution);
            long checked = System.nanoTime();
            System.out.printf(
                    "2000 frames, %d people, %d links, %d tracks: costs %d, solve %d, check %d ms; %.0f frames/s%n",
                    problem.people().size(),
                    problem.links().size(),
                    solution.tracks().size(),
                    (built - start) / 1_000_000,
                    (solved - built) / 1_000_000,
                    (checked - solved) / 1_000_000,
                    2000 / ((checked - start) / 1e9));
            assertThat(verdict.outcome()).isEqualTo(TrackVerdict.Outcome.OPTIMAL);
        }
    }

    /** A walks to the right and B, 30 pixels lower, to the left; they meet between frames 10 and 11. */
    private void crossing(boolean occluded) {
        for (int f = 0; f < FRAMES; f++) {
            List<Person> people = new ArrayList<>();
            boolean hidden = occluded && (f == 10 || f == 11);
            if (!hidden && f % 3 == 0) {
                add(people, f, 'B', -12 * (f - 10.5), 30);
            }
            add(people, f, 'A', 12 * (f - 10.5), 0);
            if (!hidden && f % 3 != 0) {
                add(people, f, 'B', -12 * (f - 10.5), 30);
            }
            frames.add(new ClipFrame(f, people));
        }
    }

    /** Five joints in a box of 60 by 80 pixels. */
    private void add(List<Person> people, int frame, char individual, double x, double y) {
        truth.put(frame + "/" + people.size(), individual);
        people.add(Person.of(Map.of(
                0, new Person.Joint(x, y, 1),
                1, new Person.Joint(x + 60, y, 1),
                2, new Person.Joint(x + 30, y + 40, 1),
                3, new Person.Joint(x, y + 80, 1),
                4, new Person.Joint(x + 60, y + 80, 1))));
    }

    /** For each track, whose people it has. */
    private List<String> individuals(LinkSettings settings) {
        TrackProblem problem = new LinkCosts(settings).problem(new Clip(frames));
        TrackSolution solution = TrackSolver.solve(problem);
        assertThat(TrackCheck.check(problem, solution).outcome()).isEqualTo(TrackVerdict.Outcome.OPTIMAL);
        List<String> result = new ArrayList<>();
        for (Track track : solution.tracks()) {
            StringBuilder text = new StringBuilder();
            for (int index : track.people()) {
                TrackPerson person = problem.people().get(index);
                text.append(truth.get(person.frame() + "/" + person.index()));
            }
            result.add(text.toString());
        }
        return result;
    }
}
