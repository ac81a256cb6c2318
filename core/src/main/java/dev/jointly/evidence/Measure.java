package dev.jointly.evidence;

/** What a detector's affinities measure; costs that were not fitted are derived from it. */
public enum Measure {
    /** The mean component of a direction field along the line between the two, as in OpenPose: up to 1. */
    FIELD(0.6, 0.2, 2),
    /** The same as in DeepLabCut, where the two ends of a limb seldom reach a half. */
    DEEPLABCUT(0.3, 0.2, 2),
    /** The probability that the two belong to one person, as in DeepCut. */
    PROBABILITY(1, 0.5, 2),
    /** Nothing: only positions are known. */
    NONE(1, 0.2, 2);

    private final double typical;
    private final double evenScore;
    private final double poseCost;

    Measure(double typical, double evenScore, double poseCost) {
        this.typical = typical;
        this.evenScore = evenScore;
        this.poseCost = poseCost;
    }

    /** Affinity of the two ends of a limb that was seen well. */
    public double typical() {
        return typical;
    }

    /** Score of a candidate that is as likely a joint as not. */
    public double evenScore() {
        return evenScore;
    }

    /** Cost of a person. */
    public double poseCost() {
        return poseCost;
    }
}
