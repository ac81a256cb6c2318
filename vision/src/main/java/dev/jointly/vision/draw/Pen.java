package dev.jointly.vision.draw;

import dev.jointly.vision.draw.Canvas.Spot;
import java.awt.Color;

/**
 * Draws one person.
 *
 * @param unit of thickness
 */
record Pen(Canvas canvas, Color colour, double unit) {
    private static final Color HALO = new Color(0, 0, 0, 120);
    private static final double DASH = 5;

    /**
     * A line between joints.
     *
     * @param thickness in units
     * @param left has a white line in it
     */
    void limb(Shape.Line line, double thickness, boolean dashed, boolean left) {
        line(line, thickness * 1.6 * unit, dashed, HALO);
        line(line, thickness * unit, dashed, colour);
        if (left) {
            line(line, thickness * unit / 3, dashed, Color.WHITE);
        }
    }

    private void line(Shape.Line line, double width, boolean dashed, Color paint) {
        if (dashed) {
            canvas.dashes(line.from(), line.to(), width, DASH * unit, paint);
        } else {
            canvas.line(line.from(), line.to(), width, paint);
        }
    }

    /** A further detection of a joint. */
    void duplicate(Spot spot, boolean dashed) {
        if (dashed) {
            canvas.dashedRing(spot, 3 * unit, 1.2 * unit, 0.5 * DASH * unit, colour);
        } else {
            canvas.ring(spot, 3 * unit, 1.2 * unit, colour);
        }
    }

    /**
     * A joint.
     *
     * @param hollow a ring instead of a disc: dashes would be too small to be seen
     * @param left has a white dot in it
     */
    void joint(Spot spot, boolean hollow, boolean left) {
        canvas.disc(spot, 4.2 * unit, Color.WHITE);
        if (hollow) {
            canvas.ring(spot, 2.8 * unit, 1.2 * unit, colour);
            return;
        }
        canvas.disc(spot, 3.2 * unit, colour);
        if (left) {
            canvas.disc(spot, 1.4 * unit, Color.WHITE);
        }
    }
}
