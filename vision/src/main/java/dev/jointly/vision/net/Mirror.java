package dev.jointly.vision.net;

/**
 * What becomes of a network's channels if the image is mirrored.
 *
 * @param source for each channel the one of the mirrored image that says the same
 * @param sign by which that one is multiplied, -1 or 1
 */
public record Mirror(int[] source, int[] sign) {
    /** Nothing changes. */
    static Mirror same(int channels) {
        int[] source = new int[channels];
        int[] sign = new int[channels];
        for (int c = 0; c < channels; c++) {
            source[c] = c;
            sign[c] = 1;
        }
        return new Mirror(source, sign);
    }

    void set(int channel, int from, int times) {
        source[channel] = from;
        sign[channel] = times;
    }
}
