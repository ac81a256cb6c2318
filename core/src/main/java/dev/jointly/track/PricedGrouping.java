package dev.jointly.track;

import java.util.HashSet;
import java.util.List;

/**
 * One way to group the detections of a frame into people.
 *
 * @param price what it costs more than the best grouping of the frame, in micro-units; at least 0
 * @param people their {@link TrackPerson#index} in the frame, in the order of the grouping's people
 */
public record PricedGrouping(long price, List<Integer> people) {
    /** Copies the list, and refuses negative prices and people who are there twice. */
    public PricedGrouping {
        people = List.copyOf(people);
        if (price < 0) {
            throw new IllegalArgumentException(
                    "price " + price + " must not be negative; prices count from the best grouping");
        }
        if (new HashSet<>(people).size() < people.size()) {
            throw new IllegalArgumentException("people " + people + " must be different");
        }
    }
}
