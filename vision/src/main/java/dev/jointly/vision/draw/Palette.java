package dev.jointly.vision.draw;

import java.awt.Color;

/** Colours that differ from those before them, however many there are. */
final class Palette {
    /** Steps of the golden ratio fall into the widest gap that earlier hues leave. */
    private static final double STEP = (3 - Math.sqrt(5)) / 2;

    private Palette() {}

    static Color colour(int i) {
        float hue = (float) (0.02 + i * STEP);
        // neighbours in hue come some steps apart and differ in brightness
        float brightness = i / 5 % 2 == 0 ? 0.95f : 0.7f;
        return Color.getHSBColor(hue, 0.85f, brightness);
    }
}
