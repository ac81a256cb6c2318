package dev.jointly.cli.media;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.solve.AnswerSink;
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
import dev.jointly.vision.draw.LabelledClip;
import dev.jointly.vision.draw.Overlay;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.video.VideoTools;
import dev.jointly.vision.video.VideoWriter;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Draws solutions of files into a file, a directory or a video.
 *
 * @param score below which people are weak, which drawings show faint
 * @param tracks of the people, if any
 * @param images a file, or the directory with the images that the problems name; null for a plain ground
 */
record SolutionDrawing(
        Console console,
        Drawings drawings,
        Outputs outputs,
        LeastScore score,
        ClipTracks tracks,
        @Nullable String images,
        boolean quiet) {

    /** One solution into one file. */
    void intoFile(SolvedFiles files, Path path) {
        DrawingFormat format = DrawingFormat.of(path.toString())
                .orElseThrow(() -> new Misuse("-o is '" + path
                        + "' but must end in .png, .jpg or .svg, or be a directory (existing, or ending in /)"));
        Misuse.unless(
                drawings.formats().isEmpty(),
                "--draw-format is for directories; the format of " + path + " is that of its name");
        List<Overlay> found = new ArrayList<>();
        files.forEach((given, claim, margins) -> {
            Problem problem = score.of(given);
            // no more than two are needed to know that there are several
            if (found.size() < 2) {
                found.add(overlay(problem, claim, checked(files, problem, claim), margins));
            }
        });
        Misuse.unless(found.size() < 2, "there are several solutions and one file to draw into; give -o a directory");
        if (found.isEmpty() && files.tally().allGood()) {
            throw new BadInputException(String.join(", ", files.solutions().files()) + ": has no solutions");
        }
        found.forEach(overlay -> draw(overlay, Map.of(path, format)));
    }

    /** A file for each solution, by its id. */
    void intoDirectory(SolvedFiles files, Path folder) {
        List<DrawingFormat> formats = drawings.formats(DrawingFormat.PNG);
        Set<String> ids = new HashSet<>();
        files.forEach((given, claim, margins) -> {
            Problem problem = score.of(given);
            String id = problem.id();
            if (!AnswerSink.Folder.canName(id) || !ids.add(id)) {
                throw new BadInputException("problem id " + Excerpt.quoted(id) + " cannot be the name of a file of its"
                        + " own; draw it alone, into a file");
            }
            Map<Path, DrawingFormat> places = new LinkedHashMap<>();
            formats.forEach(format -> places.put(folder.resolve(id + "." + format.ending()), format));
            draw(overlay(problem, claim, checked(files, problem, claim), margins), places);
        });
    }

    /** On the frames of a video, into another one. */
    void intoVideo(SolvedFiles files, String source, String output) throws IOException {
        Misuse.unless(
                VideoWriter.isVideo(output),
                "-o is '" + output + "' but must end in one of " + String.join(", ", VideoWriter.ENDINGS)
                        + " with --video");
        Misuse.unless(
                images == null && drawings.formats().isEmpty(),
                "--video cannot be combined with --image or --draw-format");
        OutputFile.requireNoInput(output, List.of(source), "the video");
        Path path = Path.of(output);
        outputs.require(path);
        int[] frames = {0};
        try (LabelledClip clip = new LabelledClip(VideoTools.ofPath(), Path.of(source), path)) {
            files.forEach((given, claim, margins) -> {
                Problem problem = score.of(given);
                FrameNumber frame = FrameNumber.of(problem.id())
                        .orElseThrow(
                                () -> new BadInputException(
                                        "problem " + Excerpt.quoted(problem.id())
                                                + " has no number of a frame at the end of its id, such as frame0012, which --video needs"));
                Overlay drawn = overlay(problem, claim, checked(files, problem, claim), margins);
                try {
                    clip.add(frame.number(), drawn, drawings.size);
                } catch (IOException e) {
                    throw new CannotWriteException(output, e);
                }
                frames[0]++;
            });
            clip.commit();
        }
        if (!quiet && frames[0] > 0) {
            console.say("wrote " + path + ", " + PlainWords.count(frames[0], "frame"));
        }
    }

    private void draw(Overlay overlay, Map<Path, DrawingFormat> places) {
        Problem problem = overlay.problem();
        if (problem.size() > 0 && problem.detections().stream().allMatch(d -> d.x() == null || d.y() == null)) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id())
                    + " has no x and y of any detection, without which it cannot be drawn");
        }
        Optional<Path> file = imageFile(problem);
        BufferedImage photo = file.map(PhotoReader::read).orElse(null);
        places.forEach((path, format) -> {
            try {
                outputs.write(path, out -> format.write(overlay, photo, drawings.size, out));
            } catch (IllegalArgumentException e) {
                throw new BadInputException(file.map(Path::toString).orElse(problem.id()) + ": " + e.getMessage(), e);
            }
            if (!quiet) {
                int weak = PlainWords.weak(problem, overlay.poses());
                console.say(problem.id() + ": "
                        + PlainWords.people(overlay.poses().size(), weak, "faint") + ", wrote " + path);
            }
        });
    }

    /** The word of the checker, where the problem was given; that of the solution's own file does not count. */
    private static Optional<Verdict> checked(SolvedFiles files, Problem problem, Claim claim) {
        return files.problems() == null ? Optional.empty() : Optional.of(Checker.check(problem, claim));
    }

    private Overlay overlay(Problem problem, Claim claim, Optional<Verdict> verdict, List<Margin> margins) {
        // refuses poses of another problem
        ClipTracks.NONE.solved(problem, claim);
        // in the order of the solution, which is what margins and tracks refer to
        List<Pose> poses = claim.poses().stream()
                .map(pose -> new Pose(new TreeMap<>(pose.global()), new TreeMap<>(pose.local())))
                .toList();
        String limit = problem.maxPoses().isEmpty()
                ? ""
                : ", at most " + PlainWords.people(problem.maxPoses().getAsInt());
        Overlay plain = drawings.overlay(
                problem,
                poses,
                verdict.filter(Verdict::accepted).isPresent() ? margins : List.of(),
                verdict.map(PlainWords::quality).orElse("proof not checked") + limit);
        return tracks.given() ? plain.withTracks(tracks.numbers(problem, claim)) : plain;
    }

    /** The image that was given, or the one in the given directory that the problem names. */
    private Optional<Path> imageFile(Problem problem) {
        if (images == null) {
            return Optional.empty();
        }
        Path given = PhotoFeed.path(images);
        if (!Files.isDirectory(given)) {
            return Optional.of(given);
        }
        Image image = problem.image();
        if (image == null) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id()) + " names no image to be found in "
                    + images + "; draw it alone, with --image FILE");
        }
        return Optional.of(given.resolve(PhotoFeed.path(image.file())));
    }
}
