package dev.jointly.cli.media;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.solve.SolvedProblem;
import dev.jointly.solve.Solution;
import dev.jointly.vision.draw.DrawingFormat;
import dev.jointly.vision.draw.Overlay;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.video.VideoWriter;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Drawings of the people in images and frames: files in a folder, or one video.
 *
 * @param photos by id
 * @param folder for files; null for none
 * @param suffix of the names of files, in front of the format
 * @param video of frames; null for none
 */
record PoseDrawings(
        Drawings drawings,
        Outputs outputs,
        Map<String, Path> photos,
        @Nullable Path folder,
        String suffix,
        @Nullable VideoWriter video)
        implements AutoCloseable {

    /** Files in a folder, none of which may be one of others. */
    static PoseDrawings inFolder(
            Drawings drawings, Outputs outputs, Map<String, Path> photos, Path folder, String suffix) {
        PoseDrawings all = new PoseDrawings(drawings, outputs, photos, folder, suffix, null);
        photos.keySet().forEach(id -> all.files(id).forEach(file -> outputs.require(Path.of(file))));
        return all;
    }

    /** On the photo or frame; as SVG on a plain ground, which keeps it small. */
    void draw(SolvedProblem solved) {
        Solution solution = solved.solution();
        boolean optimal = solution.status() == Solution.Status.OPTIMAL;
        Overlay overlay = drawings.overlay(
                solved.problem(), solution.poses(), solved.margins(), PlainWords.quality(optimal, solution.gap()));
        if (video != null) {
            try {
                video.write(overlay.image(solved.frame(), drawings.size));
            } catch (IOException e) {
                throw new CannotWriteException(video.file().toString(), e);
            }
        }
        if (folder != null) {
            String id = solved.problem().id();
            Path photo = photos.get(id);
            boolean pixels = formats().stream().anyMatch(format -> format != DrawingFormat.SVG);
            BufferedImage ground = photo != null && pixels ? PhotoReader.read(photo) : solved.frame();
            for (DrawingFormat format : formats()) {
                BufferedImage under = format == DrawingFormat.SVG ? null : ground;
                outputs.write(file(folder, id, format), out -> format.write(overlay, under, drawings.size, out));
            }
        }
    }

    /** The files of one problem. */
    List<String> files(String id) {
        return folder == null
                ? List.of()
                : formats().stream()
                        .map(format -> file(folder, id, format).toString())
                        .toList();
    }

    private List<DrawingFormat> formats() {
        return suffix.isEmpty()
                ? drawings.formats(DrawingFormat.PNG, DrawingFormat.SVG)
                : drawings.formats(DrawingFormat.PNG);
    }

    /** Several videos have frames of the same numbers, and a slash is no part of a file name. */
    private Path file(Path in, String id, DrawingFormat format) {
        return in.resolve(id.replace('/', '-') + suffix + "." + format.ending());
    }

    /** Puts the video in place, however the run ended. */
    @Override
    public void close() {
        if (video != null) {
            try (video) {
                video.commit();
            } catch (IOException e) {
                throw new CannotWriteException(video.file().toString(), e);
            }
        }
    }
}
