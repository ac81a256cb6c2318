package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.vision.cost.PartNames;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.Arrays;
import java.util.List;

/** Converts grouped people from the parts of the evidence to those of the truth; parts are matched by name. */
public final class Alignment {
    private Alignment() {}

    /** The image with these people as those found. */
    public static EvaluatedImage evaluated(Evidence evidence, List<GroupedPerson> people, Truth truth) {
        int[] own = truth.parts().stream()
                .mapToInt(part -> PartNames.find(part, evidence.parts()))
                .toArray();
        return new EvaluatedImage(
                truth,
                people.stream().map(person -> found(evidence, person, own)).toList());
    }

    private static Found found(Evidence evidence, GroupedPerson person, int[] own) {
        double[] x = new double[own.length];
        double[] y = new double[own.length];
        Arrays.fill(x, Double.NaN);
        Arrays.fill(y, Double.NaN);
        for (int p = 0; p < own.length; p++) {
            if (own[p] >= 0 && person.candidate()[own[p]] != GroupedPerson.NONE) {
                Candidate seen = evidence.candidates().get(person.candidate()[own[p]]);
                x[p] = seen.x();
                y[p] = seen.y();
            }
        }
        return new Found(x, y, person.score());
    }
}
