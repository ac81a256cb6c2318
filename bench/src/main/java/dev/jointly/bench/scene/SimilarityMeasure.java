package dev.jointly.bench.scene;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.Labels;
import java.util.ArrayList;
import java.util.List;

/** Measures by which the simulated detections of some images are compared with the real ones of the same images. */
enum SimilarityMeasure {
    CANDIDATES("detections per image"),
    SOMEBODYS("share of true detections"),
    SCORE("mean score, true"),
    NOBODYS_SCORE("mean score, false"),
    SAME("mean affinity, one person"),
    OTHER("mean affinity, two people"),
    BEST_IS_RIGHT("best partner is correct");

    private final String label;

    SimilarityMeasure(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** The figure over all images; truths in the same order. */
    double of(List<Evidence> seen, List<LabelledImage> truths) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            Evidence evidence = seen.get(i);
            Labels labels = new Labels(evidence, truths.get(i).truth(), Mpii.BODY, DetectorEstimate.TOLERANCE);
            switch (this) {
                case CANDIDATES -> values.add((double) evidence.candidates().size());
                case SOMEBODYS, SCORE, NOBODYS_SCORE -> ofCandidates(evidence, labels, values);
                default -> evidence.edges().forEach(edge -> ofPairs(evidence, edge, labels, values));
            }
        }
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    private void ofCandidates(Evidence evidence, Labels labels, List<Double> values) {
        for (int d = 0; d < evidence.candidates().size(); d++) {
            Candidate seen = evidence.candidates().get(d);
            boolean somebodys = labels.person(d) != Labels.NOBODY;
            if (this == SOMEBODYS) {
                values.add(somebodys ? 1.0 : 0.0);
            } else if (somebodys == (this == SCORE)) {
                values.add(seen.score());
            }
        }
    }

    private void ofPairs(Evidence evidence, Edge edge, Labels labels, List<Double> values) {
        int[] as = evidence.ofPart(edge.a());
        int[] bs = evidence.ofPart(edge.b());
        for (int i = 0; i < as.length; i++) {
            int owner = labels.person(as[i]);
            int best = -1;
            boolean own = false;
            for (int j = 0; j < bs.length && owner != Labels.NOBODY; j++) {
                int other = labels.person(bs[j]);
                own |= other == owner;
                best = best < 0 || edge.affinity()[i][j] > edge.affinity()[i][best] ? j : best;
                if ((this == SAME && other == owner) || (this == OTHER && other != owner && other != Labels.NOBODY)) {
                    values.add(edge.affinity()[i][j]);
                }
            }
            if (this == BEST_IS_RIGHT && own) {
                values.add(labels.person(bs[best]) == owner ? 1.0 : 0.0);
            }
        }
    }
}
