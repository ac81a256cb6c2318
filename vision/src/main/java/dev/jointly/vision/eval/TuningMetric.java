package dev.jointly.vision.eval;

import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.List;

/** The measure for tuning a method: COCO's AP where areas are known, otherwise the F1 of joints. */
public final class TuningMetric {
    private TuningMetric() {}

    /** From 0 to 1. */
    public static double of(Baseline method, List<LabelledImage> images) {
        return of(images.stream()
                .map(image -> Alignment.evaluated(image.evidence(), method.people(image.evidence()), image.truth()))
                .toList());
    }

    /** Of what was found, from 0 to 1. */
    public static double of(List<EvaluatedImage> evaluated) {
        boolean areas = evaluated.stream()
                .flatMap(image -> image.truth().people().stream())
                .allMatch(person -> person.area() > 0);
        double value = areas
                ? KeypointAp.of(evaluated, Oks.of(evaluated.get(0).truth().parts()))
                        .ap()
                : evaluated.stream()
                        .map(image -> JointAccuracy.judge(image, Comparison.TOLERANCE))
                        .reduce(new JointAccuracy.Count(0, 0, 0), JointAccuracy.Count::plus)
                        .f1();
        return Double.isNaN(value) ? 0 : value;
    }
}
