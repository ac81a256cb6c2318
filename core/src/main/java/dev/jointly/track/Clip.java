package dev.jointly.track;

import java.util.List;

/**
 * A clip: its frames in order of time. Numbers may be left out; a frame that is left out counts as a frame without
 * people. Where only every n-th frame was processed, divide the numbers by n.
 *
 * @param frames with increasing numbers
 */
public record Clip(List<ClipFrame> frames) {
    /** Copies the list, and refuses numbers that do not increase. */
    public Clip {
        frames = List.copyOf(frames);
        for (int f = 1; f < frames.size(); f++) {
            int before = frames.get(f - 1).number();
            int number = frames.get(f).number();
            if (number <= before) {
                throw new IllegalArgumentException("frame " + number + " follows frame " + before
                        + "; sort the frames by number, each number once");
            }
        }
    }
}
