package dev.jointly.vision.refine;

import dev.jointly.vision.net.SinglePose;
import dev.jointly.vision.net.SinglePose.Square;
import java.awt.geom.Point2D;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The square around a person for the second look, by the rule of MoveNet's own documentation: around the middle of the hips, so
 * that the torso reaches at most 1 / 1.9 of the way to the border and the body 1 / 1.2. Where hips or shoulders were not found,
 * it is around the middle of the joints' box.
 */
final class PersonSquare {
    private static final double TORSO = 1.9;
    private static final double BODY = 1.2;

    /** Least half side in pixels: people whose joints are one point have a square too. */
    private static final double LEAST = 8;

    private PersonSquare() {}

    /**
     * The square; around the whole photo if it would be larger than that.
     *
     * @param joints by the names of {@link SinglePose#PARTS}; at least one
     */
    static Square of(Map<String, Point2D> joints, int width, int height) {
        List<Point2D> hips = present(joints, "l-hip", "r-hip");
        List<Point2D> shoulders = present(joints, "l-shoulder", "r-shoulder");
        boolean torso = !hips.isEmpty() && !shoulders.isEmpty();
        Point2D centre = torso ? mean(hips) : middle(joints.values());
        double half = Math.max(LEAST, BODY * reach(centre, joints.values().stream()));
        if (torso) {
            half = Math.max(half, TORSO * reach(centre, Stream.concat(hips.stream(), shoulders.stream())));
        }
        if (2 * half > Math.max(width, height)) {
            int side = Math.max(width, height);
            return new Square((width - side) / 2, (height - side) / 2, side);
        }
        return new Square((int) Math.round(centre.getX() - half), (int) Math.round(centre.getY() - half), (int)
                Math.round(2 * half));
    }

    private static List<Point2D> present(Map<String, Point2D> joints, String... names) {
        return Stream.of(names).map(joints::get).filter(Objects::nonNull).toList();
    }

    private static Point2D mean(List<Point2D> points) {
        return new Point2D.Double(
                points.stream().mapToDouble(Point2D::getX).average().orElseThrow(),
                points.stream().mapToDouble(Point2D::getY).average().orElseThrow());
    }

    private static Point2D middle(Collection<Point2D> points) {
        DoubleSummaryStatistics x = points.stream().collect(Collectors.summarizingDouble(Point2D::getX));
        DoubleSummaryStatistics y = points.stream().collect(Collectors.summarizingDouble(Point2D::getY));
        return new Point2D.Double((x.getMin() + x.getMax()) / 2, (y.getMin() + y.getMax()) / 2);
    }

    /** Of the joints' box. */
    static double longerSide(Collection<Point2D> points) {
        return 2 * reach(middle(points), points.stream());
    }

    /** Largest distance along x or y. */
    private static double reach(Point2D centre, Stream<Point2D> points) {
        return points.flatMapToDouble(point ->
                        DoubleStream.of(Math.abs(point.getX() - centre.getX()), Math.abs(point.getY() - centre.getY())))
                .max()
                .orElse(0);
    }
}
