package dev.jointly.vision.draw;

import java.awt.Color;
import java.util.List;

/**
 * The colours of people. They were found by a random search for eight colours that are as far apart as possible: any two
 * differ by at least 30 in CIELAB, to normal eyes and to eyes without red, green or blue cones (simulated after Machado
 * and others, 2009), and by at least 28 degrees in hue. For comparison, the closest two of Okabe and Ito's seven differ
 * by 16. None is grey, which is for unused detections, or so light that it vanishes on a white ground.
 */
final class Palette {
    static final List<Color> COLOURS = List.of(
            new Color(75, 135, 225),
            new Color(180, 0, 0),
            new Color(180, 225, 0),
            new Color(105, 30, 225),
            new Color(0, 225, 225),
            new Color(240, 75, 120),
            new Color(225, 165, 90),
            new Color(150, 30, 120));

    private Palette() {}
}
