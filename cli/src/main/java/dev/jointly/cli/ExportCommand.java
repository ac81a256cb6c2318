package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.export.OutputFormat;
import dev.jointly.io.export.Solved;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly export}. */
@Command(name = "export", description = "Converts solutions to the formats of other tools.")
final class ExportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            converter = Formats.class,
            completionCandidates = Formats.class,
            description = "One of ${COMPLETION-CANDIDATES}.")
    @Nullable
    OutputFormat format;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SOLUTION",
            description =
                    "Solution files, plain or .gz; folders of *.solution.json; patterns in quotes; @FILE with one path"
                            + " per line; - is standard input.")
    List<String> solutions = new ArrayList<>();

    @Option(
            names = "--problems",
            paramLabel = "PROBLEMS",
            required = true,
            description = "Problems that the solutions belong to, found by id: a file, folder, pattern or @FILE.")
    String problems = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE|DIR",
            required = true,
            description = "Output file or directory; - is standard output.")
    String output = "";

    @Option(
            names = "--category",
            paramLabel = "NAME",
            description = "Category name of the people, if the format has one. Default: person.")
    String category = "person";

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not report what was written.")
    boolean quiet;

    private int images;
    private int people;

    ExportCommand(Console console) {
        this.console = console;
    }

    /** All formats on the class path. */
    static final class Formats extends Choice<OutputFormat> {
        Formats() {
            super(OutputFormat::all, OutputFormat::name);
        }
    }

    /** The command, whose help has the notes of all formats. */
    CommandLine line() {
        CommandLine line = new CommandLine(this);
        List<String> footer = new ArrayList<>(List.of(""));
        OutputFormat.all().stream()
                .filter(one -> !one.note().isEmpty())
                .map(one -> one.name() + " " + one.note())
                .forEach(footer::add);
        footer.add("");
        footer.add("Example: jointly export coco s.ndjson --problems p.ndjson -o people.json");
        line.getCommandSpec().usageMessage().footer(footer.toArray(String[]::new));
        return line;
    }

    @Override
    public Integer call() {
        OutputFormat chosen = Objects.requireNonNull(format, "picocli requires it");
        if (problems.equals("-") && solutions.contains("-")) {
            throw new BadInputException("standard input cannot be both the problems and a solution");
        }
        Inputs known = Inputs.of(List.of(problems), Inputs.Kind.PROBLEM, console.in());
        Inputs inputs = Inputs.of(solutions, Inputs.Kind.SOLUTION, console.in());
        FileTally tally = new FileTally(inputs, console::say);
        try (ProblemShelf shelf = new ProblemShelf(known, console.in(), tally::failBeside);
                Export export = Export.open(chosen, output, category, console)) {
            new SolvedFiles(inputs, shelf, tally, console.in()).forEach((problem, claim, margins) -> {
                Solved solved = Solved.of(problem, claim);
                export.admit(problem);
                export.check(solved);
                export.add(solved);
                images++;
                people += solved.people().size();
            });
            export.finish();
        } catch (IOException e) {
            throw new CannotWriteException(output, e);
        }
        if (!quiet && images > 0 && !output.equals("-")) {
            console.say("wrote " + people + (people == 1 ? " person" : " people") + " of " + images
                    + (images == 1 ? " image to " : " images to ") + output);
        }
        tally.tellIfIncomplete();
        return tally.allGood() ? Exit.DONE : Exit.NO;
    }
}
