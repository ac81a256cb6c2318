package dev.jointly.vision.cost;

/** What a detector's affinities measure, for {@link CostModel#defaults}. */
public enum Measure {
    /** How well a field of directions goes along the line between the two, as OpenPose and its kin have it: up to 1. */
    FIELD(0.6, 0.2, 2),
    /** The same as DeepLabCut has it, where the two ends of a limb seldom reach a half. */
    DEEPLABCUT(0.3, 0.2, 2),
    /** A probability that the two are of one body, as DeepCut has it. */
    PROBABILITY(1, 0.5, 2),
    /** Nothing: only places are known. */
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
    double typical() {
        return typical;
    }

    /** Score of a candidate that is as likely a joint as not. */
    double evenScore() {
        return evenScore;
    }

    double poseCost() {
        return poseCost;
    }
}
