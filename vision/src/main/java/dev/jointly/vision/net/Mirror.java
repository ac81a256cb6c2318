package dev.jointly.vision.net;

import java.util.stream.IntStream;

/**
 * What becomes of a network's channels if the image is mirrored.
 *
 * @param source for each channel the one of the mirrored image that says the same
 * @param sign by which that one is multiplied, -1 or 1
 */
public record Mirror(int[] source, int[] sign) {
    /** Nothing changes. */
    static Mirror same(int channels) {
        return new Mirror(
                IntStream.range(0, channels).toArray(),
                IntStream.range(0, channels).map(c -> 1).toArray());
    }

    void set(int channel, int from, int times) {
        source[channel] = from;
        sign[channel] = times;
    }
}
