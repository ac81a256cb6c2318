package dev.jointly.vision.draw;

import java.awt.Color;
import java.awt.geom.Line2D;
import java.awt.geom.Point2D;

/** Something to draw on, in pixels of the image; what comes later lies on top. */
interface Canvas {
    Color GROUND = new Color(250, 250, 248);
    Color CAPTION_GROUND = new Color(38, 38, 38);

    /** Height of a caption's letters, in units of the frame. */
    double LETTERS = 14;

    /** Height of the strip it stands in. */
    double STRIP = 1.6 * LETTERS;

    /** Width of the edge around a label's letters beside their height, half of it inside. */
    double LABEL_EDGE = 0.25;

    /**
     * A line.
     *
     * @param dash length of its dashes and gaps; 0 for a solid line
     */
    void line(Line2D line, double width, double dash, Color colour);

    /** A filled circle. */
    void disc(Point2D centre, double radius, Color fill);

    /**
     * A circle that is not filled.
     *
     * @param dash as of {@link #line}
     */
    void ring(Point2D centre, double radius, double width, double dash, Color colour);

    /**
     * A short text with a white edge, which can be read on any ground.
     *
     * @param foot the middle of the line that it stands on
     * @param height of its letters
     */
    void label(Point2D foot, double height, String text, Color colour);
}
