package dev.jointly.cli.solve;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.report.ReportOptions;
import dev.jointly.margin.MarginFinder.Mode;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class ApplyCommand extends JointlyCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "SESSION",
            description = "File that the page saved (jointly/annotations@1), plain or .gz; - is standard input.")
    String session = "";

    @Mixin
    SharedOption<String> problems = SharedOption.problems(
            false,
            "Problems that the session does not contain, found by id: a file, folder, pattern or @FILE. Problems"
                    + " in both places must agree.");

    @Mixin
    AnswerOptions answers = new AnswerOptions();

    @Mixin
    SolverOptions solver = new SolverOptions();

    @Mixin
    LeastScore score = new LeastScore();

    @Mixin
    SharedOption<Integer> threads = SharedOption.threads(
            1, "Number of images solved in parallel; a single image gets all threads. Default: 1.");

    @Mixin
    ReportOptions reports = new ReportOptions();

    @Override
    public Integer call() throws IOException {
        Settings settings = solver.settings(threads.value());
        Inputs inputs = new Inputs(List.of(session), false);
        String named = problems.given();
        Inputs given = named == null
                ? new Inputs(List.of(), false)
                : Inputs.of(List.of(named), Inputs.Kind.PROBLEM, console().in());
        List<String> read = new ArrayList<>(given.files());
        read.add(session);
        OutputFile.requireNoInput(answers.outputs.place(), read, "an input");
        SavedSession saved = SavedSession.read(session, given, console().in(), score::of);
        SolveJob.Outcome outcome = new SolveJob(console(), signal(), solving(), settings, Mode.OFF, true)
                .run(inputs, saved, () -> answers.open(answers.outputs.place(), console()), reports);
        return outcome.answered() ? Exit.DONE : Exit.NO;
    }
}
