package dev.jointly.bench.annotator;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/** Small problems made by hand: a body is a neck, the major part, with an elbow and a wrist. Pairs not given are forbidden. */
final class TwoArms {
    static final int NECK = 0;
    static final int ELBOW = 1;
    static final int WRIST = 2;

    private static final Anatomy ARM = Anatomy.of(
            "arm",
            List.of("neck", "elbow", "wrist"),
            List.of("neck"),
            List.of(List.of("neck", "elbow"), List.of("elbow", "wrist")));

    private final List<Detection> detections = new ArrayList<>();
    private final PairCosts.Builder pairs = new PairCosts.Builder();

    TwoArms detection(int part, double cost) {
        detections.add(Detection.of(part, cost));
        return this;
    }

    TwoArms pair(int a, int b, double cost) {
        pairs.add(a, b, Micro.of(cost));
        return this;
    }

    Problem problem(double poseCost) {
        return new Problem(
                "arms", null, ARM, Micro.of(poseCost), detections, pairs.build(detections.size(), true), List.of());
    }

    /**
     * Necks 0 and 3, elbows 1 and 4, wrists 2 and 5, in two people 0 to 2 and 3 to 5. Each elbow likes the wrong wrist better: the
     * optimum has them swapped, at -2 each where the right ones cost -1.5.
     */
    static Problem swappedWrists() {
        TwoArms arms = new TwoArms();
        for (int person = 0; person < 2; person++) {
            arms.detection(NECK, -2).detection(ELBOW, -2).detection(WRIST, -2);
        }
        return arms.pair(0, 1, -3)
                .pair(3, 4, -3)
                .pair(1, 2, -1.5)
                .pair(4, 5, -1.5)
                .pair(1, 5, -2)
                .pair(4, 2, -2)
                .pair(0, 2, 0)
                .pair(0, 5, 0)
                .pair(3, 2, 0)
                .pair(3, 5, 0)
                .problem(1);
    }

    static TrueOwners owners(int people, Integer... owners) {
        return new TrueOwners(people, List.of(owners));
    }
}
