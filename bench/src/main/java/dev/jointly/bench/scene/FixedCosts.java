package dev.jointly.bench.scene;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.bench.measure.Figures;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A cost model that never changes, so that times measured on its problems can be compared for years. It is not meant to
 * be a good one; the vision module has that. All costs are negative log-odds:
 *
 * <ul>
 *   <li>omega is {@link #POSE};
 *   <li>theta = log((1 - s) / s) of a score s, kept within {@link #SCORE_MARGIN} of 0 and 1;
 *   <li>phi of two parts whose affinity a was measured = (middle - a) / width, from -4 up, {@link Paf};
 *   <li>phi of a major part and another one without affinity = distance / (hops * unit) - 1, from 0 up: hops along the
 *       limbs between the two parts, a unit being the median length of the limbs that attract;
 *   <li>phi within a part = distance / (unit / 12) - 1.5: duplicates attract each other;
 *   <li>a pair whose phi would be above {@link #MOST} is not listed, and forbidden.
 * </ul>
 */
public final class FixedCosts {
    static final double POSE = 2;
    static final double MOST = 2.5;
    private static final double LEAST = -4;
    private static final double SCORE_MARGIN = 0.02;

    /** How affinities become probabilities: a logistic curve. */
    public record Paf(double middle, double width) {
        double phi(double affinity) {
            return Math.max(LEAST, (middle - affinity) / width);
        }
    }

    private final Evidence evidence;
    private final Anatomy anatomy;
    private final Paf paf;
    private final List<int[]> ofPart = new ArrayList<>();
    private final Edge[][] measured;
    private final double unit;

    private FixedCosts(RealEvidence real) {
        evidence = real.evidence();
        anatomy = real.anatomy();
        paf = real.paf();
        measured = new Edge[anatomy.size()][anatomy.size()];
        for (int part = 0; part < anatomy.size(); part++) {
            ofPart.add(evidence.ofPart(part));
        }
        evidence.edges().forEach(edge -> measured[edge.a()][edge.b()] = edge);
        unit = unit();
    }

    /** The problem this evidence poses. */
    public static Problem problem(RealEvidence real) {
        return new FixedCosts(real).problem();
    }

    private Problem problem() {
        List<Detection> detections = evidence.candidates().stream()
                .map(seen ->
                        new Detection(seen.part(), seen.x(), seen.y(), seen.score(), Micro.of(theta(seen.score()))))
                .toList();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int p = 0; p < anatomy.size(); p++) {
            for (int q = p; q < anatomy.size(); q++) {
                if (anatomy.mayPair(p, q)) {
                    addPairs(pairs, p, q);
                }
            }
        }
        PairCosts costs = pairs.build(detections.size(), true);
        return new Problem(evidence.id(), evidence.image(), anatomy, Micro.of(POSE), detections, costs, List.of());
    }

    private static double theta(double score) {
        double s = Math.max(SCORE_MARGIN, Math.min(1 - SCORE_MARGIN, score));
        return Math.log((1 - s) / s);
    }

    private void addPairs(PairCosts.Builder pairs, int p, int q) {
        double hops = hops(p, q);
        for (int i = 0; i < ofPart.get(p).length; i++) {
            for (int j = p == q ? i + 1 : 0; j < ofPart.get(q).length; j++) {
                double phi = phi(p, i, q, j, hops);
                if (phi <= MOST) {
                    pairs.add(ofPart.get(p)[i], ofPart.get(q)[j], Micro.of(phi));
                }
            }
        }
    }

    private double phi(int p, int i, int q, int j, double hops) {
        double distance = distance(ofPart.get(p)[i], ofPart.get(q)[j]);
        if (p == q) {
            return distance / (unit / 12) - 1.5;
        }
        double affinity = affinity(p, i, q, j);
        return Double.isNaN(affinity) ? Math.max(0, distance / (hops * unit) - 1) : paf.phi(affinity);
    }

    private double affinity(int p, int i, int q, int j) {
        if (measured[p][q] != null) {
            return measured[p][q].affinity()[i][j];
        }
        return measured[q][p] != null ? measured[q][p].affinity()[j][i] : Double.NaN;
    }

    private double distance(int a, int b) {
        Candidate from = evidence.candidates().get(a);
        Candidate to = evidence.candidates().get(b);
        return Math.hypot(from.x() - to.x(), from.y() - to.y());
    }

    /** Limbs between two parts. */
    private double hops(int from, int to) {
        double[] hops = new double[anatomy.size()];
        Arrays.fill(hops, Double.POSITIVE_INFINITY);
        hops[from] = 0;
        for (int round = 1; round < anatomy.size(); round++) {
            for (Limb limb : anatomy.limbs()) {
                hops[limb.a()] = Math.min(hops[limb.a()], hops[limb.b()] + 1);
                hops[limb.b()] = Math.min(hops[limb.b()], hops[limb.a()] + 1);
            }
        }
        return hops[to];
    }

    private double unit() {
        List<Double> lengths = new ArrayList<>();
        for (Limb limb : anatomy.limbs()) {
            int[] from = ofPart.get(limb.a());
            int[] to = ofPart.get(limb.b());
            for (int i = 0; i < from.length; i++) {
                for (int j = 0; j < to.length; j++) {
                    if (paf.phi(affinity(limb.a(), i, limb.b(), j)) < 0) {
                        lengths.add(distance(from[i], to[j]));
                    }
                }
            }
        }
        // nothing attracts: any unit will do
        return lengths.isEmpty() ? 1 : Math.max(1, Figures.median(lengths, Double::doubleValue));
    }
}
