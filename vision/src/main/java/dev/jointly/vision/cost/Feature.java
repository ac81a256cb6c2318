package dev.jointly.vision.cost;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What costs may depend on. Lengths are in units of the local scale, and x and y run from the first part to the second. */
public enum Feature {
    /** ln(s / (1 - s)) of a candidate's score s. */
    SCORE_LOGIT("scoreLogit"),
    SCORE("score"),

    /** What the detector measured for the two candidates. */
    AFFINITY("affinity"),
    /** Of the samples of a field between the two, the share at which it points from one to the other. */
    SHARE("share"),
    /** The least of these samples. */
    LEAST("least"),
    /** The best chain through the tree of limbs between the two: the affinity of its weakest link. */
    WIDEST("widest"),
    DX("dx"),
    DY("dy"),
    DX_SQUARED("dx2"),
    DY_SQUARED("dy2"),
    DISTANCE("distance"),
    DISTANCE_SQUARED("distance2"),
    /** Natural logarithm of the distance. */
    LOG_DISTANCE("logDistance"),
    LOG_DISTANCE_SQUARED("logDistance2");

    private final String label;

    Feature(String label) {
        this.label = label;
    }

    /** As files spell it. */
    public String label() {
        return label;
    }

    /** The feature that files spell so. */
    static Optional<Feature> labelled(String label) {
        return Arrays.stream(values()).filter(f -> f.label.equals(label)).findFirst();
    }

    /** All labels, in order. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Feature::label).toList();
    }
}
