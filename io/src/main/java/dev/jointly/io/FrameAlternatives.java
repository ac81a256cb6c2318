package dev.jointly.io;

import dev.jointly.track.PricedGrouping;
import java.util.List;

/**
 * The alternative groupings of a {@link TrackedFrame}. People are numbered within the frame.
 *
 * @param groupings at least one
 * @param chosen which of them
 * @param detections of each person of the frame, in ascending order
 */
public record FrameAlternatives(List<PricedGrouping> groupings, int chosen, List<List<Integer>> detections) {
    /** Copies the lists. */
    public FrameAlternatives {
        groupings = List.copyOf(groupings);
        detections = detections.stream().map(List::copyOf).toList();
        if (chosen < 0 || chosen >= groupings.size()) {
            throw new IllegalArgumentException("chosen " + chosen + " must be from 0 to " + (groupings.size() - 1));
        }
    }

    /** People of the chosen grouping, in its order. */
    public List<Integer> people() {
        return groupings.get(chosen).people();
    }
}
