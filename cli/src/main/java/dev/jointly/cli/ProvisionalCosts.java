package dev.jointly.cli;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A rough calibration until there is a cost model: log-odds of scores, and of affinities around half the usual one. */
final class ProvisionalCosts implements Function<Evidence, Problem> {
    private static final double MOST = 6;
    private static final double POSE_COST = 2;
    private static final double TWINS = 3;

    private final Anatomy anatomy;
    private final double typical;

    private ProvisionalCosts(Anatomy anatomy, double typical) {
        this.anatomy = anatomy;
        this.typical = typical;
    }

    /** Costs for the files of one tool; the evidence must have the parts of the anatomy. */
    static Function<Evidence, Problem> of(ImportKind kind, Anatomy anatomy) {
        return new ProvisionalCosts(anatomy, kind == ImportKind.DLC ? 0.3 : 1);
    }

    @Override
    public Problem apply(Evidence evidence) {
        List<Detection> detections = new ArrayList<>();
        for (Candidate c : evidence.candidates()) {
            long cost = logOdds(Math.log(c.score() / (1 - c.score())));
            detections.add(new Detection(c.part(), c.x(), c.y(), c.score(), cost));
        }
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int part = 0; part < anatomy.size(); part++) {
            int[] same = evidence.ofPart(part);
            for (int i = 0; i < same.length; i++) {
                for (int j = 0; j < i; j++) {
                    pairs.add(same[j], same[i], Micro.of(TWINS));
                }
            }
        }
        for (Edge edge : evidence.edges()) {
            if (edge.a() != edge.b() && anatomy.mayPair(edge.a(), edge.b())) {
                add(edge, evidence, pairs);
            }
        }
        return new Problem(
                evidence.id(),
                evidence.image(),
                anatomy,
                Micro.of(POSE_COST),
                detections,
                pairs.build(detections.size(), false),
                List.of());
    }

    private void add(Edge edge, Evidence evidence, PairCosts.Builder pairs) {
        int[] a = evidence.ofPart(edge.a());
        int[] b = evidence.ofPart(edge.b());
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                double affinity = edge.affinity()[i][j];
                if (!Double.isNaN(affinity)) {
                    pairs.add(a[i], b[j], logOdds(8 / typical * (affinity - typical / 2)));
                }
            }
        }
    }

    /** Cost of something whose odds have this logarithm. */
    private static long logOdds(double log) {
        return Micro.of(-Math.max(-MOST, Math.min(MOST, log)));
    }
}
