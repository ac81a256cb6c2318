package dev.jointly.cli.convert;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.media.PhotoFeed;
import dev.jointly.cli.report.ReportOptions;
import dev.jointly.cli.solve.AnswerSink;
import dev.jointly.cli.solve.PeopleLimit;
import dev.jointly.cli.solve.ProblemFeed;
import dev.jointly.cli.solve.Shard;
import dev.jointly.cli.solve.SolveJob;
import dev.jointly.cli.solve.SolverOptions;
import dev.jointly.io.InputFormat;
import dev.jointly.io.dlc.DlcFormat;
import dev.jointly.margin.MarginFinder.Mode;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly review}: import, solve and compare in one step. */
@Command(
        name = "review",
        description =
                "Shows where DeepLabCut's grouping of a video differs from the best one: a sheet of frames, and their"
                        + " numbers, to label them.",
        footer = {
            "",
            "Writes NAME.review.png and NAME.frames.json into the current folder, and NAME.problems.ndjson and"
                    + " NAME.solutions.ndjson for further commands; NAME is that of the file without _full.pickle.",
            "Example: jointly review session_full.pickle --against session_assemblies.pickle --video session.mp4"
        })
public final class ReviewCommand extends JointlyCommand implements Callable<Integer> {
    private static final int DOUBTFUL = 6;

    @Parameters(paramLabel = "FULL", description = "DeepLabCut's _full.pickle of the video.")
    String full = "";

    @Option(
            names = "--against",
            paramLabel = "FILE",
            required = true,
            description =
                    "The grouping to review: DeepLabCut's _assemblies.pickle, or any other file that compare takes.")
    String against = "";

    @Mixin
    SharedOption<String> video =
            SharedOption.video("The video, on whose frames the sheet is drawn. Default: a plain ground.");

    @Mixin
    SkeletonOptions skeleton = new SkeletonOptions();

    @Mixin
    PeopleLimit people = new PeopleLimit();

    @Mixin
    SharedOption<Integer> top = SharedOption.top(12, "Number of the frames that differ most. Default: 12.");

    @Option(
            names = "--doubtful",
            paramLabel = "N",
            description = "Number of the frames where the best grouping is most doubtful. Default: " + DOUBTFUL + ".")
    int doubtful = DOUBTFUL;

    @Mixin
    Outputs outputs = new Outputs();

    @Mixin
    SharedOption<Boolean> quiet = SharedOption.quiet();

    @Override
    public Integer call() throws IOException {
        Misuse.unless(top.value() >= 0 && doubtful >= 0, "--top and --doubtful are numbers of frames, from 0");
        String name = PhotoFeed.id(Path.of(full)).replaceFirst("_full$", "");
        String problems = name + ".problems.ndjson";
        String solutions = name + ".solutions.ndjson";
        String sheet = name + ".review.png";
        String numbers = name + ".frames.json";
        Stream.of(problems, solutions, sheet, numbers).forEach(file -> outputs.require(Path.of(file)));
        FileComparison comparison = new FileComparison(console(), outputs, solutions, against, problems, video.given());
        comparison.requireReadable();
        InputFormat format = new DlcFormat();
        skeleton.check(format, false);
        int imported = new ProblemImport(console(), format, skeleton, people, quiet.value())
                .run(List.of(full), new ProblemImport.Given(null, List.of(), null), outputs, problems, null);
        if (imported != Exit.DONE) {
            return imported;
        }
        int solved = solve(problems, solutions).answered() ? Exit.DONE : Exit.NO;
        if (signal().stopped()) {
            return solved;
        }
        comparison.run(
                1,
                new FileComparison.Frames(top.value(), doubtful, null),
                new FileComparison.Results(null, sheet, numbers));
        if (!quiet.value()) {
            console()
                    .say("wrote " + sheet + ", the frames to look at, and " + numbers + ", their numbers; also "
                            + problems + " and " + solutions);
        }
        return solved;
    }

    private SolveJob.Outcome solve(String problems, String solutions) {
        Inputs inputs = new Inputs(List.of(problems), false);
        Settings settings = Settings.defaults()
                .withMethod(SolverOptions.AUTO)
                .withThreads(Runtime.getRuntime().availableProcessors());
        return new SolveJob(console(), signal(), solving(), settings, Mode.BOUND, true)
                .run(
                        inputs,
                        new ProblemFeed.Files(inputs, console().in(), Shard.WHOLE, problem -> problem),
                        () -> AnswerSink.open(solutions, outputs, console()),
                        new ReportOptions(quiet));
    }
}
