package dev.jointly.cli.convert;

import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SolveFunction;
import dev.jointly.cli.StopSignal;
import dev.jointly.cli.media.PhotoFeed;
import dev.jointly.cli.solve.MarginMode;
import dev.jointly.cli.solve.PeopleLimit;
import dev.jointly.cli.solve.SolveCommand;
import dev.jointly.io.dlc.DlcFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly review}: import, solve and compare in one step. */
@Command(
        name = "review",
        description =
                "Shows where DeepLabCut's grouping of a video differs from the best one: a sheet of the frames to look"
                        + " at, and their numbers, to label them.",
        footer = {
            "",
            "Writes NAME.review.png and NAME.frames.json into the current folder, and NAME.problems.ndjson and"
                    + " NAME.solutions.ndjson for further commands; NAME is that of the file without _full.pickle.",
            "Example: jointly review session_full.pickle --against session_assemblies.pickle --video session.mp4"
        })
public final class ReviewCommand implements Callable<Integer> {
    private static final int DOUBTFUL = 6;

    private final Console console;
    private final StopSignal signal;
    private final SolveFunction solving;

    @Parameters(paramLabel = "FULL", description = "DeepLabCut's _full.pickle of the video.")
    String full = "";

    @Option(
            names = "--against",
            paramLabel = "FILE",
            required = true,
            description =
                    "The grouping to review: DeepLabCut's _assemblies.pickle, or any other file that compare takes.")
    String against = "";

    @Option(
            names = "--video",
            paramLabel = "CLIP",
            description = "The video, on whose frames the sheet is drawn. Default: a plain ground. Needs ffmpeg.")
    @Nullable
    String video;

    @Mixin
    SkeletonOptions skeleton = new SkeletonOptions();

    @Mixin
    PeopleLimit people = new PeopleLimit();

    @Option(names = "--top", paramLabel = "N", description = "So many of the frames that differ most. Default: 12.")
    int top = 12;

    @Option(
            names = "--doubtful",
            paramLabel = "N",
            description = "So many of the frames where the best grouping is most doubtful. Default: " + DOUBTFUL + ".")
    int doubtful = DOUBTFUL;

    @Mixin
    Outputs outputs = new Outputs();

    @Option(
            names = {"-q", "--quiet"},
            description = "Print nothing but errors on standard error.")
    boolean quiet;

    public ReviewCommand(Console console, StopSignal signal, SolveFunction solving) {
        this.console = console;
        this.signal = signal;
        this.solving = solving;
    }

    @Override
    public Integer call() throws IOException {
        String name = PhotoFeed.id(Path.of(full)).replaceFirst("_full$", "");
        String problems = name + ".problems.ndjson";
        String solutions = name + ".solutions.ndjson";
        CompareCommand compare = compare(problems, solutions, name);
        Stream.of(problems, solutions, compare.sheet, compare.framesToLabel)
                .forEach(file -> outputs.require(Path.of(file)));
        compare.requireReadable();
        int imported = importing(problems).call();
        if (imported != Exit.DONE) {
            return imported;
        }
        int solved = solve(problems, solutions).call();
        if (signal.stopped()) {
            return solved;
        }
        int compared = compare.call();
        if (!quiet) {
            console.say("wrote " + compare.sheet + ", the frames to look at, and " + compare.framesToLabel
                    + ", their numbers; also " + problems + " and " + solutions);
        }
        return compared == Exit.DONE ? solved : compared;
    }

    private ImportCommand importing(String problems) {
        ImportCommand command = new ImportCommand(console);
        command.format = new DlcFormat();
        command.files = List.of(full);
        command.output = problems;
        command.skeleton = skeleton;
        command.people = people;
        command.outputs = outputs;
        command.quiet = quiet;
        return command;
    }

    private SolveCommand solve(String problems, String solutions) {
        SolveCommand command = new SolveCommand(console, signal, solving);
        command.problems = List.of(problems);
        command.output = solutions;
        command.answers.outputs = outputs;
        command.margins.mode = MarginMode.BOUND;
        command.threads = Runtime.getRuntime().availableProcessors();
        command.reports.quiet = quiet;
        return command;
    }

    private CompareCommand compare(String problems, String solutions, String name) {
        CompareCommand command = new CompareCommand(console);
        command.a = solutions;
        command.b = against;
        command.problems = problems;
        command.video = video;
        command.top = top;
        command.doubtful = doubtful;
        command.sheet = name + ".review.png";
        command.framesToLabel = name + ".frames.json";
        command.outputs = outputs;
        return command;
    }
}
