/**
 * Videos, read and written by the user's own ffmpeg: raw frames over pipes, nothing on the disk. {@link
 * dev.jointly.vision.video.VideoProbe} asks what a file is, {@link dev.jointly.vision.video.VideoReader} gives its frames, {@link
 * dev.jointly.vision.video.VideoWriter} makes a video of images. Imports only {@code io}, for its error messages.
 */
@NullMarked
package dev.jointly.vision.video;

import org.jspecify.annotations.NullMarked;
