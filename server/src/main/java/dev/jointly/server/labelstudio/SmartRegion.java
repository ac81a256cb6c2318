package dev.jointly.server.labelstudio;

import dev.jointly.problem.Image;
import dev.jointly.server.tool.Mark;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A region that an annotator drew with a smart tool, in percent of the image.
 *
 * @param control from_name
 * @param label its first label, or empty text
 * @param type such as rectanglelabels
 * @param width 0 for points, like height
 */
record SmartRegion(String control, String label, String type, double x, double y, double width, double height) {
    /** What regions mean on an image; some may mean nothing. */
    static List<Mark> marks(List<SmartRegion> regions, Image image) {
        return regions.stream()
                .flatMap(region -> region.mark(image.width(), image.height()).stream())
                .toList();
    }

    private Optional<Mark> mark(int imageWidth, int imageHeight) {
        double left = x / 100 * imageWidth;
        double top = y / 100 * imageHeight;
        if (type.startsWith("rectangle")) {
            return Optional.of(
                    Mark.SamePerson.of(left, top, left + width / 100 * imageWidth, top + height / 100 * imageHeight));
        }
        if (!type.startsWith("keypoint")) {
            return Optional.empty();
        }
        boolean use = label.toLowerCase(Locale.ROOT).startsWith("use");
        return Optional.of(use ? new Mark.UseThis(left, top) : new Mark.NotThis(left, top));
    }
}
