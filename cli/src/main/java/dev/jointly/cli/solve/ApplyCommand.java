package dev.jointly.cli.solve;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.SolveFunction;
import dev.jointly.cli.StopSignal;
import dev.jointly.cli.report.FileTally;
import dev.jointly.cli.report.ReportOptions;
import dev.jointly.cli.report.RunReport;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly apply}. */
@Command(
        name = "apply",
        description = "Solves and exports what was corrected on the annotators' page.",
        footer = {
            "",
            "Pins, deleted people and added joints constrain the grouping, which is proven under them. Moved joints are written"
                    + " where they were put; they change no cost and no proof.",
            "Example: jointly apply jointly-work.json --format coco -o people.json"
        })
public final class ApplyCommand implements Callable<Integer> {
    private final Console console;
    private final StopSignal signal;
    private final SolveFunction solving;

    @Parameters(
            paramLabel = "SESSION",
            description = "File that the page saved (jointly/annotations@1), plain or .gz; - is standard input.")
    String session = "";

    @Option(
            names = "--problems",
            paramLabel = "PROBLEMS",
            description =
                    "Problems of images that the session names without a problem, found by id: a file, folder, pattern"
                            + " or @FILE. Problems that are in both places must agree.")
    @Nullable
    String problems;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE|DIR",
            description = "As for solve. Default: standard output.")
    @Nullable
    String output;

    @Mixin
    AnswerOptions answers = new AnswerOptions();

    @Mixin
    SolverOptions solver = new SolverOptions();

    @Mixin
    LeastScore score = new LeastScore();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Number of images solved in parallel; a single image gets all threads. Default: 1.")
    int threads = 1;

    @Mixin
    ReportOptions reports = new ReportOptions();

    public ApplyCommand(Console console, StopSignal signal, SolveFunction solving) {
        this.console = console;
        this.signal = signal;
        this.solving = solving;
    }

    @Override
    public Integer call() throws IOException {
        Settings settings = solver.settings(threads);
        Inputs inputs = new Inputs(List.of(session), false);
        Inputs given = problems == null
                ? new Inputs(List.of(), false)
                : Inputs.of(List.of(problems), Inputs.Kind.PROBLEM, console.in());
        List<String> read = new ArrayList<>(given.files());
        read.add(session);
        OutputFile.requireNoInput(output, read, "an input");
        SavedSession saved = SavedSession.read(session, given, console.in(), score::of);
        signal.begin();
        try (AnswerSink sink = saved.moving(answers.open(output, console));
                RunReport report = reports.open(console, inputs, false)) {
            FileTally tally = new FileTally(inputs, report);
            ProblemSolver solver =
                    new ProblemSolver(solving, settings, report, new MarginFinder(MarginMode.OFF, solving, true));
            SolveRun.Outcome outcome = new SolveRun(solver, signal, tally).run(saved, sink);
            report.end(OptionalDouble.empty());
            return outcome.answered() ? Exit.DONE : Exit.NO;
        } catch (IOException e) {
            throw new CannotWriteException(output == null ? "-" : output, e);
        } finally {
            signal.end();
        }
    }
}
