package dev.jointly.cli.solve;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Choice;
import dev.jointly.cli.Exit;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly generate}. */
@Command(
        name = "generate",
        description = "Generates synthetic problems. The same arguments always give the same files.",
        footer = {"", "Example: jointly generate --people 12 --crowding crowded --seed 7 -o problems"})
public final class GenerateCommand extends JointlyCommand implements Callable<Integer> {

    @Option(names = "--people", paramLabel = "N", required = true, description = "Number of people in the scene.")
    int people;

    @Mixin
    SharedOption<Crowding> crowding = SharedOption.choice(
            "--crowding",
            "LEVEL",
            new Choice<>(() -> List.of(Crowding.values()), Crowding::label),
            null,
            "How close people stand: one of ${COMPLETION-CANDIDATES}.");

    @Option(names = "--seed", paramLabel = "S", required = true, description = "Seed of the first problem.")
    long seed;

    @Option(names = "--count", paramLabel = "K", description = "Number of problems, with seeds S to S+K-1. Default: 1.")
    int count = 1;

    @Mixin
    Outputs outputs = Outputs.required(
            "DIR",
            "Directory for the files <id>.problem.json, created if necessary; - writes NDJSON to standard output.");

    @Mixin
    SharedOption<Boolean> quiet = SharedOption.quiet();

    @Override
    public Integer call() {
        Misuse.unless(count >= 1, "--count is " + count + " but must be 1 or more");
        String output = outputs.place();
        try {
            if (output.equals("-")) {
                for (int k = 0; k < count; k++) {
                    ProblemWriter.write(problem(k), Layout.LINE, console().out());
                }
                return Exit.DONE;
            }
            Path directory = Path.of(output);
            for (int k = 0; k < count; k++) {
                Problem problem = problem(k);
                Files.createDirectories(directory);
                outputs.write(
                        directory.resolve(problem.id() + ".problem.json"),
                        out -> ProblemWriter.write(problem, Layout.PRETTY, out));
            }
            if (!quiet.value()) {
                console().say(written(directory));
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
        return String.format(Locale.ROOT, "%s-%dp-s%d", crowding.value().label(), people, seed + k);
    }

    private Problem problem(int k) {
        long own = seed + k;
        return Misuse.checked("--", () -> Generator.generate(id(k), people, crowding.value(), own));
    }
}
