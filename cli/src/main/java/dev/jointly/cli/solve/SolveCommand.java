package dev.jointly.cli.solve;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.SolveFunction;
import dev.jointly.cli.report.ReportOptions;
import dev.jointly.margin.MarginFinder.Mode;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly solve}. */
@Command(
        name = "solve",
        description = "Finds the best grouping of the detections of each problem into people, with a proof.",
        footer = {
            "",
            "One problem gives one solution; several problems, or NDJSON, give NDJSON in the same order.",
            "Of several files or problems, a bad one is one line on standard error. The others are solved, and the exit code is 1.",
            "Ctrl-C ends the run with a valid solution for the current problem."
        })
public final class SolveCommand extends JointlyCommand implements Callable<Integer> {

    @Mixin
    SharedOption<List<String>> problems = SharedOption.problemFiles();

    @Mixin
    AnswerOptions answers = new AnswerOptions();

    @Mixin
    SolverOptions solver = new SolverOptions();

    @Mixin
    PeopleLimit people = new PeopleLimit();

    @Mixin
    LeastScore score = new LeastScore();

    @Mixin
    SharedOption<Integer> threads = SharedOption.threads(
            1, "Number of problems solved in parallel; a single problem gets all threads. Default: 1.");

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            converter = Shard.Form.class,
            description =
                    "Solve only every N-th problem, starting with the I-th, counted from 0 over all files. Default: 0/1.")
    Shard shard = Shard.WHOLE;

    @Mixin
    SharedOption<Boolean> noSelfCheck = SharedOption.noSelfCheck();

    @Option(
            names = "--option",
            paramLabel = "NAME=VALUE",
            description =
                    "Solver option, such as bundleSteps=0; see dev/options.md. None changes what is proven. May be"
                            + " repeated.")
    Map<String, Double> options = new LinkedHashMap<>();

    @Option(names = "--engine", paramLabel = "NAME", description = "LP engine on the class path. Default: highs.")
    @Nullable
    String engine;

    @Option(names = "--prove", description = "Exit with 1 unless every solution is proven optimal (within --gap).")
    boolean prove;

    @Mixin
    SharedOption<Mode> margins = SharedOption.margins();

    @Mixin
    ReportOptions reports = new ReportOptions();

    @Override
    public Integer call() throws IOException {
        Settings settings = solver.settings(threads.value(), options);
        Misuse.unless(
                margins.value() == Mode.OFF || answers.json(),
                "--margins " + margins.value().label() + " needs --format json");
        SolveFunction solve = engine == null ? solving() : solving().withEngine(engine);
        Inputs inputs =
                Inputs.of(problems.value(), Inputs.Kind.PROBLEM, console().in());
        OutputFile.requireNoInput(answers.outputs.place(), inputs.files(), "a problem");
        ProblemFeed feed =
                new ProblemFeed.Files(inputs, console().in(), shard, problem -> score.of(people.of(problem)));
        SolveJob.Outcome outcome = new SolveJob(
                        console(), signal(), solve, settings, margins.value(), !noSelfCheck.value())
                .run(inputs, feed, () -> answers.open(answers.outputs.place(), console()), reports);
        return !outcome.answered() || (prove && !outcome.proven()) ? Exit.NO : Exit.DONE;
    }
}
