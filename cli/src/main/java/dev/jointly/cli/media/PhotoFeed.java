package dev.jointly.cli.media;

import dev.jointly.cli.Inputs;
import dev.jointly.cli.solve.ProblemFeed;
import dev.jointly.cli.solve.SolvedProblem;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Problem;
import dev.jointly.vision.net.ImageDetector;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.net.SinglePose;
import dev.jointly.vision.refine.SecondLook;
import dev.jointly.vision.video.DecodedFrame;
import dev.jointly.vision.video.VideoReader;
import java.awt.image.BufferedImage;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Images and videos as problems: the network runs on one after another, while those before are being
 * grouped. Closing it ends the ffmpeg that may be running.
 */
public final class PhotoFeed implements ProblemFeed, AutoCloseable {
    static final Inputs.Kind PHOTO =
            new Inputs.Kind("image", List.of(".jpg", ".jpeg", ".png", ".tif", ".tiff", ".bmp", ".gif", ".webp"));

    private final Clips clips;
    private final Function<String, Clips.Clip> opening;
    private final Seeing seeing;
    private final boolean keepsFrames;
    private volatile @Nullable VideoReader current;
    private volatile boolean closed;

    /**
     * @param opening finds out about a video by name, and which of its frames are wanted
     * @param keepsFrames whether solved frames of videos come with their images, to be drawn on
     */
    PhotoFeed(Clips clips, Function<String, Clips.Clip> opening, Seeing seeing, boolean keepsFrames) {
        this.clips = clips;
        this.opening = opening;
        this.seeing = seeing;
        this.keepsFrames = keepsFrames;
    }

    /** A file by name. */
    static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new BadInputException(name + ": no such file", e);
        }
    }

    /** The files by their ids. */
    static Map<String, Path> byId(List<String> names) {
        Map<String, Path> known = new HashMap<>();
        for (String name : names) {
            Path photo = path(name);
            String id = id(photo);
            Path other = known.put(id, photo);
            if (other != null) {
                throw new BadInputException(other + " and " + photo + " would both be known as \"" + id
                        + "\"; rename one of them, or run them apart");
            }
        }
        return known;
    }

    /** A photo's file name without its ending. */
    public static String id(Path photo) {
        String name = fileName(photo);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private static String fileName(Path photo) {
        Path name = photo.getFileName();
        return name == null ? photo.toString() : name.toString();
    }

    @Override
    public void pour(Taker taker) throws InterruptedException {
        for (String name : clips.inputs().files()) {
            if (taker.enough()) {
                return;
            }
            try {
                if (Clips.isVideo(name)) {
                    if (!pourFrames(name, taker)) {
                        return;
                    }
                } else {
                    Path photo = Path.of(name);
                    BufferedImage image = seeing.timed(() -> PhotoReader.read(photo));
                    taker.take(
                            seeing.problem(id(photo), fileName(photo), image),
                            name,
                            !clips.inputs().many(),
                            seeing.refined(image));
                }
            } catch (BadInputException e) {
                taker.failed(name, 0, e);
            }
            taker.endOfFile();
        }
    }

    /** Hands over the frames of a video; false if there were enough before its end. */
    private boolean pourFrames(String name, Taker taker) throws InterruptedException {
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

    private void take(Clips.Clip clip, DecodedFrame frame, String name, Taker taker) throws InterruptedException {
        String id = clip.names().name(frame.number());
        BufferedImage image = frame.image();
        Problem problem = seeing.problem(id, clip.imageFile(frame.number()), image);
        UnaryOperator<SolvedProblem> refined = seeing.refined(image);
        taker.take(
                problem,
                name,
                false,
                keepsFrames ? solved -> refined.apply(solved).on(image) : refined);
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

    /** From one image to its problem, with the time that takes. One thread shows it images, any may do the rest. */
    static final class Seeing {
        private final ImageDetector detector;
        private final Function<Evidence, Problem> costs;
        private final Consumer<Evidence> listener;
        private final @Nullable SinglePose second;
        private double seconds;

        /**
         * @param listener receives the network's evidence, image by image
         * @param second looks at each person alone; null if joints stay where they were found
         */
        Seeing(
                ImageDetector detector,
                Function<Evidence, Problem> costs,
                Consumer<Evidence> listener,
                @Nullable SinglePose second) {
            this.detector = detector;
            this.costs = costs;
            this.listener = listener;
            this.second = second;
        }

        /** Runs the network on an image. */
        Problem problem(String id, String file, BufferedImage image) {
            Evidence evidence = timed(() -> detector.detect(id, file, image));
            listener.accept(evidence);
            return costs.apply(evidence);
        }

        /** Moves the joints of people to where the second look sees them; keeps the image until then. */
        UnaryOperator<SolvedProblem> refined(BufferedImage image) {
            if (second == null) {
                return UnaryOperator.identity();
            }
            SecondLook look = new SecondLook(second::look, SecondLook.Rule.CHOSEN);
            return solved -> solved.moved(timed(
                    () -> look.moved(image, solved.problem(), solved.solution().poses())));
        }

        /** Counts the time of some work. */
        <T> T timed(Supplier<T> work) {
            long start = System.nanoTime();
            T result = work.get();
            synchronized (this) {
                seconds += (System.nanoTime() - start) / 1e9;
            }
            return result;
        }

        /** Time spent on reading images and on inference. */
        synchronized double seconds() {
            return seconds;
        }
    }
}
