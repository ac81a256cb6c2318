package dev.jointly.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.dlc.DlcAssemblies.Animal;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VideoFrameTest {
    private static final double[] NOWHERE = {Double.NaN, Double.NaN, Double.NaN};

    private static Pose pose(Map<Integer, Integer> joints) {
        return new Pose(new TreeMap<>(joints), new TreeMap<>());
    }

    /** Two birds of head, wing and tail. They put the second tail on the first bird and leave out a wing. */
    @Test
    void differencesAreCountedByKind() {
        Anatomy anatomy = Anatomy.of(
                "bird",
                List.of("head", "wing", "tail"),
                List.of("head"),
                List.of(List.of("head", "wing"), List.of("head", "tail")));
        List<Detection> seen = List.of(
                new Detection(0, 0.0, 0.0, 1.0, -1),
                new Detection(0, 100.0, 0.0, 1.0, -1),
                new Detection(1, 10.0, 10.0, 1.0, -1),
                new Detection(1, 110.0, 10.0, 1.0, -1),
                new Detection(2, 120.0, 50.0, 1.0, -1),
                new Detection(2, 20.0, 50.0, 1.0, -1));
        Problem problem =
                new Problem("frame", null, anatomy, 0, seen, new PairCosts.Builder().build(6, false), List.of());
        List<String> parts = List.of("tail", "head", "wing", "perch");
        List<Animal> theirs = List.of(
                new Animal(new double[][] {{120, 50, 1}, {0, 0, 1}, {10, 10, 1}}),
                new Animal(new double[][] {NOWHERE, {100, 0, 1}, NOWHERE}));
        List<Pose> ours = List.of(pose(Map.of(0, 0, 1, 2)), pose(Map.of(0, 1, 1, 3, 2, 4)));
        VideoFrame frame = VideoFrame.of(7, theirs, parts, problem, ours);
        assertThat(frame).isEqualTo(new VideoFrame(7, 2, 2, 4, 5, 3, 1));
        assertThat(frame.onlyTheirs()).isZero();
        assertThat(frame.onlyOurs()).isEqualTo(1);
        assertThat(frame.differing()).isEqualTo(2);
    }
}
