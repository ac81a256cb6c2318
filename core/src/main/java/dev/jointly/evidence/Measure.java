package dev.jointly.evidence;

/** What a detector's affinities measure; costs that were not fitted are derived from it. */
public enum Measure {
    /** The mean component of a direction field along the line between the two, as in OpenPose: up to 1. */
    FIELD(0.6, 0.2),
    /** The same as in DeepLabCut, where the affinity of the two ends of a limb is seldom above 0.5. */
    DEEPLABCUT(0.3, 0.2),
    /** The probability that the two belong to one person, as in DeepCut. */
    PROBABILITY(1, 0.5),
    /** There are no affinities, only positions. */
    NONE(1, 0.2),
    /** The share of common voters among hypotheses of whole people; every pair with a major part is measured. */
    VOTES(0.4, 0.02);

    private final double typical;
    private final double evenScore;

    Measure(double typical, double evenScore) {
        this.typical = typical;
        this.evenScore = evenScore;
    }

    /** Affinity of the two ends of a clearly visible limb. */
    public double typical() {
        return typical;
    }

    /** Score of a detection that is a joint with probability one half. */
    public double evenScore() {
        return evenScore;
    }
}
