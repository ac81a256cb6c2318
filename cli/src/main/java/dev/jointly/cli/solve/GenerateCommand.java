package dev.jointly.cli.solve;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code jointly generate}. */
@Command(
        name = "generate",
        description = "Generates synthetic problems. The same arguments always give the same files.",
        footer = {"", "Example: jointly generate --people 12 --crowding crowded --seed 7 -o problems"})
public final class GenerateCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--people", paramLabel = "N", required = true, description = "Number of people in the scene.")
    int people;

    @Option(
            names = "--crowding",
            paramLabel = "LEVEL",
            required = true,
            converter = Crowdings.class,
            completionCandidates = Crowdings.class,
            description = "How close people stand: one of ${COMPLETION-CANDIDATES}.")
    Crowding crowding = Crowding.EASY;

    @Option(names = "--seed", paramLabel = "S", required = true, description = "Seed of the first problem.")
    long seed;

    @Option(names = "--count", paramLabel = "K", description = "Number of problems, with seeds S to S+K-1. Default: 1.")
    int count = 1;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description =
                    "Directory for the files <id>.problem.json, created if necessary; - writes NDJSON to standard output.")
    String output = "";

    public GenerateCommand(Console console) {
        this.console = console;
    }

    @Mixin
    Outputs outputs = new Outputs();

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not report what was written.")
    boolean quiet;

    @Override
    public Integer call() {
        if (count < 1) {
            throw wrong("--count is " + count + " but must be 1 or more");
        }
        try {
            if (output.equals("-")) {
                for (int k = 0; k < count; k++) {
                    ProblemWriter.write(problem(k), Layout.LINE, console.out());
                }
                return Exit.DONE;
            }
            Path directory = Path.of(output);
            for (int k = 0; k < count; k++) {
                Problem problem = problem(k);
                Files.createDirectories(directory);
                try (OutputFile file = outputs.create(directory.resolve(problem.id() + ".problem.json"))) {
                    ProblemWriter.write(problem, Layout.PRETTY, file.stream());
                    file.commit();
                }
            }
            if (!quiet) {
                console.say(written(directory));
            }
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
        return Exit.DONE;
    }

    private String written(Path directory) {
        return count == 1
                ? "wrote " + directory.resolve(id(0) + ".problem.json")
                : "wrote " + count + " problems to " + directory;
    }

    private String id(int k) {
        return String.format(Locale.ROOT, "%s-%dp-s%d", Crowdings.label(crowding), people, seed + k);
    }

    private Problem problem(int k) {
        long own = seed + k;
        try {
            return Generator.generate(id(k), people, crowding, own);
        } catch (IllegalArgumentException e) {
            throw wrong("--" + e.getMessage());
        }
    }

    private RuntimeException wrong(String message) {
        return spec == null
                ? new IllegalArgumentException(message)
                : new ParameterException(spec.commandLine(), message);
    }

    /** Crowding by name, in lower case. */
    static final class Crowdings implements ITypeConverter<Crowding>, Iterable<String> {
        @Override
        public Crowding convert(String text) {
            return Arrays.stream(Crowding.values())
                    .filter(crowding -> label(crowding).equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "found '" + text + "' but expected one of " + String.join(", ", this)));
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Crowding.values()).map(Crowdings::label).iterator();
        }

        static String label(Crowding crowding) {
            return crowding.name().toLowerCase(Locale.ROOT);
        }
    }
}
