package dev.jointly.vision.draw;

import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of the plane a drawing shows, in pixels of the image: the image, or what the detections span where no image is
 * known.
 *
 * @param scale pixels of the drawing per pixel of the image
 */
record Frame(double left, double top, double width, double height, double scale) {
    private static final double MARGIN = 0.08;

    /** Pixels of the long side where there is no image that says how many there are. */
    private static final int USUAL = 1_000;

    /** @param longest pixels of the drawing's long side, at most */
    static Frame of(Problem problem, @Nullable BufferedImage photo, int longest) {
        Image image = problem.image();
        if (image != null
                && photo != null
                && (image.width() != photo.getWidth() || image.height() != photo.getHeight())) {
            throw new IllegalArgumentException("the image is " + photo.getWidth() + " x " + photo.getHeight()
                    + " pixels but problem \"" + problem.id() + "\" says " + image.width() + " x " + image.height());
        }
        if (photo != null) {
            return ofImage(photo.getWidth(), photo.getHeight(), longest);
        }
        return image != null ? ofImage(image.width(), image.height(), longest) : around(problem, longest);
    }

    private static Frame ofImage(int width, int height, int longest) {
        return new Frame(0, 0, width, height, Math.min(1, (double) longest / Math.max(width, height)));
    }

    private static Frame around(Problem problem, int longest) {
        DoubleSummaryStatistics xs = new DoubleSummaryStatistics();
        DoubleSummaryStatistics ys = new DoubleSummaryStatistics();
        for (Detection detection : problem.detections()) {
            spot(detection).ifPresent(spot -> {
                xs.accept(spot.getX());
                ys.accept(spot.getY());
            });
        }
        if (xs.getCount() == 0) {
            return ofImage(320, 240, longest);
        }
        double across = xs.getMax() - xs.getMin();
        double down = ys.getMax() - ys.getMin();
        double margin = MARGIN * Math.max(across, down) + 1;
        double width = across + 2 * margin;
        double height = down + 2 * margin;
        return new Frame(
                xs.getMin() - margin,
                ys.getMin() - margin,
                width,
                height,
                Math.min(USUAL, longest) / Math.max(width, height));
    }

    /** A thickness that looks the same at any size of image: about one pixel of a small screen. */
    double unit() {
        return Math.max(width, height) / 640;
    }

    int pixelWidth() {
        return pixels(width);
    }

    int pixelHeight() {
        return pixels(height);
    }

    private int pixels(double side) {
        return Math.max(1, (int) Math.round(side * scale));
    }

    /** Where a detection is, if it says so. */
    static Optional<Point2D> spot(Detection detection) {
        Double x = detection.x();
        Double y = detection.y();
        return x == null || y == null ? Optional.empty() : Optional.of(new Point2D.Double(x, y));
    }
}
