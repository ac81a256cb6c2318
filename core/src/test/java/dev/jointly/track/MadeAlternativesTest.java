package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.margin.NearGroupings;
import dev.jointly.oracle.Trials;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.track.TrackVerdict.Outcome;
import dev.jointly.track.choose.GroupedFrame;
import dev.jointly.track.choose.GroupedFrame.Poses;
import dev.jointly.track.choose.TrackChooser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whether neighbouring frames undo exchanged limbs, on made clips with known truth. The settings were chosen on the clips of
 * seeds 1 to 60; these are others.
 */
class MadeAlternativesTest {
    private static final LpEngine ENGINE = new HighsEngine();
    private static final int MOST = 4;
    private static final double DOUBT = 2;
    private static final double WEIGHT = 1;

    /**
     * What goes wrong with joints.
     *
     * @param wrong in a track most of whose joints are another individual's
     * @param omitted in no track
     * @param tracks how many there are
     * @param optimal how many clips are proven optimal
     * @param changed frames whose grouping is not the best one
     */
    private record Faults(int wrong, int omitted, int tracks, int optimal, int changed) {
        Faults plus(Faults other) {
            return new Faults(
                    wrong + other.wrong,
                    omitted + other.omitted,
                    tracks + other.tracks,
                    optimal + other.optimal,
                    changed + other.changed);
        }
    }

    @Test
    void neighboursUndoExchangedLimbs() {
        Faults without = new Faults(0, 0, 0, 0, 0);
        Faults with = without;
        int clips = 0;
        int joints = 0;
        int frames = 0;
        int doubtful = 0;
        for (long seed : Trials.seeds(1001, 6, 200)) {
            MadeScenes made = MadeScenes.of(new Random(seed), 12, 2);
            List<List<Poses>> near =
                    made.problems().stream().map(MadeAlternativesTest::near).toList();
            without = without.plus(
                    faults(made, near.stream().map(all -> all.subList(0, 1)).toList()));
            with = with.plus(faults(made, near));
            clips++;
            frames += near.size();
            joints += made.problems().stream().mapToInt(Problem::size).sum();
            doubtful += (int) near.stream().filter(all -> all.size() > 1).count();
        }
        System.out.println(
                clips + " clips, " + frames + " frames, " + doubtful + " of them doubtful, " + joints + " joints");
        System.out.println("without alternatives: " + without);
        System.out.println("with alternatives: " + with);
        assertThat(with.wrong()).isLessThan(without.wrong());
        assertThat(with.changed()).isPositive();
        // not every clip must be optimal, but a solver that seldom proves anything would be another one
        assertThat(with.optimal()).isGreaterThan(clips * 9 / 10);
    }

    private static List<Poses> near(Problem problem) {
        Session session = new Session(new Solver(ENGINE), problem, Settings.defaults());
        NearGroupings near = NearGroupings.of(session, MOST, Micro.of(DOUBT), () -> false);
        assertThat(near.complete()).isTrue();
        return near.groupings().stream()
                .map(solution -> new Poses(solution.poses(), solution.objective()))
                .toList();
    }

    private static Faults faults(MadeScenes made, List<List<Poses>> groupings) {
        List<GroupedFrame> frames = new ArrayList<>();
        List<ClipFrame> clip = new ArrayList<>();
        List<FrameGroupings> choices = new ArrayList<>();
        for (int f = 0; f < groupings.size(); f++) {
            GroupedFrame frame = GroupedFrame.of(groupings.get(f), WEIGHT);
            Problem problem = made.problems().get(f);
            frames.add(frame);
            clip.add(new ClipFrame(
                    f,
                    frame.people().stream().map(pose -> person(problem, pose)).toList()));
            if (frame.groupings().size() > 1) {
                choices.add(frame.choice(f));
            }
        }
        TrackProblem problem =
                new LinkCosts(LinkSettings.DEFAULT).problem(new Clip(clip)).withChoices(choices);
        TrackSolution solution =
                new TrackChooser(ENGINE, text -> {}).solve(problem, Deadline.after(Duration.ofMinutes(5)));
        TrackVerdict verdict = TrackCheck.check(problem, solution);
        assertThat(verdict.outcome()).isNotEqualTo(Outcome.REJECTED);
        int[][] votes = new int[solution.tracks().size()][4];
        int tracked = 0;
        for (Track track : solution.tracks()) {
            for (int person : track.people()) {
                TrackPerson one = problem.people().get(person);
                for (int d : frames.get(one.frame()).people().get(one.index()).detections()) {
                    votes[track.id() - 1][made.individuals().get(one.frame()).get(d)]++;
                    tracked++;
                }
            }
        }
        int right = 0;
        for (int[] ofTrack : votes) {
            right += Arrays.stream(ofTrack).max().orElse(0);
        }
        int joints = made.problems().stream().mapToInt(Problem::size).sum();
        int changed = (int) solution.chosen().stream().filter(g -> g > 0).count();
        return new Faults(
                tracked - right,
                joints - tracked,
                solution.tracks().size(),
                verdict.outcome() == Outcome.OPTIMAL ? 1 : 0,
                changed);
    }

    private static FramePerson person(Problem problem, Pose pose) {
        Map<Integer, PlacedJoint> joints = new HashMap<>();
        pose.global().forEach((part, d) -> {
            Detection at = problem.detections().get(d);
            Double x = at.x();
            Double y = at.y();
            if (x != null && y != null) {
                joints.put(part, new PlacedJoint(x, y, 1));
            }
        });
        return FramePerson.of(joints);
    }
}
