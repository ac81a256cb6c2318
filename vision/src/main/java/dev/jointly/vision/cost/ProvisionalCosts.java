package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Guessed log-odds costs, until fitted ones take their place: a candidate is even at score 0.3, a limb at affinity 0.2, and
 * two candidates of one part are duplicates where they are close. A major part and a part far from it cost nothing.
 */
public final class ProvisionalCosts implements Function<Evidence, Problem> {
    private static final double POSE_COST = 1;
    private static final double EVEN_SCORE = 0.3;
    private static final double SCORE_SLOPE = 6;
    private static final double EVEN_AFFINITY = 0.2;
    private static final double AFFINITY_SLOPE = 8;
    /** Duplicates are even at this share of the photo's longer side. */
    private static final double EVEN_DISTANCE = 0.02;
    /** What two candidates of one part cost that are anywhere else. */
    private static final double TWO_PEOPLE = 6;

    private final Anatomy anatomy;

    public ProvisionalCosts(Anatomy anatomy) {
        this.anatomy = anatomy;
    }

    @Override
    public Problem apply(Evidence evidence) {
        List<Detection> detections = new ArrayList<>();
        for (Evidence.Candidate seen : evidence.candidates()) {
            double cost = SCORE_SLOPE * (EVEN_SCORE - seen.score());
            detections.add(new Detection(seen.part(), seen.x(), seen.y(), seen.score(), Micro.of(cost)));
        }
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (Evidence.Edge edge : evidence.edges()) {
            if (anatomy.isLimb(edge.a(), edge.b())) {
                int[] a = evidence.ofPart(edge.a());
                int[] b = evidence.ofPart(edge.b());
                for (int i = 0; i < a.length; i++) {
                    for (int j = 0; j < b.length; j++) {
                        double cost = AFFINITY_SLOPE * (EVEN_AFFINITY - edge.affinity()[i][j]);
                        pairs.add(a[i], b[j], Micro.of(cost));
                    }
                }
            }
        }
        double near = EVEN_DISTANCE * longSide(evidence);
        for (int part = 0; part < anatomy.size(); part++) {
            int[] same = evidence.ofPart(part);
            for (int i = 0; i < same.length; i++) {
                for (int j = 0; j < i; j++) {
                    Evidence.Candidate p = evidence.candidates().get(same[i]);
                    Evidence.Candidate q = evidence.candidates().get(same[j]);
                    double distance = Math.hypot(p.x() - q.x(), p.y() - q.y());
                    pairs.add(same[j], same[i], Micro.of(Math.min(TWO_PEOPLE, 2 * (distance / near - 1))));
                }
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

    private static double longSide(Evidence evidence) {
        return evidence.image() == null
                ? 1_000
                : Math.max(evidence.image().width(), evidence.image().height());
    }
}
