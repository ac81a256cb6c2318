package dev.jointly.track;

import java.util.List;

/**
 * The groupings of a frame, of which one is chosen. A person who is the same in several groupings is one person.
 *
 * @param frame number of the frame
 * @param groupings at least one
 */
public record FrameGroupings(int frame, List<PricedGrouping> groupings) {
    /** Copies the list, and refuses an empty one. */
    public FrameGroupings {
        groupings = List.copyOf(groupings);
        if (groupings.isEmpty()) {
            throw new IllegalArgumentException("frame " + frame + " must have a grouping to choose");
        }
    }
}
