package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.vision.cost.PartNames;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.Arrays;
import java.util.List;

/** Bodies in the parts of the evidence become people found in the parts of the truth; parts are matched by name. */
public final class Alignment {
    private Alignment() {}

    /** The picture with those bodies as the people found. */
    public static EvaluatedImage scene(Evidence evidence, List<GroupedPerson> bodies, Truth truth) {
        int[] own = truth.parts().stream()
                .mapToInt(part -> PartNames.find(part, evidence.parts()))
                .toArray();
        return new EvaluatedImage(
                truth, bodies.stream().map(body -> found(evidence, body, own)).toList());
    }

    private static Found found(Evidence evidence, GroupedPerson body, int[] own) {
        double[] x = new double[own.length];
        double[] y = new double[own.length];
        Arrays.fill(x, Double.NaN);
        Arrays.fill(y, Double.NaN);
        for (int p = 0; p < own.length; p++) {
            if (own[p] >= 0 && body.candidate()[own[p]] != GroupedPerson.NONE) {
                Candidate seen = evidence.candidates().get(body.candidate()[own[p]]);
                x[p] = seen.x();
                y[p] = seen.y();
            }
        }
        return new Found(x, y, body.score());
    }
}
