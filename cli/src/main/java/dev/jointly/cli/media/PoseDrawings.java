package dev.jointly.cli.media;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.solve.SolvedProblem;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import dev.jointly.vision.draw.DrawingFormat;
import dev.jointly.vision.draw.Overlay;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.video.VideoWriter;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Drawings of the people in images and frames: files in a folder, or one video.
 *
 * @param photos by id
 * @param frames that the feed keeps until they are drawn
 */
record PoseDrawings(Drawings drawings, Map<String, Path> photos, FramePictures frames, Place place)
        implements AutoCloseable {
    /**
     * Where drawings go; one of the two is there.
     *
     * @param folder for files
     * @param suffix of the names of files, in front of the format
     * @param video of frames
     */
    record Place(
            @Nullable Path folder, String suffix, @Nullable VideoWriter video) {}

    PoseDrawings(Drawings drawings, Map<String, Path> photos, FramePictures frames, Place place) {
        this.drawings = drawings;
        this.photos = photos;
        this.frames = frames;
        this.place = place;
        if (place.folder() != null) {
            photos.keySet().forEach(id -> files(id, place.folder()).forEach(drawings::require));
        }
    }

    /** What an answer keeps in memory until it is drawn, besides itself. */
    int bytes() {
        return frames.bytesOfEach();
    }

    /** On the photo or frame; as SVG on a plain ground, which keeps it small. */
    void draw(SolvedProblem solved) {
        Problem problem = solved.problem();
        Solution solution = solved.solution();
        boolean optimal = solution.status() == Solution.Status.OPTIMAL;
        Overlay overlay = drawings.overlay(
                problem, solution.poses(), solved.margins(), PlainWords.quality(optimal, solution.gap()));
        BufferedImage frame = frames.take(problem.id()).orElse(null);
        if (place.video() != null) {
            try {
                place.video().write(drawings.image(overlay, frame));
            } catch (IOException e) {
                throw new CannotWriteException(place.video().file().toString(), e);
            }
        }
        if (place.folder() != null) {
            files(problem, overlay, frame, place.folder());
        }
    }

    private void files(Problem problem, Overlay overlay, @Nullable BufferedImage frame, Path folder) {
        Path photo = photos.get(problem.id());
        List<DrawingFormat> formats = formats();
        boolean pixels = formats.stream().anyMatch(format -> format != DrawingFormat.SVG);
        BufferedImage ground = photo != null && pixels ? PhotoReader.read(photo) : frame;
        for (DrawingFormat format : formats) {
            drawings.write(
                    overlay, format == DrawingFormat.SVG ? null : ground, format, file(folder, problem.id(), format));
        }
    }

    /** The files of one problem. */
    List<String> wrote(Problem problem) {
        Path folder = place.folder();
        return folder == null
                ? List.of()
                : files(problem.id(), folder).stream().map(Path::toString).toList();
    }

    private List<Path> files(String id, Path folder) {
        return formats().stream().map(format -> file(folder, id, format)).toList();
    }

    private List<DrawingFormat> formats() {
        return place.suffix().isEmpty()
                ? drawings.formats(DrawingFormat.PNG, DrawingFormat.SVG)
                : drawings.formats(DrawingFormat.PNG);
    }

    /** Several videos have frames of the same numbers, and a slash is no part of a file name. */
    private Path file(Path folder, String id, DrawingFormat format) {
        return folder.resolve(id.replace('/', '-') + place.suffix() + "." + format.ending());
    }

    /** Puts the video in place, however the run ended. */
    @Override
    public void close() {
        if (place.video() != null) {
            try (VideoWriter video = place.video()) {
                video.commit();
            } catch (IOException e) {
                throw new CannotWriteException(place.video().file().toString(), e);
            }
        }
    }

    /** Frames of videos that are yet to be drawn, in the order of the problems. Thread-safe. */
    static final class FramePictures {
        private final ArrayDeque<Picture> waiting = new ArrayDeque<>();

        private record Picture(String id, BufferedImage image) {}

        synchronized void keep(String id, BufferedImage image) {
            waiting.add(new Picture(id, image));
        }

        /** What keeping a picture takes; 0 if there are none. */
        synchronized int bytesOfEach() {
            Picture first = waiting.peek();
            return first == null
                    ? 0
                    : 3 * first.image().getWidth() * first.image().getHeight();
        }

        /** Hands over a picture and forgets those before it, whose problems have failed. */
        synchronized Optional<BufferedImage> take(String id) {
            if (waiting.stream().noneMatch(picture -> picture.id().equals(id))) {
                return Optional.empty();
            }
            Picture next = waiting.remove();
            while (!next.id().equals(id)) {
                next = waiting.remove();
            }
            return Optional.of(next.image());
        }
    }
}
