package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of all features, for evidence and an anatomy. */
final class FeatureValues {
    /** The most pairs of candidates in one image; an image with more is an error instead of using up the memory. */
    static final long MAX_PAIRS = 20_000_000;

    /** A score of 0 or 1 claims more than any detector knows. */
    private static final double LEAST_DOUBT = 1e-3;

    /** Below this, in units of the scale, distances count as equal. */
    private static final double LEAST_DISTANCE = 0.01;

    private final List<Candidate> candidates;
    private final PairAffinities affinities;
    private final LocalScale scale;

    FeatureValues(Evidence evidence, Anatomy anatomy, double @Nullable [] usualLengths, double confident) {
        long size = evidence.candidates().size();
        if (size * size > 2 * MAX_PAIRS) {
            throw new IllegalArgumentException("evidence \"" + evidence.id() + "\" has " + size
                    + " detections but expected at most " + (long) Math.sqrt(2.0 * MAX_PAIRS));
        }
        candidates = evidence.candidates();
        affinities = new PairAffinities(evidence, anatomy);
        scale = new LocalScale(evidence, affinities, anatomy, usualLengths, confident);
    }

    PairAffinities affinities() {
        return affinities;
    }

    LocalScale scale() {
        return scale;
    }

    /** Value of a feature of one candidate. */
    double value(Feature feature, int d) {
        double score = candidates.get(d).score();
        return switch (feature) {
            case SCORE -> score;
            case SCORE_LOGIT -> {
                double humble = Math.max(LEAST_DOUBT, Math.min(1 - LEAST_DOUBT, score));
                yield Math.log(humble / (1 - humble));
            }
            default ->
                throw new IllegalArgumentException(
                        "feature \"" + feature.label() + "\" is one of pairs, not of single candidates");
        };
    }

    /** Value of a feature of two candidates, NaN where it was not measured. */
    double value(Feature feature, int a, int b) {
        Candidate from = candidates.get(a);
        Candidate to = candidates.get(b);
        double unit = scale.of(a, b);
        double dx = (to.x() - from.x()) / unit;
        double dy = (to.y() - from.y()) / unit;
        return switch (feature) {
            case AFFINITY -> affinities.measured(a, b);
            case SHARE -> affinities.share(a, b);
            case LEAST -> affinities.least(a, b);
            case WIDEST -> affinities.widest(a, b);
            case DX -> dx;
            case DY -> dy;
            case DX_SQUARED -> dx * dx;
            case DY_SQUARED -> dy * dy;
            case DISTANCE -> Math.hypot(dx, dy);
            case DISTANCE_SQUARED -> dx * dx + dy * dy;
            case LOG_DISTANCE -> logDistance(dx, dy);
            case LOG_DISTANCE_SQUARED -> logDistance(dx, dy) * logDistance(dx, dy);
            default ->
                throw new IllegalArgumentException(
                        "feature \"" + feature.label() + "\" is one of single candidates, not of pairs");
        };
    }

    private static double logDistance(double dx, double dy) {
        return Math.log(Math.max(LEAST_DISTANCE, Math.hypot(dx, dy)));
    }
}
