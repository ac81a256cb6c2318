package dev.jointly.cli.media;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Choice;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.media.Clips.Clip;
import dev.jointly.cli.media.PhotoFeed.Seeing;
import dev.jointly.cli.report.ReportOptions;
import dev.jointly.cli.report.RunReport;
import dev.jointly.cli.solve.AnswerOptions;
import dev.jointly.cli.solve.AnswerSink;
import dev.jointly.cli.solve.LeastScore;
import dev.jointly.cli.solve.PeopleLimit;
import dev.jointly.cli.solve.SolveJob;
import dev.jointly.cli.solve.SolvedFiles;
import dev.jointly.cli.solve.SolverOptions;
import dev.jointly.io.BadInputException;
import dev.jointly.margin.MarginFinder.Mode;
import dev.jointly.solve.Settings;
import dev.jointly.vision.net.SinglePose;
import dev.jointly.vision.refine.SecondLook;
import dev.jointly.vision.video.FrameChoice;
import dev.jointly.vision.video.VideoTools;
import dev.jointly.vision.video.VideoWriter;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly pose}. */
@Command(
        name = "pose",
        description = "Finds the people in images and videos: runs a network and groups its detections, as solve does.",
        footer = {
            "",
            "One photo gives one solution; several photos and the frames of videos give NDJSON in the same order.",
            "Of several photos a bad one is one line on standard error; the rest is done, and the exit code is 1.",
            "Example: jointly pose street.jpg -o street.solution.json --draw out"
        })
public final class PoseCommand extends JointlyCommand implements Callable<Integer> {
    /** What names of files end with that were not chosen by the user. */
    private static final String NAMED = ".people";

    @Parameters(
            paramLabel = "PHOTO|VIDEO",
            arity = "1..*",
            description =
                    "JPEG, PNG, WebP, TIFF, BMP or GIF files, folders of them, patterns in quotes, or @FILE. Videos (MP4,"
                            + " MOV, AVI, MKV, ...) are read by your ffmpeg.")
    List<String> names = new ArrayList<>();

    @Mixin
    AnswerOptions answers = new AnswerOptions(
            "Where solutions go: a file, or a directory (existing, or ending in /) for one file <id>.solution.json each;"
                    + " - is standard output. Default, for one photo or video: NAME.people.json or .ndjson, and without"
                    + " --draw also a drawing, NAME.people.png or .mp4, in the current folder.");

    @Option(
            names = "--problems",
            paramLabel = "FILE",
            description = "File for the problems of the solutions, for verify and export.")
    @Nullable
    String problems;

    @Option(
            names = "--evidence",
            paramLabel = "FILE",
            description = "File for the network's detections and affinities, before costs.")
    @Nullable
    String evidenceFile;

    @Option(
            names = "--draw",
            paramLabel = "DIR|VIDEO",
            description = "Draws each photo's people: <id>.png on the photo, <id>.svg on a plain ground. A name that"
                    + " ends in .mp4, .mov, .mkv, .webm or .avi is a video of the drawn frames.")
    @Nullable
    String drawings;

    @Option(
            names = "--track",
            description =
                    "Also links the people of a video into tracks, in NAME.tracks.json beside the solutions. A drawn video"
                            + " then has one colour for each track.")
    boolean track;

    @Mixin
    VideoOptions videos = new VideoOptions();

    @Mixin
    Drawings drawing = new Drawings();

    @Mixin
    DetectorOptions detector = new DetectorOptions();

    @Mixin
    SharedOption<Quality> quality = SharedOption.choice(
            "--quality",
            "LEVEL",
            Choice.of(Quality.class),
            Quality.GOOD,
            "One of ${COMPLETION-CANDIDATES}. fast: one look at the image. good: also a second look at each person"
                    + " (--refine). best: also mirrored and at half the size (--flip --scales 1,0.5). What the network"
                    + " cannot do is left out. Default: good.");

    @Option(
            names = "--refine",
            description =
                    "Moves joints to where a second network, movenet-thunder, sees them when it looks at each person alone."
                            + " Whose they are, and the proof, stay the same.")
    boolean refine;

    /** How many looks the networks take. */
    enum Quality {
        FAST,
        GOOD,
        BEST
    }

    @Mixin
    SharedOption<Duration> timeLimit = SolverOptions.timeLimit("photo");

    @Mixin
    SharedOption<Integer> threads = SharedOption.threads(
            Runtime.getRuntime().availableProcessors(),
            "For the network, and photos grouped at once. Default: one for each processor.");

    @Mixin
    SharedOption<Boolean> noSelfCheck = SharedOption.noSelfCheck();

    @Mixin
    PeopleLimit people = new PeopleLimit();

    @Mixin
    LeastScore score = new LeastScore();

    @Mixin
    SharedOption<Mode> margins = SharedOption.margins();

    @Mixin
    ReportOptions reports = new ReportOptions();

    private String output = "";

