package dev.jointly.vision.video;

/**
 * What the frames of a video are called: as DeepLabCut calls them, frame0007, with as many digits as the last number has.
 *
 * @param prefix before each, such as the name of one of several videos
 */
public record FrameNames(String prefix, int digits) {
    private static final String WORD = "frame";

    /** Where a video does not say how many frames it has. */
    private static final int USUAL_DIGITS = 6;

    /**
     * The names of a video's frames.
     *
     * @param frames of the video; 0 if that is not known
     */
    public static FrameNames of(String prefix, long frames) {
        return new FrameNames(
                prefix, frames == 0 ? USUAL_DIGITS : Long.toString(frames - 1).length());
    }

    public String name(long frame) {
        String number = Long.toString(frame);
        return prefix + WORD + "0".repeat(Math.max(0, digits - number.length())) + number;
    }
}
