package dev.jointly.vision.draw;

import java.awt.geom.Line2D;
import java.util.List;

/** All that is drawn of a person, and how far it is from another. */
final class Shape {
    /**
     * Share of the distance between centres that is added to the gap between two people, so that of those who overlap the
     * nearest are known too.
     */
    private static final double CENTRES = 0.05;

    private final List<Line2D> lines;
    private final double[] box = {
        Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY
    };

    /** @param lines that are drawn; both ends are the same for a joint alone */
    Shape(List<Line2D> lines) {
        this.lines = List.copyOf(lines);
        for (Line2D line : lines) {
            box[0] = Math.min(box[0], Math.min(line.getX1(), line.getX2()));
            box[1] = Math.min(box[1], Math.min(line.getY1(), line.getY2()));
            box[2] = Math.max(box[2], Math.max(line.getX1(), line.getX2()));
            box[3] = Math.max(box[3], Math.max(line.getY1(), line.getY2()));
        }
    }

    /** The gap between the nearest lines, and a little for the distance of the centres; huge where nothing is drawn. */
    double distance(Shape other) {
        if (lines.isEmpty() || other.lines.isEmpty()) {
            return Double.MAX_VALUE;
        }
        double least = Double.MAX_VALUE;
        for (Line2D own : lines) {
            for (Line2D line : other.lines) {
                least = Math.min(least, distance(own, line));
            }
        }
        return least + CENTRES * betweenCentres(other);
    }

    static double distance(Line2D one, Line2D other) {
        // intersectsLine takes a point for one that lies on every line
        return !isPoint(one) && !isPoint(other) && one.intersectsLine(other)
                ? 0
                : Math.min(
                        Math.min(one.ptSegDist(other.getP1()), one.ptSegDist(other.getP2())),
                        Math.min(other.ptSegDist(one.getP1()), other.ptSegDist(one.getP2())));
    }

    private static boolean isPoint(Line2D line) {
        return line.getP1().equals(line.getP2());
    }

    /** Less than or equal to the distance, and quickly known. */
    double atLeast(Shape other) {
        if (lines.isEmpty() || other.lines.isEmpty()) {
            return Double.MAX_VALUE;
        }
        double dx = Math.max(0, Math.max(box[0] - other.box[2], other.box[0] - box[2]));
        double dy = Math.max(0, Math.max(box[1] - other.box[3], other.box[1] - box[3]));
        return Math.hypot(dx, dy) + CENTRES * betweenCentres(other);
    }

    private double betweenCentres(Shape other) {
        return Math.hypot(
                (box[0] + box[2] - other.box[0] - other.box[2]) / 2,
                (box[1] + box[3] - other.box[1] - other.box[3]) / 2);
    }
}
