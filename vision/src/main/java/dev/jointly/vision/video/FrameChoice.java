package dev.jointly.vision.video;

/**
 * Which frames of a video are wanted. The first frame of a video is number 0.
 *
 * @param first number of the first
 * @param last number of the last that may be among them; {@link #END} for all that follow
 * @param every n-th from the first on
 */
public record FrameChoice(long first, long last, long every) {
    /** No last frame. */
    public static final long END = Long.MAX_VALUE;

    public static final FrameChoice ALL = new FrameChoice(0, END, 1);

    public FrameChoice {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException(
                    "frames " + first + " to " + last + " must be from 0, in ascending order");
        }
        if (every < 1) {
            throw new IllegalArgumentException("every " + every + " must be at least 1");
        }
    }

    /**
     * From a text: 100-200 with both ends, 100- to the end of the video, or 100 alone.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static FrameChoice parse(String text, long every) {
        if (!text.matches("\\d{1,15}(-(\\d{1,15})?)?")) {
            throw new IllegalArgumentException(
                    "frames '" + text + "' must be like 100-200 (both included), 100- (to the end) or 100");
        }
        String[] ends = text.split("-", 2);
        long first = Long.parseLong(ends[0]);
        long last = ends.length == 1 ? first : ends[1].isEmpty() ? END : Long.parseLong(ends[1]);
        return new FrameChoice(first, last, every);
    }

    public boolean contains(long frame) {
        return frame >= first && frame <= last && (frame - first) % every == 0;
    }

    /** How many of them there are up to and including one of them. */
    public long countTo(long frame) {
        return (frame - first) / every + 1;
    }

    /**
     * How many of them a video has.
     *
     * @param frames of the video
     */
    public long countOf(long frames) {
        long end = Math.min(last, frames - 1);
        return end < first ? 0 : countTo(end);
    }

    /** Those behind one of them. */
    public FrameChoice after(long frame) {
        return new FrameChoice(Math.addExact(frame, every), Math.max(last, frame + every), every);
    }

    /** Whether there are any behind one of them. */
    public boolean goesOnAfter(long frame) {
        return last - frame >= every;
    }
}