    @Override
    public Integer call() throws IOException {
        Settings settings = Misuse.checked(
                "--", () -> Settings.defaults().withTimeLimit(timeLimit.value()).withThreads(threads.value()));
        detector.check();
        Inputs inputs = Inputs.of(names, PhotoFeed.PHOTO, console().in());
        nameOutputs(inputs);
        drawing.check(drawings != null);
        Misuse.unless(
                margins.value() == Mode.OFF || answers.json() || drawings != null,
                "--margins " + margins.value().label() + " needs --format json or --draw DIR");
        OutputFile.requireNoInput(output, inputs.files(), "a photo");
        if (drawsVideo()) {
            OutputFile.requireNoInput(drawings, inputs.files(), "a video");
        }
        Clips clips = new Clips(inputs, VideoTools.ofPath(), videos.choice());
        videos.check(clips, Arrays.asList(output, problems, evidenceFile), answers.json(), drawsVideo());
        if (track && (!clips.single() || !answers.json() || output.equals("-") || AnswerSink.isDirectory(output))) {
            throw new Misuse("--track needs a single video, --format json, and a file for the solutions");
        }
        if (track && drawings != null && !drawsVideo()) {
            throw new Misuse("--track draws a video; give --draw a name such as people.mp4");
        }
        if (track && drawings != null) {
            answers.outputs.require(Path.of(drawings));
        }
        Map<String, Path> photos = PhotoFeed.byId(inputs.files());
        @Nullable Clip clip = clips.single() ? clips.only() : null;
        try (@Nullable
                ResumePoint point = clip != null && videos.resume
                        ? ResumePoint.open(clip, answers.outputs, output, problems, evidenceFile)
                        : null) {
            int code = point != null && point.rest().isEmpty()
                    ? Exit.DONE
                    : pose(settings, inputs, clips, photos, clip, point);
            if (!track || signal().stopped()) {
                return code;
            }
        }
        return track(inputs.files().get(0));
    }

    /** Links the people of the solutions, and draws them with their tracks. */
    private int track(String clip) throws IOException {
        Path tracks = Path.of(output).resolveSibling(PhotoFeed.id(Path.of(clip)) + ".tracks.json");
        List<String> solutions = List.of(output);
        boolean quiet = reports.quiet.value() || reports.json;
        int code = new Tracking(console()).run(solutions, problems, answers.outputs, tracks.toString(), quiet);
        if (code == Exit.DONE && !quiet) {
            console().say("wrote " + tracks);
        }
        if (code != Exit.DONE || drawings == null) {
            return code;
        }
        try (SolvedFiles files = SolvedFiles.open(solutions, problems, console())) {
            new SolutionDrawing(
                            console(),
                            drawing,
                            answers.outputs,
                            new LeastScore(),
                            ClipTracks.read(tracks.toString(), console().in()),
                            null,
                            quiet)
                    .intoVideo(files, clip, drawings);
            return files.exitCode();
        }
    }

    /** Without {@code -o} the files have the name of the photo or video, in the current folder. */
    private void nameOutputs(Inputs inputs) {
        if (answers.outputs.given() != null) {
            output = answers.outputs.place();
            return;
        }
        Misuse.unless(
                inputs.files().size() == 1 && answers.json(),
                "expected -o FILE or DIR; only the people of a single photo or video, with --format json, go"
                        + " to a file of its name");
        String file = inputs.files().get(0);
        boolean video = Clips.isVideo(file);
        String name = PhotoFeed.id(Path.of(file)) + NAMED;
        output = name + (video ? ".ndjson" : ".json");
        if (drawings == null) {
            drawings = video ? name + ".mp4" : "";
        }
    }

    private int pose(
            Settings settings,
            Inputs inputs,
            Clips clips,
            Map<String, Path> photos,
            @Nullable Clip clip,
            @Nullable ResumePoint point) {
        Function<String, Clip> opening =
                point == null ? clips::clip : name -> point.rest().orElseThrow();
        SolveJob job = new SolveJob(console(), signal(), solving(), settings, margins.value(), !noSelfCheck.value());
        signal().begin();
        // every place is opened before work begins
        try (DetectorOptions.Ready ready =
                        detector.open(models(), threads.value(), quality.value() == Quality.BEST, clips::first);
                @Nullable SinglePose second = secondLook(ready.model().anatomy().parts());
                AnswerSink solutions = point == null || AnswerSink.isDirectory(output)
                        ? answers.open(output, console())
                        : new AnswerSink.OneFile(point.file(output));
                @Nullable PoseDrawings drawn = drawn(photos, clips, clip);
                @Nullable OutputFile problemFile = file(problems, point);
                @Nullable OutputFile seenFile = file(evidenceFile, point);
                PoseSink sink = new PoseSink(
                        solutions,
                        problemFile,
                        seenFile,
                        drawn,
                        answers.outputs.given() == null ? List.of(output) : List.of());
                RunReport report = report(inputs, clip, point)) {
            Seeing seeing = new Seeing(
                    ready.detector(), frame -> score.of(people.of(ready.model().problem(frame))), sink::see, second);
            if (!reports.quiet.value()) {
                ready.note().ifPresent(report::line);
            }
            SolveJob.Outcome outcome;
            try (PhotoFeed feed = new PhotoFeed(clips, opening, seeing, drawn != null)) {
                outcome = job.run(inputs, feed, sink, report, () -> OptionalDouble.of(seeing.seconds()));
            }
            if (answers.outputs.given() == null && clip != null && !reports.quiet.value()) {
                report.line("wrote " + output + (drawings == null || track ? "" : ", " + drawings));
            }
            return outcome.answered() ? Exit.DONE : Exit.NO;
        } finally {
            signal().end();
        }
    }

