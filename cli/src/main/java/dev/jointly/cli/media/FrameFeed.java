package dev.jointly.cli.media;

import dev.jointly.cli.media.PoseDrawings.FramePictures;
import dev.jointly.cli.solve.ProblemFeed;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.video.DecodedFrame;
import dev.jointly.vision.video.VideoReader;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The frames of videos as problems. Closing it ends the ffmpeg that may be running. */
final class FrameFeed implements AutoCloseable {
    private final Clips clips;
    private final Function<String, Clips.Clip> opening;
    private final Seeing seeing;
    private final @Nullable FramePictures pictures;
    private volatile @Nullable VideoReader current;
    private volatile boolean closed;

    /**
     * @param opening finds out about a video by name, and which of its frames are wanted
     * @param pictures keeps the frames until they are drawn; null if none is
     */
    FrameFeed(Clips clips, Function<String, Clips.Clip> opening, Seeing seeing, @Nullable FramePictures pictures) {
        this.clips = clips;
        this.opening = opening;
        this.seeing = seeing;
        this.pictures = pictures;
    }

    /** Hands over the frames of a video; false if there were enough before its end. */
    boolean pour(String name, ProblemFeed.Taker taker) throws InterruptedException {
        Clips.Clip clip = opening.apply(name);
        try (VideoReader reader = clips.open(clip)) {
            current = reader;
            if (closed) {
                return false;
            }
            long frames = 0;
            while (!taker.enough()) {
                Optional<DecodedFrame> frame = reader.next();
                if (frame.isEmpty()) {
                    requireSome(clip, frames);
                    return true;
                }
                frames++;
                take(clip, frame.get(), name, taker);
            }
            return false;
        } catch (BadInputException e) {
            if (taker.enough()) {
                // ffmpeg was stopped too
                return false;
            }
            throw e;
        } finally {
            current = null;
        }
    }

    private void take(Clips.Clip clip, DecodedFrame frame, String name, ProblemFeed.Taker taker)
            throws InterruptedException {
        String id = clip.names().name(frame.number());
        var problem = seeing.problem(id, clip.imageFile(frame.number()), frame.image());
        if (pictures != null) {
            pictures.keep(id, frame.image());
        }
        taker.take(problem, name, false);
    }

    private static void requireSome(Clips.Clip clip, long frames) {
        if (frames == 0 && !clip.resumed()) {
            throw new BadInputException(clip.video().file() + ": has no frame "
                    + clip.choice().first() + "; it has "
                    + (clip.video().frames() == 0
                            ? "fewer"
                            : "about " + clip.video().frames())
                    + ", counted from 0");
        }
    }

    @Override
    public void close() {
        closed = true;
        VideoReader reader = current;
        if (reader != null) {
            reader.close();
        }
    }
}
