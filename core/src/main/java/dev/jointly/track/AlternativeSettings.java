package dev.jointly.track;

/**
 * Which groupings of a frame are alternatives, and what they cost beside tracks.
 *
 * @param most groupings of a frame, the best one included
 * @param doubt alternatives cost less than this more than the best grouping, in units of cost
 * @param weight of these differences beside the costs of tracks
 */
public record AlternativeSettings(int most, double doubt, double weight) {
    /** Checks the ranges. */
    public AlternativeSettings {
        if (most < 2 || most > 1000) {
            throw new IllegalArgumentException("most " + most + " must be from 2 to 1000 groupings");
        }
        requireInRange("doubt", doubt);
        requireInRange("weight", weight);
    }

    private static void requireInRange(String name, double value) {
        if (!(value >= 0 && value <= 1e6)) {
            throw new IllegalArgumentException(name + " " + value + " must be from 0 to 1000000");
        }
    }
}
