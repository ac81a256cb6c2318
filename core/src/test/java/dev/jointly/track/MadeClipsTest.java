package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.pose.Person;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Identity switches and fragments on made clips with known truth, beside linking from frame to frame. The default of the
 * longest gap was chosen on the clips of seeds 1 to 200; these are others.
 */
class MadeClipsTest {
    private static final int CLIPS = Trials.count(20, 200);

    /** Longest gaps that are compared. */
    private static final int[] GAPS = {0, 1, 2, 4, 8};

    /**
     * What goes wrong.
     *
     * @param switches how often the next person of a track is another individual
     * @param fragments how often the next person of an individual, in a track, is in another track
     * @param omitted people of individuals that are in no track
     */
    private record Faults(int switches, int fragments, int omitted) {
        Faults plus(Faults other) {
            return new Faults(switches + other.switches, fragments + other.fragments, omitted + other.omitted);
        }
    }

    @Test
    void gapsSaveIdentities() {
        Faults matched = new Faults(0, 0, 0);
        Faults[] flow = new Faults[GAPS.length];
        Arrays.fill(flow, matched);
        for (long seed : Trials.seeds(1001, CLIPS)) {
            Random random = new Random(seed);
            MadeClip made = MadeClip.of(random, 100, 2 + random.nextInt(3));
            matched = matched.plus(faults(made, frameToFrame(made.clip())));
            for (int g = 0; g < GAPS.length; g++) {
                TrackProblem problem = new LinkCosts(LinkSettings.DEFAULT.withLongestGap(GAPS[g])).problem(made.clip());
                TrackSolution solution = TrackSolver.solve(problem);
                assertThat(TrackCheck.check(problem, solution).outcome()).isEqualTo(TrackVerdict.Outcome.OPTIMAL);
                flow[g] = flow[g].plus(faults(made, lists(problem, solution)));
            }
        }
        System.out.println(CLIPS + " clips, frame to frame: " + matched);
        for (int g = 0; g < GAPS.length; g++) {
            System.out.println(CLIPS + " clips, flow, longest gap " + GAPS[g] + ": " + flow[g]);
        }
        assertThat(flow[4].switches() + flow[4].fragments()).isLessThan(matched.switches() + matched.fragments());
        assertThat(flow[4].fragments()).isLessThan(flow[0].fragments());
    }

    @Test
    void motionIsFittedToTheClip() {
        for (double pace : new double[] {3, 9, 27}) {
            Faults fixed = new Faults(0, 0, 0);
            Faults fitted = new Faults(0, 0, 0);
            double[] motions = new double[CLIPS];
            int clip = 0;
            for (long seed : Trials.seeds(1001, CLIPS)) {
                Random random = new Random(seed);
                MadeClip made = MadeClip.of(random, 100, 2 + random.nextInt(3), pace);
                LinkSettings settings = MotionFit.fitted(LinkSettings.DEFAULT, made.clip());
                motions[clip++] = settings.motion();
                fixed = fixed.plus(faults(made, tracks(made, LinkSettings.DEFAULT)));
                fitted = fitted.plus(faults(made, tracks(made, settings)));
            }
            Arrays.sort(motions);
            System.out.println(CLIPS + " clips, pace " + pace + ": motion " + LinkSettings.DEFAULT.motion() + ": "
                    + fixed + "; fitted, median " + motions[CLIPS / 2] + ": " + fitted);
            // the default suits a pace of 9
            int before = fixed.switches() + fixed.fragments();
            int after = fitted.switches() + fitted.fragments();
            assertThat(after).isLessThanOrEqualTo(before * 11 / 10);
            if (pace == 27) {
                assertThat(after).isLessThan(before);
            }
        }
    }

    private static List<List<int[]>> tracks(MadeClip made, LinkSettings settings) {
        TrackProblem problem = new LinkCosts(settings).problem(made.clip());
        return lists(problem, TrackSolver.solve(problem));
    }

