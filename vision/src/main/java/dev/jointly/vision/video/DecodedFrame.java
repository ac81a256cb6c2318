package dev.jointly.vision.video;

import java.awt.image.BufferedImage;

/**
 * A frame of a video.
 *
 * @param number counted from 0, over all frames of the video
 * @param image three bytes per pixel, {@link BufferedImage#TYPE_3BYTE_BGR}
 */
public record DecodedFrame(long number, BufferedImage image) {}
