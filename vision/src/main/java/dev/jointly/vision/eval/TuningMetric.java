package dev.jointly.vision.eval;

import dev.jointly.vision.cost.Fit.Picture;
import dev.jointly.vision.eval.KeypointAp.Sizes;
import java.util.List;

/** One number for how good a method is, to tune by: COCO's AP where areas are known, otherwise the F1 of joints. */
public final class TuningMetric {
    private TuningMetric() {}

    /** From 0 to 1. */
    public static double of(Baseline method, List<Picture> pictures) {
        return of(pictures.stream()
                .map(picture -> Alignment.scene(picture.evidence(), method.bodies(picture.evidence()), picture.truth()))
                .toList());
    }

    /** Of what was found, from 0 to 1. */
    public static double of(List<EvaluatedImage> scenes) {
        boolean areas = scenes.stream()
                .flatMap(scene -> scene.truth().people().stream())
                .allMatch(person -> person.area() > 0);
        double value = areas
                ? KeypointAp.of(scenes, Oks.of(scenes.get(0).truth().parts()), Sizes.ALL)
                        .ap()
                : scenes.stream()
                        .map(scene -> JointAccuracy.judge(scene, Comparison.TOLERANCE))
                        .reduce(new JointAccuracy.Count(0, 0, 0), JointAccuracy.Count::plus)
                        .f1();
        return Double.isNaN(value) ? 0 : value;
    }
}
