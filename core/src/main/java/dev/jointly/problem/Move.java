package dev.jointly.problem;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A joint that a person put somewhere else. Its detection stays, and with it every cost and every proof. */
public record Move(int detection, double x, double y) {
    /**
     * The problem with detections where they were put.
     *
     * @throws IllegalArgumentException if a detection does not exist or is moved twice, or a place is outside the image
     */
    public static Problem all(Problem problem, List<Move> moves) {
        List<Detection> moved = new ArrayList<>(problem.detections());
        Set<Integer> seen = new HashSet<>();
        for (Move move : moves) {
            int d = move.detection;
            if (d < 0 || d >= problem.size()) {
                throw new IllegalArgumentException(
                        "found a move of detection " + d + " but there are only " + problem.size() + " detections");
            }
            if (!seen.add(d)) {
                throw new IllegalArgumentException("found a second move of detection " + d + " but expected one");
            }
            Image image = problem.image();
            if (image != null && !image.contains(move.x, move.y)) {
                throw new IllegalArgumentException("found detection " + d + " moved to x = " + move.x + ", y = "
                        + move.y + " but expected a place inside the image of " + image.width() + " x "
                        + image.height());
            }
            Detection before = moved.get(d);
            moved.set(d, new Detection(before.part(), move.x, move.y, before.score(), before.cost()));
        }
        return problem.withDetections(moved);
    }
}
