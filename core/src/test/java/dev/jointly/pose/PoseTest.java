package dev.jointly.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.BruteForce.LocalAssignment;
import dev.jointly.oracle.BruteForce.Skeleton;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PoseTest {
    /** Powers of ten, so that the sum shows what went into it. */
    @Test
    void everyCostOnce() {
        Anatomy anatomy = Anatomy.of(
                "arm",
                List.of("neck", "shoulder", "elbow"),
                List.of("neck"),
                List.of(List.of("neck", "shoulder"), List.of("shoulder", "elbow")));
        List<Detection> detections = List.of(
                new Detection(0, null, null, null, 10),
                new Detection(1, null, null, null, 100),
                new Detection(2, null, null, null, 1000),
                new Detection(2, null, null, null, 10_000));
        PairCosts pairs = new PairCosts.Builder()
                .add(0, 1, 100_000)
                .add(0, 2, 1_000_000)
                .add(1, 2, 10_000_000)
                .add(2, 3, 100_000_000)
                .build(4, true);
        Problem problem = new Problem("arm", null, anatomy, 1, detections, pairs, List.of());

        assertThat(pose(Map.of(0, 0), Map.of()).cost(problem)).isEqualTo(11);
        assertThat(pose(Map.of(0, 0, 1, 1, 2, 2), Map.of()).cost(problem)).isEqualTo(11_101_111);
        assertThat(pose(Map.of(0, 0, 1, 1, 2, 2), Map.of(2, List.of(3))).cost(problem))
                .isEqualTo(111_111_111);
        assertThatThrownBy(() -> pose(Map.of(0, 0, 2, 3), Map.of()).cost(problem))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("detections 0 and 3 may not be together");
        assertThatThrownBy(() -> pose(Map.of(0, 0), Map.of(2, List.of(3))).cost(problem))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a local assignment without its global detection");
    }

    /** Gamma_g alone, and Gamma_g + Psi_l for every local assignment that goes with g. */
    @Test
    void agreesWithBruteForce() {
        int local = 0;
        for (long seed = 0; seed < 200; seed++) {
            BruteForce all = BruteForce.of(TinyProblems.random(seed));
            for (Skeleton g : all.skeletons()) {
                SortedMap<Integer, Integer> global = new TreeMap<>();
                members(g.members()).forEach(d -> global.put(all.problem().part(d), d));
                assertThat(new Pose(global, new TreeMap<>()).cost(all.problem()))
                        .as("seed %d, %s", seed, g)
                        .isEqualTo(g.cost());
                for (LocalAssignment l : all.localAssignments()) {
                    if (g.has(l.global())) {
                        int part = all.problem().part(l.global());
                        assertThat(pose(global, Map.of(part, members(l.locals())))
                                        .cost(all.problem()))
                                .as("seed %d, %s, %s", seed, g, l)
                                .isEqualTo(g.cost() + l.cost());
                        local++;
                    }
                }
            }
        }
        assertThat(local).isGreaterThan(1000);
    }

    @Test
    void isSortedAndItsOwn() {
        Map<Integer, Integer> global = new TreeMap<>(Map.of(1, 5, 0, 2));
        Pose pose = pose(global, Map.of(1, List.of(9, 7)));
        global.clear();

        assertThat(pose.global()).containsExactly(Map.entry(0, 2), Map.entry(1, 5));
        assertThat(pose.local()).containsExactly(Map.entry(1, List.of(7, 9)));
        assertThat(pose).isEqualTo(pose(Map.of(0, 2, 1, 5), Map.of(1, List.of(7, 9))));
        assertThatThrownBy(() -> pose.global().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    private static Pose pose(Map<Integer, Integer> global, Map<Integer, List<Integer>> local) {
        return new Pose(new TreeMap<>(global), new TreeMap<>(local));
    }

    private static List<Integer> members(int set) {
        List<Integer> members = new ArrayList<>();
        for (int d = 0; set >> d != 0; d++) {
            if ((set >> d & 1) == 1) {
                members.add(d);
            }
        }
        return members;
    }
}
