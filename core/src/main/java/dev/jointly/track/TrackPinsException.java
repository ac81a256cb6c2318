package dev.jointly.track;

import java.util.List;

/** Pins that no tracks can keep. */
public final class TrackPinsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<TrackPin> pins;

    TrackPinsException(List<TrackPin> pins, String why) {
        super(why);
        this.pins = List.copyOf(pins);
    }

    /** Those that cannot all hold. */
    public List<TrackPin> pins() {
        return pins;
    }
}
