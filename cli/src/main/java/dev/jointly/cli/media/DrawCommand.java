package dev.jointly.cli.media;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.solve.AnswerSink;
import dev.jointly.cli.solve.LeastScore;
import dev.jointly.cli.solve.SolvedFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly draw}. */
@Command(
        name = "draw",
        description = "Draws the people of solutions, on their images or on a plain ground.",
        footer = {
            "",
            "One solution gives one file, by whose name it is a PNG, JPEG or SVG; several need a directory.",
            "Example: jointly draw street.people.json --image street.jpg -o street.png"
        })
public final class DrawCommand extends JointlyCommand implements Callable<Integer> {

    @Mixin
    SharedOption<List<String>> solutions = SharedOption.solutions("0..*", "Solution files");

    @Mixin
    SharedOption<String> problems = SharedOption.problems(
            false,
            "Problems of the solutions, found by id: to check the proof and draw unused detections. Default: draws"
                    + " what the solutions themselves say.");

    @Mixin
    SharedOption<String> images = SharedOption.images(
            "FILE|DIR", "The image to draw on, or the directory with the images that the problems name.");

    @Mixin
    SharedOption<String> video = SharedOption.video(
            "The video whose frames to draw on, found by the numbers at the ends of the problems' ids; -o is then a video"
                    + " too.");

    @Option(
            names = "--tracks",
            paramLabel = "TRACKS",
            description = "Tracks, by jointly track: each has one colour in all frames; people in no track are grey.")
    @Nullable
    String tracks;

    @Mixin
    LeastScore score = new LeastScore();

    @Mixin
    Drawings options = new Drawings();

    @Mixin
    Outputs outputs = Outputs.required(
            "FILE|DIR",
            "A file ending in .png, .jpg or .svg, or a directory (existing, or ending in /) for one file <id>.png each;"
                    + " with --video a file such as labelled.mp4.");

    @Mixin
    SharedOption<Boolean> quiet = SharedOption.quiet();

    @Override
    public Integer call() {
        options.check(true);
        SolutionDrawing drawing = new SolutionDrawing(
                console(),
                options,
                outputs,
                score,
                ClipTracks.read(tracks, console().in()),
                images.given(),
                quiet.value());
        String output = outputs.place();
        try (SolvedFiles files = SolvedFiles.open(solutions.value(), problems.given(), console())) {
            Path path = Path.of(output);
            String clip = video.given();
            if (clip != null) {
                drawing.intoVideo(files, clip, output);
            } else if (AnswerSink.isDirectory(output)) {
                drawing.intoDirectory(files, Drawings.folder(output));
            } else {
                drawing.intoFile(files, path);
            }
            return files.exitCode();
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
    }
}
