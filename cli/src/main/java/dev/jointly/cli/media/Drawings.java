package dev.jointly.cli.media;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.margin.Margin;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.vision.draw.Doubts;
import dev.jointly.vision.draw.DrawingFormat;
import dev.jointly.vision.draw.Overlay;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws solutions. */
final class Drawings {
    private final DrawingOptions options;
    private final Outputs outputs;

    Drawings(DrawingOptions options, Outputs outputs) {
        this.options = options;
        this.outputs = outputs;
    }

    /** A folder for drawings, created if needed. */
    static Path folder(String name) {
        try {
            return Files.createDirectories(Path.of(name));
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(name, e);
        }
    }

    /** A drawing of people, with a caption unless that is switched off. Without margins nothing is in doubt. */
    Overlay overlay(Problem problem, List<Pose> poses, List<Margin> margins, String quality) {
        String legend = margins.isEmpty() ? "" : "; " + PlainWords.dashed(margins, options.doubtfulBelow);
        String caption =
                PlainWords.people(poses.size(), PlainWords.weak(problem, poses), "faint") + "; " + quality + legend;
        Doubts doubts = Doubts.below(margins, Micro.of(options.doubtfulBelow));
        return new Overlay(problem, poses, doubts, options.noCaption ? "" : caption);
    }

    /** The longest side. */
    int size() {
        return options.size;
    }

    /** A drawing as pixels. */
    BufferedImage image(Overlay overlay, @Nullable BufferedImage photo) {
        return overlay.image(photo, options.size);
    }

    /** Refuses a file of others. */
    void require(Path path) {
        outputs.require(path);
    }

    /** @param photo to draw on, or null for a plain ground */
    void write(Overlay overlay, @Nullable BufferedImage photo, DrawingFormat format, Path path) {
        outputs.write(path, out -> format.write(overlay, photo, options.size, out));
    }

    /** The formats for a folder. */
    List<DrawingFormat> formats(DrawingFormat... usual) {
        return options.formats.value().isEmpty() ? List.of(usual) : options.formats.value();
    }
}
