package dev.jointly.vision.draw;

import dev.jointly.vision.draw.Canvas.Spot;
import java.awt.geom.Line2D;
import java.util.List;

/** All that is drawn of a person, and how far it is from another. */
final class Shape {
    /**
     * Share of the distance between centres that is added to the gap between two people, so that of those who overlap the
     * nearest are known too.
     */
    private static final double CENTRES = 0.05;

    private final List<Line> lines;
    private final double[] box = {
        Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY
    };

    /** A line that is drawn; both ends are the same for a joint alone. */
    record Line(Spot from, Spot to) {
        double distance(Line other) {
            // which takes a point for one that lies on every line
            boolean cross = !from.equals(to)
                    && !other.from.equals(other.to)
                    && Line2D.linesIntersect(
                            from.x(),
                            from.y(),
                            to.x(),
                            to.y(),
                            other.from.x(),
                            other.from.y(),
                            other.to.x(),
                            other.to.y());
            return cross
                    ? 0
                    : Math.min(
                            Math.min(distance(other.from), distance(other.to)),
                            Math.min(other.distance(from), other.distance(to)));
        }

        double length() {
            return Math.hypot(from.x() - to.x(), from.y() - to.y());
        }

        private double distance(Spot spot) {
            return Line2D.ptSegDist(from.x(), from.y(), to.x(), to.y(), spot.x(), spot.y());
        }
    }

    Shape(List<Line> lines) {
        this.lines = List.copyOf(lines);
        for (Line line : lines) {
            add(line.from());
            add(line.to());
        }
    }

    private void add(Spot spot) {
        box[0] = Math.min(box[0], spot.x());
        box[1] = Math.min(box[1], spot.y());
        box[2] = Math.max(box[2], spot.x());
        box[3] = Math.max(box[3], spot.y());
    }

    /** The gap between the nearest lines, and a little for the distance of the centres; huge where nothing is drawn. */
    double distance(Shape other) {
        if (lines.isEmpty() || other.lines.isEmpty()) {
            return Double.MAX_VALUE;
        }
        double least = Double.MAX_VALUE;
        for (Line own : lines) {
            for (Line line : other.lines) {
                least = Math.min(least, own.distance(line));
            }
        }
        return least + CENTRES * betweenCentres(other);
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
