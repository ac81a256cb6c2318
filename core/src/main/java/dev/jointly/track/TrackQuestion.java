package dev.jointly.track;

import java.util.List;

/** What tracks must keep: pins, and a limit on the animals. */
public record TrackQuestion(List<TrackPin> pins, AnimalLimit limit) {
    /** Any tracks. */
    public static final TrackQuestion ANY = new TrackQuestion(List.of(), AnimalLimit.NONE);

    /** Copies the list. */
    public TrackQuestion {
        pins = List.copyOf(pins);
    }
}
