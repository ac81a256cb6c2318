package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The size of the person that a candidate belongs to, from the evidence alone: starting at the candidate, follow along
 * every limb the best partner while the detector is confident of it, and take the median of the lengths met, each
 * divided by what is usual for its limb. A candidate without any confident limb gets the median of the others.
 */
final class LocalScale {
    private final List<Candidate> candidates;
    private final PairAffinities affinities;
    private final Anatomy anatomy;
    private final double confident;
    private final double[] usual;
    private final double[] scale;

    /**
     * @param usual length of each limb of a person of scale 1; null if unknown, so that the medians of the image count
     *     as usual, and a person of scale 1 is one whose median limb is 1 long
     * @param confident the least affinity of a limb that is trusted
     */
    LocalScale(
            Evidence evidence,
            PairAffinities affinities,
            Anatomy anatomy,
            double @Nullable [] usual,
            double confident) {
        this.candidates = evidence.candidates();
        this.affinities = affinities;
        this.anatomy = anatomy;
        this.confident = confident;
        this.usual = usual == null ? medianLengths() : usual;
        this.scale = scales();
    }

    /** Scale of the person of a candidate. */
    double of(int d) {
        return scale[d];
    }

    /** Scale for two candidates together. */
    double of(int a, int b) {
        return Math.sqrt(scale[a] * scale[b]);
    }

    private double[] scales() {
        double[] scales = new double[candidates.size()];
        for (int d = 0; d < scales.length; d++) {
            double[] lengths = new double[usual.length];
            Arrays.fill(lengths, Double.NaN);
            follow(d, -1, lengths);
            scales[d] = median(lengths);
        }
        double common = median(scales);
        double fallback = Double.isNaN(common) ? 1 : common;
        for (int d = 0; d < scales.length; d++) {
            scales[d] = Double.isNaN(scales[d]) ? fallback : scales[d];
        }
        return scales;
    }

    /** Fills in the length of each limb that is met, in units of its usual one; the limbs are a tree, so each is met once. */
    private void follow(int d, int cameFrom, double[] lengths) {
        int part = affinities.part(d);
        for (int l = 0; l < usual.length; l++) {
            Limb limb = anatomy.limbs().get(l);
            int next = limb.a() == part ? limb.b() : limb.b() == part ? limb.a() : cameFrom;
            if (next == cameFrom) {
                continue;
            }
            int partner = partner(d, next);
            if (partner >= 0) {
                double length = distance(d, partner);
                if (length > 0 && usual[l] > 0) {
                    lengths[l] = length / usual[l];
                }
                follow(partner, part, lengths);
            }
        }
    }

    /** The best candidate of a neighbouring part, or -1 if there is none to be confident of. */
    private int partner(int d, int next) {
        boolean measured = affinities.isMeasured(affinities.part(d), next);
        int best = best(d, next, measured);
        if (best < 0) {
            return -1;
        }
        if (measured) {
            return affinities.measured(d, best) >= confident ? best : -1;
        }
        return best(best, affinities.part(d), false) == d ? best : -1;
    }

    /** By affinity, or the nearest where nothing was measured. */
    private int best(int d, int next, boolean measured) {
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int e : affinities.ofPart(next)) {
            double value = measured ? affinities.measured(d, e) : -distance(d, e);
            if (value > most) {
                most = value;
                best = e;
            }
        }
        return best;
    }

    private double[] medianLengths() {
        double[] lengths = new double[anatomy.limbs().size()];
        List<double[]> samples = new ArrayList<>();
        for (int l = 0; l < lengths.length; l++) {
            Limb limb = anatomy.limbs().get(l);
            double[] sample = Arrays.stream(affinities.ofPart(limb.a()))
                    .mapToDouble(d -> distance(d, partner(d, limb.b())))
                    .toArray();
            lengths[l] = median(sample);
            samples.add(sample);
        }
        double common = median(samples.stream().flatMapToDouble(Arrays::stream).toArray());
        for (int l = 0; l < lengths.length; l++) {
            if (!(lengths[l] > 0)) {
                lengths[l] = common;
            }
            lengths[l] = common > 0 ? lengths[l] / common : 1;
        }
        return lengths;
    }

    /** NaN if b is not there. */
    private double distance(int a, int b) {
        if (b < 0) {
            return Double.NaN;
        }
        Candidate one = candidates.get(a);
        Candidate other = candidates.get(b);
        return Math.hypot(one.x() - other.x(), one.y() - other.y());
    }

    /** Of those that are numbers; NaN without any. */
    private static double median(double[] values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        int size = sorted.length;
        return size == 0 ? Double.NaN : (sorted[(size - 1) / 2] + sorted[size / 2]) / 2;
    }
}
