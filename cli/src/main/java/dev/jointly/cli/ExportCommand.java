package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.export.Exporter;
import dev.jointly.io.export.OutputFormat;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly export}. */
@Command(name = "export", description = "Writes solutions as other tools read them.")
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
            description = "Solution files, plain or .gz; - is standard input.")
    List<String> solutions = new ArrayList<>();

    @Option(
            names = "--problems",
            paramLabel = "PROBLEMS",
            required = true,
            description = "Problem file that the solutions belong to, found in it by id.")
    String problems = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE|DIR",
            required = true,
            description = "Where it goes; - is standard output.")
    String output = "";

    @Option(
            names = "--category",
            paramLabel = "NAME",
            description = "What the people are called where the format names them. Default: person.")
    String category = "person";

    ExportCommand(Console console) {
        this.console = console;
    }

    /** All formats on the class path. */
    static final class Formats extends Choice<OutputFormat> {
        Formats() {
            super(OutputFormat.all(), OutputFormat::name);
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
        try (ProblemShelf shelf = new ProblemShelf(problems, console.in())) {
            Optional<String> ending = chosen.endingPerImage();
            if (ending.isPresent()) {
                filePerImage(chosen, ending.get(), shelf);
            } else if (output.equals("-")) {
                export(chosen, shelf, console.out(), null);
            } else {
                file(chosen, shelf);
            }
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
        return Exit.DONE;
    }

    private void file(OutputFormat chosen, ProblemShelf shelf) throws IOException {
        Path path = Path.of(output);
        try (OutputFile file = OutputFile.create(path)) {
            Optional<String> beside = chosen.second(output);
            if (beside.isPresent()) {
                try (OutputFile second = OutputFile.create(Path.of(beside.get()))) {
                    export(chosen, shelf, file.stream(), second.stream());
                    second.commit();
                }
            } else {
                export(chosen, shelf, file.stream(), null);
            }
            file.commit();
        }
    }

    private void export(OutputFormat chosen, ProblemShelf shelf, OutputStream out, @Nullable OutputStream second)
            throws IOException {
        try (Exporter exporter = chosen.open(new OutputFormat.Target(out, second, category))) {
            forEach(shelf, exporter::add);
        }
        out.flush();
    }

    private interface Taking {
        void take(Solved solved) throws IOException;
    }

    private void forEach(ProblemShelf shelf, Taking taking) throws IOException {
        for (String file : solutions) {
            try (ClaimReader claims = ClaimReader.open(file, console.in())) {
                while (claims.hasNext()) {
                    ClaimDocument claim = claims.next();
                    Problem problem = shelf.take(claim.problemId());
                    taking.take(Solved.of(problem, claim.claim(problem)));
                }
            }
        }
    }

    private void filePerImage(OutputFormat chosen, String ending, ProblemShelf shelf) throws IOException {
        Path path = Path.of(output);
        if (output.endsWith("/") || Files.isDirectory(path)) {
            Files.createDirectories(path);
            Set<String> ids = new HashSet<>();
            forEach(shelf, solved -> {
                String id = solved.problem().id();
                if (!FileNames.usable(id) || !ids.add(id)) {
                    throw new BadInputException("problem id \"" + id + "\" cannot be the name of a file of its own");
                }
                one(chosen, solved, path.resolve(id + ending));
            });
            return;
        }
        List<Solved> only = new ArrayList<>();
        forEach(shelf, solved -> {
            if (!only.isEmpty()) {
                throw new BadInputException(
                        chosen.name() + " has one file per image and there are several; give -o a directory");
            }
            only.add(solved);
        });
        if (only.isEmpty()) {
            throw new BadInputException("there are no solutions");
        }
        if (output.equals("-")) {
            one(chosen, only.get(0), console.out());
        } else {
            one(chosen, only.get(0), path);
        }
    }

    private void one(OutputFormat chosen, Solved solved, Path path) throws IOException {
        try (OutputFile file = OutputFile.create(path)) {
            one(chosen, solved, file.stream());
            file.commit();
        }
    }

    private void one(OutputFormat chosen, Solved solved, OutputStream out) throws IOException {
        try (Exporter exporter = chosen.open(new OutputFormat.Target(out, null, category))) {
            exporter.add(solved);
        }
        out.flush();
    }
}
