package dev.jointly.cli.media;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Choice;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.margin.Margin;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.vision.draw.Doubts;
import dev.jointly.vision.draw.DrawingFormat;
import dev.jointly.vision.draw.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How drawings look: options that all commands that draw have. */
final class Drawings {
    private static final int SMALLEST = 16;
    private static final int LARGEST = 20_000;

    /** On real photos this marks about one joint in seven (docs/doubts.md). */
    private static final double USUAL_DOUBT = 3;

    @Option(
            names = "--draw-size",
            paramLabel = "PIXELS",
            description =
                    "Longest side of drawings; larger photos are scaled down. Default: " + Overlay.USUAL_SIZE + ".")
    int size = Overlay.USUAL_SIZE;

    @Mixin
    SharedOption<List<DrawingFormat>> formats = SharedOption.choices(
            "--draw-format",
            "FORMAT",
            new Choice<>(() -> List.of(DrawingFormat.values()), DrawingFormat::ending),
            "What is drawn into a directory: ${COMPLETION-CANDIDATES}, or several with commas.");

    @Option(names = "--no-caption", description = "No line of text below the drawing.")
    boolean noCaption;

    @Option(
            names = "--doubtful-below",
            paramLabel = "MARGIN",
            description =
                    "People and joints with smaller margins are dashed, where the solution has margins. Default: 3.")
    double doubtfulBelow = USUAL_DOUBT;

    /** Refuses sizes that are no drawing, and options without effect. */
    void check(boolean drawing) {
        if (size < SMALLEST || size > LARGEST) {
            throw new Misuse("--draw-size is " + size + " but must be from " + SMALLEST + " to " + LARGEST);
        }
        if (!(doubtfulBelow >= 0 && doubtfulBelow <= Micro.LARGEST_COST)) {
            throw new Misuse("--doubtful-below is " + doubtfulBelow + " but must be from 0 to 1e9");
        }
        if (!drawing && doubtfulBelow != USUAL_DOUBT) {
            throw new Misuse("--doubtful-below needs --draw DIR");
        }
        if (!drawing && (size != Overlay.USUAL_SIZE || !formats.value().isEmpty() || noCaption)) {
            throw new Misuse("--draw-size, --draw-format and --no-caption need --draw DIR");
        }
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
        String legend = margins.isEmpty() ? "" : "; " + PlainWords.dashed(margins, doubtfulBelow);
        String caption =
                PlainWords.people(poses.size(), PlainWords.weak(problem, poses), "faint") + "; " + quality + legend;
        return new Overlay(problem, poses, Doubts.below(margins, Micro.of(doubtfulBelow)), noCaption ? "" : caption);
    }

    /** The formats for a folder. */
    List<DrawingFormat> formats(DrawingFormat... usual) {
        return formats.value().isEmpty() ? List.of(usual) : formats.value();
    }
}
