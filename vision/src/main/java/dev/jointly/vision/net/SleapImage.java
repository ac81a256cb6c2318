package dev.jointly.vision.net;

import dev.jointly.io.BadInputException;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.nio.file.Path;

/**
 * Images as a SLEAP network takes them: bytes, channel by channel, black at the right and below where the network wants more
 * than there is. It scales them itself.
 */
final class SleapImage {
    /** Networks halve the image up to five times, and every half must be whole. */
    private static final int MULTIPLE = 32;

    private final Path network;
    private final long[] shape;
    private final SleapMetadata metadata;

    /** @param shape of the network's input; negative where it is free */
    SleapImage(Path network, long[] shape, SleapMetadata metadata) {
        this.network = network;
        this.shape = shape;
        this.metadata = metadata;
    }

    /** What the network gets. */
    record Shown(byte[] bytes, int width, int height) {}

    Shown shown(BufferedImage photo) {
        int width = side(photo.getWidth(), shape[3]);
        int height = side(photo.getHeight(), shape[2]);
        if (width < photo.getWidth() || height < photo.getHeight()) {
            throw new BadInputException(network + ": was exported for images of " + width + " x " + height
                    + " pixels but this one has " + photo.getWidth() + " x " + photo.getHeight()
                    + "; export it with --input-width and --input-height of your images");
        }
        byte[] bgr = ((DataBufferByte) photo.getRaster().getDataBuffer()).getData();
        byte[] bytes = new byte[metadata.inputChannels() * width * height];
        for (int y = 0; y < photo.getHeight(); y++) {
            for (int x = 0; x < photo.getWidth(); x++) {
                int from = 3 * (y * photo.getWidth() + x);
                int to = y * width + x;
                if (metadata.inputChannels() == 1) {
                    bytes[to] = grey(bgr[from + 2] & 0xff, bgr[from + 1] & 0xff, bgr[from] & 0xff);
                } else {
                    for (int c = 0; c < 3; c++) {
                        bytes[c * width * height + to] = bgr[from + 2 - c];
                    }
                }
            }
        }
        return new Shown(bytes, width, height);
    }

    /** The usual weights of brightness, of ITU-R BT.601. */
    private static byte grey(int red, int green, int blue) {
        return (byte) Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    }

    private int side(int pixels, long fixed) {
        if (fixed > 0) {
            return (int) Math.min(fixed, Integer.MAX_VALUE);
        }
        int side = pixels;
        while ((int) (side * metadata.inputScale()) % MULTIPLE != 0 || (int) (side * metadata.inputScale()) == 0) {
            side++;
        }
        return side;
    }
}
