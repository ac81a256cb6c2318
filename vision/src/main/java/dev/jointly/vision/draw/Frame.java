package dev.jointly.vision.draw;

import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.vision.draw.Canvas.Spot;
import java.util.Optional;

/**
 * The part of the plane an image shows: the photo, or what the detections span where no photo is known.
 *
 * @param unit a thickness that looks the same at any size of image: about one pixel of a small screen
 */
record Frame(double left, double top, int width, int height, double unit) {
    private static final double MARGIN = 0.08;
    /** A side no image of detections alone needs to exceed, however far apart they are. */
    private static final int LONGEST = 2_000;

    static Frame of(Problem problem) {
        Image image = problem.image();
        if (image != null) {
            return new Frame(0, 0, image.width(), image.height(), unit(image.width(), image.height()));
        }
        double left = Double.POSITIVE_INFINITY;
        double top = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        double bottom = Double.NEGATIVE_INFINITY;
        for (Detection detection : problem.detections()) {
            Optional<Spot> spot = spot(detection);
            if (spot.isPresent()) {
                left = Math.min(left, spot.get().x());
                right = Math.max(right, spot.get().x());
                top = Math.min(top, spot.get().y());
                bottom = Math.max(bottom, spot.get().y());
            }
        }
        if (left > right) {
            return new Frame(0, 0, 320, 240, 1);
        }
        double margin = MARGIN * Math.max(right - left, bottom - top) + 1;
        int width = (int) Math.min(LONGEST, Math.ceil(right - left + 2 * margin));
        int height = (int) Math.min(LONGEST, Math.ceil(bottom - top + 2 * margin));
        return new Frame(left - margin, top - margin, width, height, unit(width, height));
    }

    private static double unit(int width, int height) {
        return Math.max(width, height) / 640.0;
    }

    /** Where a detection is, if it says so. */
    static Optional<Spot> spot(Detection detection) {
        Double x = detection.x();
        Double y = detection.y();
        return x == null || y == null ? Optional.empty() : Optional.of(new Spot(x, y));
    }
}