    /** Tracks as lists of frame and index. */
    private static List<List<int[]>> lists(TrackProblem problem, TrackSolution solution) {
        List<List<int[]>> result = new ArrayList<>();
        for (Track track : solution.tracks()) {
            List<int[]> list = new ArrayList<>();
            for (int person : track.people()) {
                list.add(new int[] {
                    problem.people().get(person).frame(),
                    problem.people().get(person).index()
                });
            }
            result.add(list);
        }
        return result;
    }

    /** The best one-to-one linking of each frame with the next, by the same costs; a link must be worth a death and a birth. */
    private static List<List<int[]>> frameToFrame(Clip clip) {
        LinkCosts costs = new LinkCosts(LinkSettings.DEFAULT);
        double unlinked = LinkSettings.DEFAULT.birth() + LinkSettings.DEFAULT.death();
        List<List<int[]>> tracks = new ArrayList<>();
        List<List<int[]>> last = List.of();
        List<Person> before = List.of();
        for (ClipFrame frame : clip.frames()) {
            double[][] gain = new double[before.size()][frame.people().size()];
            for (int i = 0; i < gain.length; i++) {
                for (int j = 0; j < gain[i].length; j++) {
                    gain[i][j] = unlinked
                            - costs.cost(before.get(i), frame.people().get(j), 1)
                                    .orElse(unlinked);
                }
            }
            int[] rowOf = new int[frame.people().size()];
            Arrays.fill(rowOf, -1);
            match(gain, 0, 0, rowOf.clone(), new double[] {-1}, rowOf);
            List<List<int[]>> now = new ArrayList<>();
            for (int j = 0; j < rowOf.length; j++) {
                List<int[]> track = rowOf[j] < 0 ? new ArrayList<>() : last.get(rowOf[j]);
                if (rowOf[j] < 0) {
                    tracks.add(track);
                }
                track.add(new int[] {frame.number(), j});
                now.add(track);
            }
            last = now;
            before = frame.people();
        }
        return tracks;
    }

    /** Tries every matching from this row on. */
    private static void match(double[][] gain, int row, double sum, int[] rowOf, double[] best, int[] bestRowOf) {
        if (row == gain.length) {
            if (sum > best[0]) {
                best[0] = sum;
                System.arraycopy(rowOf, 0, bestRowOf, 0, rowOf.length);
            }
            return;
        }
        match(gain, row + 1, sum, rowOf, best, bestRowOf);
        for (int j = 0; j < rowOf.length; j++) {
            if (rowOf[j] < 0 && gain[row][j] > 0) {
                rowOf[j] = row;
                match(gain, row + 1, sum + gain[row][j], rowOf, best, bestRowOf);
                rowOf[j] = -1;
            }
        }
    }

    private static Faults faults(MadeClip made, List<List<int[]>> tracks) {
        Map<List<Integer>, Integer> trackOf = new HashMap<>();
        int switches = 0;
        for (int t = 0; t < tracks.size(); t++) {
            int before = -1;
            for (int[] place : tracks.get(t)) {
                trackOf.put(List.of(place[0], place[1]), t);
                int individual = made.individuals().get(place[0]).get(place[1]);
                if (individual >= 0) {
                    switches += before >= 0 && individual != before ? 1 : 0;
                    before = individual;
                }
            }
        }
        int fragments = 0;
        int omitted = 0;
        Map<Integer, Integer> trackBefore = new HashMap<>();
        for (int f = 0; f < made.individuals().size(); f++) {
            for (int i = 0; i < made.individuals().get(f).size(); i++) {
                int individual = made.individuals().get(f).get(i);
                Integer track = trackOf.get(List.of(f, i));
                if (individual >= 0 && track == null) {
                    omitted++;
                } else if (individual >= 0 && track != null) {
                    Integer before = trackBefore.put(individual, track);
                    fragments += before != null && !before.equals(track) ? 1 : 0;
                }
            }
        }
        return new Faults(switches, fragments, omitted);
    }
}
