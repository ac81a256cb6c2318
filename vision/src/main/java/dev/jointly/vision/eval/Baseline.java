package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.List;

/** A method that groups candidates without optimising a cost. */
public interface Baseline {
    /** The people of one image. */
    List<GroupedPerson> people(Evidence evidence);

    /** What it finds in an image, to be evaluated. */
    default EvaluatedImage evaluated(LabelledImage image) {
        return EvaluatedImage.of(image.evidence(), people(image.evidence()), image.truth());
    }
}
