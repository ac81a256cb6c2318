package dev.jointly.vision.video;

import java.nio.file.Path;

/**
 * What is known of a video before it is decoded.
 *
 * @param width of its frames the right way up, in pixels
 * @param frames as many as the file claims to have, or as its length suggests; 0 if it says nothing
 * @param rate on average
 */
public record VideoFile(Path file, int width, int height, long frames, FrameRate rate) {}
