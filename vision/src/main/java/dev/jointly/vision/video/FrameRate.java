package dev.jointly.vision.video;

import java.util.Optional;

/**
 * Frames per second, as a fraction: 30000/1001 is no decimal number.
 *
 * @param frames in that many seconds
 */
public record FrameRate(long frames, long seconds) {
    /** Where a file does not say. */
    public static final FrameRate USUAL = new FrameRate(25, 1);

    public FrameRate {
        if (frames <= 0 || seconds <= 0) {
            throw new IllegalArgumentException("frame rate " + frames + "/" + seconds + " must be above 0");
        }
    }

    /** From a text such as 30000/1001; nothing where it is 0/0 or no fraction. */
    static Optional<FrameRate> parse(String text) {
        if (!text.matches("[1-9]\\d{0,11}/[1-9]\\d{0,11}")) {
            return Optional.empty();
        }
        String[] sides = text.split("/", 2);
        return Optional.of(new FrameRate(Long.parseLong(sides[0]), Long.parseLong(sides[1])));
    }

    /** The rate of every n-th frame. */
    FrameRate every(long n) {
        return new FrameRate(frames, Math.multiplyExact(seconds, n));
    }

    public double perSecond() {
        return (double) frames / seconds;
    }

    /** As ffmpeg takes it. */
    @Override
    public String toString() {
        return frames + "/" + seconds;
    }
}
