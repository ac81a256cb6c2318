package dev.jointly.track;

import java.util.List;

/**
 * How many tracks there may be at a frame. A track is there from its first person to its last, also where its person is
 * missing. Only frames with people count.
 *
 * @param stretches the first one that has a frame counts; frames of none have no limit
 */
public record AnimalLimit(List<Stretch> stretches) {
    /** What {@link #most} says of a frame without limit. */
    public static final int ANY = Integer.MAX_VALUE;

    /** No limit. */
    public static final AnimalLimit NONE = new AnimalLimit(List.of());

    /**
     * Frames of the problem, both included.
     *
     * @param animals the most tracks in each
     */
    public record Stretch(int from, int to, int animals) {
        /** Refuses negative numbers. */
        public Stretch {
            if (animals < 0 || from > to) {
                throw new IllegalArgumentException("frames " + from + " to " + to + " with " + animals
                        + " animals must be a stretch with 0 animals or more");
            }
        }
    }

    /** Copies the list. */
    public AnimalLimit {
        stretches = List.copyOf(stretches);
    }

    /** The same number in all frames. */
    public static AnimalLimit of(int animals) {
        return new AnimalLimit(List.of(new Stretch(Integer.MIN_VALUE, Integer.MAX_VALUE, animals)));
    }

    /** The most tracks at a frame; {@link #ANY} if there is no limit. */
    public int most(int frame) {
        for (Stretch stretch : stretches) {
            if (stretch.from() <= frame && frame <= stretch.to()) {
                return stretch.animals();
            }
        }
        return ANY;
    }
}
