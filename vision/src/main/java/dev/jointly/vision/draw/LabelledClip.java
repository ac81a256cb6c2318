package dev.jointly.vision.draw;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.vision.video.DecodedFrame;
import dev.jointly.vision.video.FrameChoice;
import dev.jointly.vision.video.VideoFile;
import dev.jointly.vision.video.VideoProbe;
import dev.jointly.vision.video.VideoReader;
import dev.jointly.vision.video.VideoTools;
import dev.jointly.vision.video.VideoWriter;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a video that have solutions, with their people drawn on them, as another video. Its time passes as fast as that
 * of the first, if the solutions are those of every n-th frame. Not thread-safe.
 */
public final class LabelledClip implements AutoCloseable {
    private final VideoTools tools;
    private final VideoFile source;
    private final VideoReader reader;
    private final Path target;
    private @Nullable VideoWriter writer;
    private @Nullable BufferedImage first;
    private long firstNumber;
    private long last = -1;

    public LabelledClip(VideoTools tools, Path clip, Path target) {
        this.tools = tools;
        this.source = VideoProbe.probe(tools, clip);
        this.target = target;
        this.reader = VideoReader.open(tools, source, FrameChoice.ALL);
    }

    /**
     * Draws the next frame.
     *
     * @param number of the frame, from 0; higher than all before
     * @param size longest side of the drawing
     */
    public void add(long number, Overlay overlay, int size) throws IOException {
        if (number <= last) {
            throw new BadInputException("frame " + number + " follows frame " + last
                    + "; the solutions for a video must be in the order of its frames");
        }
        BufferedImage frame = frame(number);
        requireSize(overlay.problem(), frame);
        BufferedImage drawn = overlay.image(frame, size);
        if (first == null) {
            first = drawn;
            firstNumber = number;
        } else {
            writer(first, number - firstNumber).write(drawn);
        }
        last = number;
    }

    private void requireSize(Problem problem, BufferedImage frame) {
        Image image = problem.image();
        if (image != null && (image.width() != frame.getWidth() || image.height() != frame.getHeight())) {
            throw new BadInputException(source.file() + ": its frames are " + frame.getWidth() + " x "
                    + frame.getHeight() + " pixels, but problem " + Excerpt.quoted(problem.id()) + " is of an image of "
                    + image.width() + " x " + image.height() + "; give the video that the problems were made of");
        }
    }

    private BufferedImage frame(long number) throws IOException {
        try {
            for (Optional<DecodedFrame> next = reader.next(); next.isPresent(); next = reader.next()) {
                if (next.get().number() == number) {
                    return next.get().image();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted at frame " + number);
        }
        throw new BadInputException(source.file() + ": ends before frame " + number
                + ", which is the number at the end of a problem's id; frames are counted from 0");
    }

    /** How many frames apart they are is known with the second. */
    private VideoWriter writer(BufferedImage start, long stride) throws IOException {
        if (writer == null) {
            writer = VideoWriter.create(tools, target, source.rate(), stride);
            writer.write(start);
        }
        return writer;
    }

    /** Puts the video in its place, if it has any frames. */
    public void commit() throws IOException {
        if (first != null) {
            writer(first, 1).commit();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (writer != null) {
                writer.close();
            }
        } finally {
            reader.close();
        }
    }
}
