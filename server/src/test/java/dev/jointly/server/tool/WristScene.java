package dev.jointly.server.tool;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.List;

/**
 * Two people on an image of 200 x 100, at x = 50 and x = 150, and a wrist half way between them that fits the left one a
 * little better. Beside the left head is a second detection of it that nobody wants.
 */
final class WristScene {
    static final int LEFT_NECK = 0;
    static final int LEFT_HEAD = 1;
    static final int WRIST = 2;
    static final int RIGHT_NECK = 3;
    static final int RIGHT_HEAD = 4;
    static final int UNWANTED_HEAD = 5;

    private WristScene() {}

    static Problem problem() {
        Anatomy anatomy = Anatomy.of(
                "three",
                List.of("neck", "head", "wrist"),
                List.of("neck"),
                List.of(List.of("neck", "head"), List.of("neck", "wrist")));
        List<Detection> detections = List.of(
                at(0, 50, 60, -1),
                at(1, 50, 30, -1),
                at(2, 100, 60, -0.9),
                at(0, 150, 60, -1),
                at(1, 150, 30, -1),
                at(1, 51, 31, 1));
        PairCosts pairs = new PairCosts.Builder()
                .add(LEFT_NECK, LEFT_HEAD, Micro.of(-2))
                .add(RIGHT_NECK, RIGHT_HEAD, Micro.of(-2))
                .add(LEFT_NECK, WRIST, Micro.of(-1))
                .add(RIGHT_NECK, WRIST, Micro.of(-0.5))
                .add(LEFT_NECK, UNWANTED_HEAD, Micro.of(0.5))
                .build(detections.size(), true);
        return new Problem(
                "wrist", new Image("wrist.png", 200, 100), anatomy, Micro.of(0.5), detections, pairs, List.of());
    }

    private static Detection at(int part, double x, double y, double cost) {
        return new Detection(part, x, y, 0.5, Micro.of(cost));
    }
}
