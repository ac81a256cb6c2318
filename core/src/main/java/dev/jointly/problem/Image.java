package dev.jointly.problem;

/** The image a problem came from; carried along, never read by the solver. */
public record Image(String file, int width, int height) {
    public Image {
        if (width <= 0 || height <= 0) {
            throw new IllegalArgumentException("image size " + width + " x " + height + " must be positive");
        }
    }
}
