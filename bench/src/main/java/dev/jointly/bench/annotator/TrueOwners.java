package dev.jointly.bench.annotator;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Truth;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.Labels;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whose joint each detection is.
 *
 * @param people how many are labelled
 * @param owners of each detection: a labelled person, counted from 0, {@link #NOBODY} or {@link #UNKNOWN}
 */
public record TrueOwners(int people, List<Integer> owners) {
    /** The detection is no labelled person's joint. */
    public static final int NOBODY = -1;

    /** The labels do not say: they leave out this part for somebody whose box contains the detection. */
    public static final int UNKNOWN = -2;

    public TrueOwners {
        owners = List.copyOf(owners);
        for (int owner : owners) {
            if (owner < UNKNOWN || owner >= people) {
                throw new IllegalArgumentException("owner " + owner + " is none of " + people + " people");
            }
        }
    }

    /**
     * As the labels have it: within the tolerance, the nearest joint of its part ({@link Labels}).
     *
     * @param tolerance in units of body size
     */
    public static TrueOwners of(LabelledImage image, Anatomy anatomy, double tolerance) {
        Truth truth = image.truth();
        Labels labels = new Labels(image.evidence(), truth, anatomy, tolerance);
        return new TrueOwners(
                truth.people().size(),
                IntStream.range(0, image.evidence().candidates().size())
                        .map(d -> labels.person(d) != Labels.NOBODY
                                ? labels.person(d)
                                : labels.known(d) ? NOBODY : UNKNOWN)
                        .boxed()
                        .toList());
    }

    /** Of one detection. */
    public int of(int detection) {
        return owners.get(detection);
    }
}
