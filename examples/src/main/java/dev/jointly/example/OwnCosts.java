package dev.jointly.example;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Costs of your own: places and probabilities of a detector become a problem. A negative cost is a reason to use a detection, or to
 * put two into one animal; a pair without a cost is forbidden here.
 */
public final class OwnCosts {
    private static final Anatomy MOUSE = Anatomy.of(
            "mouse",
            List.of("snout", "body", "tail"),
            List.of("body"),
            List.of(List.of("snout", "body"), List.of("body", "tail")));

    /** What the detector found: the second body is a duplicate of the first, and the last tail is probably false. */
    private static final List<Found> FOUND = List.of(
            new Found("body", 100, 100, 0.9),
            new Found("body", 103, 101, 0.6),
            new Found("snout", 140, 104, 0.8),
            new Found("tail", 58, 97, 0.7),
            new Found("body", 160, 180, 0.8),
            new Found("snout", 168, 141, 0.9),
            new Found("tail", 300, 20, 0.3));

    private OwnCosts() {}

    /** One detection of the detector. */
    private record Found(String part, double x, double y, double probability) {
        double distance(Found other) {
            return Math.hypot(x - other.x, y - other.y);
        }
    }

    public static void main(String[] args) {
        Solution solution = new Solver(new HighsEngine()).solve(problem(), Settings.defaults());
        System.out.println(solution.status() + ", cost " + Micro.toString(solution.objective()));
        solution.poses().forEach(pose -> System.out.println(words(pose)));
    }

    static Problem problem() {
        List<Detection> detections = FOUND.stream()
                .map(found -> new Detection(
                        MOUSE.partNamed(found.part), found.x, found.y, found.probability, Micro.of(cost(found))))
                .toList();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int a = 0; a < FOUND.size(); a++) {
            for (int b = a + 1; b < FOUND.size(); b++) {
                if (MOUSE.mayPair(detections.get(a).part(), detections.get(b).part())) {
                    pairs.add(a, b, Micro.of(cost(FOUND.get(a), FOUND.get(b))));
                }
            }
        }
        // another mouse costs 1: a lone detection has to be better than that
        return new Problem(
                "mice", null, MOUSE, Micro.of(1), detections, pairs.build(detections.size(), true), List.of());
    }

    /** The log-odds against the detection. */
    private static double cost(Found found) {
        return Math.log((1 - found.probability) / found.probability);
    }

    /** Duplicates are within 5 pixels of each other, the ends of a limb about 40 apart. */
    private static double cost(Found a, Found b) {
        double expected = a.part.equals(b.part) ? 0 : 40;
        return Math.min(10, Math.abs(a.distance(b) - expected) / 5 - 1);
    }

    private static String words(Pose pose) {
        return "mouse: "
                + pose.global().entrySet().stream()
                        .map(joint -> MOUSE.parts().get(joint.getKey()) + " " + joint.getValue()
                                + (pose.local().containsKey(joint.getKey())
                                        ? " and duplicates " + pose.local().get(joint.getKey())
                                        : ""))
                        .collect(Collectors.joining(", "));
    }
}