    /** A file with a line for each image: a new one, or that of an interrupted run. */
    private @Nullable OutputFile file(@Nullable String name, @Nullable ResumePoint point) {
        if (name == null) {
            return null;
        }
        return point == null ? answers.outputs.open(name, console()) : point.file(name);
    }

    /**
     * The network of the second look, if there is to be one.
     *
     * @param parts of the people that will be found
     */
    private @Nullable SinglePose secondLook(List<String> parts) {
        boolean known = SecondLook.knows(parts);
        if (refine && !known) {
            throw new BadInputException("--refine moves the joints of people, such as " + SinglePose.PARTS.get(0)
                    + " and " + SinglePose.PARTS.get(5) + ", but this network finds none of them");
        }
        return refine || (known && quality.value() != Quality.FAST)
                ? SinglePose.open(models().secondLook(), detector.execution(threads.value()))
                : null;
    }

    private boolean drawsVideo() {
        return drawings != null && VideoWriter.isVideo(drawings);
    }

    private RunReport report(Inputs inputs, @Nullable Clip clip, @Nullable ResumePoint point) {
        if (clip == null) {
            return reports.open(console(), inputs, true);
        }
        long frames = clip.video().frames();
        long done = point == null ? 0 : point.done();
        RunReport report =
                reports.openVideo(console(), Math.max(0, clip.choice().countOf(frames) - done));
        if (done > 0 && !reports.quiet.value()) {
            report.line("resuming: " + done + (done == 1 ? " frame is" : " frames are") + " done");
        }
        return report;
    }

    private @Nullable PoseDrawings drawn(Map<String, Path> photos, Clips clips, @Nullable Clip clip) {
        if (drawings == null || track) {
            return null;
        }
        if (!drawsVideo()) {
            boolean named = !drawings.isEmpty();
            Path folder = named ? Drawings.folder(drawings) : Path.of("");
            return PoseDrawings.inFolder(drawing, answers.outputs, photos, folder, named ? "" : NAMED);
        }
        if (clip == null) {
            throw new Misuse("--draw " + drawings + " needs a single video to draw on; give --draw a directory");
        }
        try {
            Path file = Path.of(drawings);
            answers.outputs.require(file);
            VideoWriter video = VideoWriter.create(
                    clips.tools(), file, clip.video().rate(), clip.choice().every());
            return new PoseDrawings(drawing, answers.outputs, photos, null, "", video);
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(drawings, e);
        }
    }

    /** Which frames of videos, and whether an interrupted run is continued. */
    static final class VideoOptions {

        @Option(
                names = "--frames",
                paramLabel = "A-B",
                description = "Frames of a video, counted from 0: 100-200 (both included), 100- (to the end) or 100."
                        + " Default: all.")
        @Nullable
        String frames;

        @Option(
                names = "--every",
                paramLabel = "N",
                description = "Every N-th frame of a video, from the first requested on. Default: 1.")
        long every = 1;

        @Option(
                names = "--resume",
                description =
                        "Writes the files of a video frame by frame; after an interruption, the same command continues after"
                                + " the last complete frame.")
        boolean resume;

        FrameChoice choice() {
            return Misuse.checked("--", () -> FrameChoice.parse(frames == null ? "0-" : frames, every));
        }

        /**
         * Refuses options without effect, and what cannot be resumed.
         *
         * @param outputs names of files, null for those that are not wanted
         */
        void check(Clips clips, List<@Nullable String> outputs, boolean json, boolean drawnVideo) {
            if (!clips.any() && (frames != null || every != 1 || resume)) {
                throw new Misuse("--frames, --every and --resume need a video, whose name ends in one of "
                        + String.join(", ", Clips.ENDINGS));
            }
            if (!resume) {
                return;
            }
            if (!clips.single()) {
                throw new Misuse("--resume needs a single video; run several one by one");
            }
            if (!json
                    || outputs.stream().anyMatch(name -> name != null && (name.equals("-") || name.endsWith(".gz")))) {
                throw new Misuse("--resume needs --format json, files that are not compressed, and no standard output");
            }
            if (drawnVideo) {
                throw new Misuse(
                        "--resume cannot be combined with a video from --draw, which cannot be continued; give --draw a"
                                + " directory, or leave out --resume");
            }
        }
    }
}
