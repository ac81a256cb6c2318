package dev.jointly.vision.net;

/**
 * Where the cells of a network's maps are in the photo. The middle of cell i is at i, its edges are at i - 0.5 and i + 0.5.
 *
 * @param width of a cell in pixels of the photo, and {@code height} likewise
 * @param firstX what is added to the place in the maps; half a cell, less what is padded, and {@code firstY} likewise
 */
public record Cells(double width, double height, double firstX, double firstY, int photoWidth, int photoHeight) {
    /** A cell covers a rectangle of the photo; a peak at a cell's centre lies in the middle of it. */
    static Cells of(Placement placement, int stride, int photoWidth, int photoHeight) {
        return new Cells(
                (double) photoWidth * stride / placement.imageWidth(),
                (double) photoHeight * stride / placement.imageHeight(),
                0.5 - (double) placement.left() / stride,
                0.5 - (double) placement.top() / stride,
                photoWidth,
                photoHeight);
    }

    /** The same maps, where the place of a cell is its top left corner. */
    Cells atCorners() {
        return new Cells(width, height, firstX - 0.5, firstY - 0.5, photoWidth, photoHeight);
    }

    /** The place in the photo of a place in the maps. */
    double x(double cell) {
        return (cell + firstX) * width;
    }

    /** The place in the photo of a place in the maps. */
    double y(double cell) {
        return (cell + firstY) * height;
    }

    /** The place in the maps of a place in the photo. */
    double column(double x) {
        return x / width - firstX;
    }

    /** The place in the maps of a place in the photo. */
    double row(double y) {
        return y / height - firstY;
    }

    /** Whether a place is in the photo, and not in the padding. */
    boolean inside(double x, double y) {
        return x >= 0 && x <= photoWidth && y >= 0 && y <= photoHeight;
    }
}
