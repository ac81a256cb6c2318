package dev.jointly.vision.net;

import java.util.List;

/**
 * What a network is shown of an image; of several views the mean of its maps is taken.
 *
 * @param flip whether each view is shown mirrored as well
 * @param scales factors of the long side, one for each view; the maps have the cells of the first
 */
public record Views(boolean flip, List<Double> scales) {
    /** Most scales. */
    public static final int MOST = 8;

    /** The image as it is, once. */
    public static final Views ONE = new Views(false, List.of(1.0));

    public Views {
        scales = List.copyOf(scales);
        if (scales.isEmpty() || scales.size() > MOST) {
            throw new IllegalArgumentException(scales.size() + " scales must be from 1 to " + MOST);
        }
        for (double scale : scales) {
            if (!(scale >= 0.1 && scale <= 10)) {
                throw new IllegalArgumentException("scale " + scale + " must be from 0.1 to 10");
            }
        }
    }

    /** The most accurate ones ({@code dev/evaluation.md}, "Sizes, flips and scales") of those that a network can be shown. */
    public static Views best(ModelCard card) {
        boolean averages = card.decoder().averages();
        boolean resizes = averages && card.input().letterbox() == null;
        return new Views(
                averages && card.decoder().mirror(card).isPresent(), resizes ? List.of(1.0, 0.5) : List.of(1.0));
    }

    /** Whether there is only one view, so that there is no mean to take. */
    boolean single() {
        return !flip && scales.size() == 1;
    }
}
