package dev.jointly.vision.draw;

import java.awt.Color;

/** Something to draw on, in pixels of the image; what comes later lies on top. */
interface Canvas {
    void line(Spot from, Spot to, double width, Color colour);

    /** A filled circle. */
    void disc(Spot centre, double radius, Color fill);

    /** A circle that is not filled. */
    void ring(Spot centre, double radius, double width, Color colour);

    /** One line of text on a dark ground in the lower left corner. */
    void caption(String text, double height);

    /** A place. */
    record Spot(double x, double y) {}
}
