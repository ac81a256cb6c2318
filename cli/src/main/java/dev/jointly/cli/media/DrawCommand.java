package dev.jointly.cli.media;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.FileNames;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.solve.LeastScore;
import dev.jointly.cli.solve.SolvedFiles;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.FrameNumber;
import dev.jointly.margin.Margin;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.vision.draw.DrawingFormat;
import dev.jointly.vision.draw.Overlay;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.video.VideoTools;
import dev.jointly.vision.video.VideoWriter;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jointly draw}. */
@Command(
        name = "draw",
        description = "Draws the people of solutions, on their images or on a plain ground.",
        footer = {
            "",
            "One solution gives one file, by whose name it is a PNG, JPEG or SVG; several need a directory.",
            "Example: jointly draw street.people.json --image street.jpg -o street.png"
        })
public final class DrawCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "SOLUTION",
            description =
                    "Solution files, plain or .gz; folders of *.solution.json; patterns in quotes; @FILE with one path"
                            + " per line; - is standard input.")
    List<String> solutions = new ArrayList<>();

    @Option(
            names = {"--problem", "--problems"},
            paramLabel = "PROBLEM",
            description =
                    "Problem file, folder or pattern that the solutions belong to, found in it by id: to check the"
                            + " proof and draw unused detections. Default: draws what the solutions themselves say.")
    @Nullable
    String problems;

    @Option(
            names = {"--image", "--images"},
            paramLabel = "FILE|DIR",
            description = "The image to draw on, or the directory with the images that the problems name."
                    + " Default: a plain ground.")
    @Nullable
    String images;

    @Option(
            names = "--video",
            paramLabel = "CLIP",
            description =
                    "The video whose frames to draw on, found by the numbers at the ends of the problems' ids; -o is"
                            + " then a video too. Needs ffmpeg.")
    @Nullable
    String video;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE|DIR",
            required = true,
            description = "A file ending in .png, .jpg or .svg, or a directory (existing, or ending in /) for one file"
                    + " <id>.png each; with --video a file such as labelled.mp4.")
    String output = "";

    @Option(
            names = "--tracks",
            paramLabel = "TRACKS",
            description =
                    "The tracks of the people, by jointly track: each track has one colour in all frames, people in"
                            + " no track are grey.")
    @Nullable
    String tracks;

    @Mixin
    LeastScore score = new LeastScore();

    @Mixin
    DrawingOptions options = new DrawingOptions();

    @Mixin
    Outputs outputs = new Outputs();

    @Option(
            names = {"-q", "--quiet"},
            description = "Print nothing but errors on standard error.")
    boolean quiet;

    private ClipTracks known = ClipTracks.NONE;

    public DrawCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        options.check(true);
        known = ClipTracks.read(tracks, console.in());
        try (SolvedFiles files = SolvedFiles.open(solutions, problems, console)) {
            Path path = Path.of(output);
            if (video != null) {
                intoVideo(files, Path.of(video), path);
            } else if (output.endsWith("/") || Files.isDirectory(path)) {
                intoDirectory(files, Drawings.folder(output));
            } else {
                intoFile(files, path);
            }
            return files.exitCode();
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
    }

    private void intoFile(SolvedFiles files, Path path) throws IOException {
        DrawingFormat format = DrawingFormat.of(output)
                .orElseThrow(() -> wrong("-o is '" + output
                        + "' but must end in .png, .jpg or .svg, or be a directory (existing, or ending in /)"));
        if (!options.formats.isEmpty()) {
            throw wrong("--draw-format is for directories; the format of " + output + " is that of its name");
        }
        List<Drawable> found = new ArrayList<>();
        files.forEach((given, claim, margins) -> {
            Problem problem = score.of(given);
            // no more than two are needed to know that there are several
            if (found.size() < 2) {
                found.add(new Drawable(problem, claim, margins));
            }
        });
        if (found.size() > 1) {
            throw wrong("there are several solutions and one file to draw into; give -o a directory");
        }
        if (found.isEmpty() && files.tally().allGood()) {
            throw new BadInputException(String.join(", ", solutions) + ": has no solutions");
        }
        for (Drawable one : found) {
            draw(one, List.of(path), List.of(format));
        }
    }

    private void intoDirectory(SolvedFiles files, Path folder) throws IOException {
        List<DrawingFormat> formats = new Drawings(options, outputs).formats(DrawingFormat.PNG);
        Set<String> ids = new HashSet<>();
        files.forEach((given, claim, margins) -> {
            Problem problem = score.of(given);
            String id = problem.id();
            if (!FileNames.usable(id) || !ids.add(id)) {
                throw new BadInputException("problem id " + Excerpt.quoted(id) + " cannot be the name of a file of its"
                        + " own; draw it alone, into a file");
            }
            draw(
                    new Drawable(problem, claim, margins),
                    formats.stream()
                            .map(format -> folder.resolve(id + "." + format.ending()))
                            .toList(),
                    formats);
        });
    }

    private void intoVideo(SolvedFiles files, Path source, Path path) throws IOException {
        if (!VideoWriter.isVideo(output)) {
            throw wrong("-o is '" + output + "' but must end in one of " + String.join(", ", VideoWriter.ENDINGS)
                    + " with --video");
        }
        if (images != null || !options.formats.isEmpty()) {
            throw wrong("--video cannot be combined with --image or --draw-format");
        }
        OutputFile.requireNoInput(output, List.of(video == null ? "" : video), "the video");
        outputs.require(path);
        Drawings drawings = new Drawings(options, outputs);
        int[] frames = {0};
        try (LabelledClip clip = new LabelledClip(VideoTools.ofPath(), source, path)) {
            files.forEach((given, claim, margins) -> {
                Problem problem = score.of(given);
                FrameNumber frame = FrameNumber.of(problem.id())
                        .orElseThrow(
                                () -> new BadInputException(
                                        "problem " + Excerpt.quoted(problem.id())
                                                + " has no number of a frame at the end of its id, such as frame0012, which --video needs"));
                clip.add(frame.number(), overlay(new Drawable(problem, claim, margins), drawings), drawings);
                frames[0]++;
            });
            clip.commit();
        }
        if (!quiet && frames[0] > 0) {
            console.say("wrote " + path + ", " + frames[0] + (frames[0] == 1 ? " frame" : " frames"));
        }
    }

    private record Drawable(Problem problem, Claim claim, List<Margin> margins) {}

    private void draw(Drawable one, List<Path> paths, List<DrawingFormat> formats) throws IOException {
        Problem problem = one.problem();
        if (problem.size() > 0 && problem.detections().stream().allMatch(d -> d.x() == null || d.y() == null)) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id())
                    + " has no x and y of any detection, without which it cannot be drawn");
        }
        Optional<Path> file = imageFile(problem);
        BufferedImage photo = file.map(PhotoReader::read).orElse(null);
        Drawings drawings = new Drawings(options, outputs);
        Overlay overlay = overlay(one, drawings);
        for (int i = 0; i < paths.size(); i++) {
            try {
                drawings.write(overlay, photo, formats.get(i), paths.get(i));
            } catch (IllegalArgumentException e) {
                throw new BadInputException(file.map(Path::toString).orElse(problem.id()) + ": " + e.getMessage(), e);
            }
            if (!quiet) {
                console.say(problem.id() + ": "
                        + PlainWords.people(
                                one.claim().poses().size(),
                                PlainWords.weak(problem, ClipTracks.poses(one.claim())),
                                "faint")
                        + ", wrote " + paths.get(i));
            }
        }
    }

    private Overlay overlay(Drawable one, Drawings drawings) {
        Problem problem = one.problem();
        List<Pose> poses = poses(problem, one.claim());
        // the file's word does not count
        Optional<Verdict> verdict =
                problems == null ? Optional.empty() : Optional.of(Checker.check(problem, one.claim()));
        List<Margin> margins = verdict.filter(Verdict::accepted).isPresent() ? one.margins() : List.of();
        String limit = problem.maxPoses().isEmpty()
                ? ""
                : ", at most " + PlainWords.people(problem.maxPoses().getAsInt());
        Overlay plain = drawings.overlay(
                problem, poses, margins, verdict.map(PlainWords::quality).orElse("proof not checked") + limit);
        return known.given() ? plain.withTracks(known.numbers(problem, one.claim())) : plain;
    }

    /** In the order of the solution, which is what margins and tracks refer to. */
    private static List<Pose> poses(Problem problem, Claim claim) {
        // refuses poses of another problem
        ClipTracks.NONE.solved(problem, claim);
        return ClipTracks.poses(claim);
    }

    /** The image that was given, or the one in the given directory that the problem names. */
    private Optional<Path> imageFile(Problem problem) {
        if (images == null) {
            return Optional.empty();
        }
        Path given = PhotoFeed.paths(List.of(images)).get(0);
        if (!Files.isDirectory(given)) {
            return Optional.of(given);
        }
        Image image = problem.image();
        if (image == null) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id()) + " names no image to be found in "
                    + images + "; draw it alone, with --image FILE");
        }
        return Optional.of(given.resolve(PhotoFeed.paths(List.of(image.file())).get(0)));
    }

    private RuntimeException wrong(String message) {
        return spec == null
                ? new IllegalArgumentException(message)
                : new ParameterException(spec.commandLine(), message);
    }
}
