package dev.jointly.problem;

/** The image a problem comes from. Metadata only: the solver does not use it. */
public record Image(String file, int width, int height) {
    public Image {
        if (width <= 0 || height <= 0) {
            throw new IllegalArgumentException("image size " + width + " x " + height + " must be positive");
        }
    }

    /** Whether a place is in the image, its edges included. */
    public boolean contains(double x, double y) {
        return x >= 0 && x <= width && y >= 0 && y <= height;
    }
}
