package dev.jointly.bench.paper;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.vision.eval.GroupedPerson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The people of a baseline as a solution of the problem. They were not grouped for it, so they are treated generously:
 * a joint that may not be with those before it is left out, as is a person without a major part, or one that does not
 * pay. Duplicates of joints, which baselines do not have, stay unused.
 */
final class BaselinePoses {
    private BaselinePoses() {}

    /** Poses of the problem whose detections are the evidence's candidates. */
    static List<Pose> of(List<GroupedPerson> people, Problem problem) {
        List<Pose> poses = new ArrayList<>();
        for (GroupedPerson person : people) {
            Map<Integer, Integer> joints = allowed(person, problem);
            boolean led = problem.anatomy().majors().stream().anyMatch(joints::containsKey);
            if (led) {
                Pose pose = new Pose(new TreeMap<>(joints), new TreeMap<>());
                if (pose.cost(problem) < 0) {
                    poses.add(pose);
                }
            }
        }
        return poses;
    }

    /** Majors first, so that others have to suit them. */
    private static Map<Integer, Integer> allowed(GroupedPerson person, Problem problem) {
        Anatomy anatomy = problem.anatomy();
        Map<Integer, Integer> joints = new TreeMap<>();
        for (boolean majors : new boolean[] {true, false}) {
            for (int d : person.candidate()) {
                if (d != GroupedPerson.NONE
                        && anatomy.isMajor(problem.part(d)) == majors
                        && joints.values().stream().allMatch(e -> together(d, e, problem))) {
                    joints.put(problem.part(d), d);
                }
            }
        }
        return joints;
    }

    private static boolean together(int d, int e, Problem problem) {
        return !problem.anatomy().mayPair(problem.part(d), problem.part(e))
                || problem.pairs().cost(d, e) != PairCosts.FORBIDDEN;
    }
}
