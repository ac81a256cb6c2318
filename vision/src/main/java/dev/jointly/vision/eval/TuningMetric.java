package dev.jointly.vision.eval;

import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.List;

/** What methods are tuned for. Where areas are not known, as of animals, all of these are the F1 of joints. */
public enum TuningMetric {
    /** The mean of the F1 of joints and the F1 of people, who are found if similar to a true one from 0.5 on. */
    F1,
    /** COCO's AP, which does not punish false people as long as they rank last. */
    AP;

    /** From 0 to 1. */
    public double of(Baseline method, List<LabelledImage> images) {
        return of(images.stream().map(method::evaluated).toList());
    }

    /** Of what was found, from 0 to 1. */
    public double of(List<EvaluatedImage> evaluated) {
        double joints = evaluated.stream()
                .map(image -> JointAccuracy.judge(image, Comparison.TOLERANCE))
                .reduce(new JointAccuracy.Count(0, 0, 0), JointAccuracy.Count::plus)
                .f1();
        boolean areas = evaluated.stream()
                .flatMap(image -> image.truth().people().stream())
                .allMatch(person -> person.area() > 0);
        double value = joints;
        if (areas) {
            List<KeypointAp.MatchedImage> people = evaluated.stream()
                    .map(image -> KeypointAp.judge(image, Oks.of(image.truth().parts())))
                    .toList();
            value = this == AP
                    ? KeypointAp.figures(people).ap()
                    : (joints + KeypointAp.count(people).f1()) / 2;
        }
        return Double.isNaN(value) ? 0 : value;
    }
}
