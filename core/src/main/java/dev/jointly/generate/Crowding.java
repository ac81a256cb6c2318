package dev.jointly.generate;

import java.util.Locale;

/** How close people stand, and how distinct their joints are. Lengths are in body units. */
public enum Crowding {
    /** People stand apart. */
    EASY(3.2, 6.0, 0.3),
    /** Shoulder to shoulder, some in front of others. */
    CROWDED(1.6, 2.5, 1.0),
    /** Most people overlap with several others. */
    DENSE(0.8, 1.2, 1.0),
    /** People nearly on top of each other, and costs so noisy that relaxations become fractional. */
    ADVERSARIAL(0.4, 0.5, 1.0);

    /** Width of the plane per person of a row. */
    final double across;
    /** Height of the plane per row of people. */
    final double down;
    /** The share of their own cell in which people may stand anywhere; 1 lets neighbours coincide. */
    final double wander;

    Crowding(double across, double down, double wander) {
        this.across = across;
        this.down = down;
        this.wander = wander;
    }

    /** The name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    CostDistribution distribution() {
        return this == ADVERSARIAL ? CostDistribution.BLURRED : CostDistribution.CLEAR;
    }
}
