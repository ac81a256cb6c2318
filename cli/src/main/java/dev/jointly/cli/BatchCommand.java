package dev.jointly.cli;

import dev.jointly.cli.solve.Shard;
import dev.jointly.cli.solve.SolverOptions;
import dev.jointly.io.BadInputException;
import dev.jointly.io.batch.BatchFailedException;
import dev.jointly.io.batch.BatchRequest;
import dev.jointly.io.batch.BatchRunner;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code jointly batch}. The program itself comes without Spark: where Spark is not on the class path this command starts
 * a second process where it is, with the same arguments.
 */
@Command(
        name = "batch",
        description = "Solves large numbers of problems on Apache Spark, on one machine or a cluster.",
        footer = {
            "",
            "DIR gets Parquet tables: frames, one row per problem, and people, one row per person; and summary.html.",
            "After a crash, the same command resumes where it stopped.",
            "Example: jointly batch frames.ndjson --out grouped --master 'local[8]'"
        })
final class BatchCommand extends JointlyCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description =
                    "NDJSON, plain or .gz, or Parquet files of problems, folders of them, a folder of images, or a .txt"
                            + " that lists images.")
    List<String> inputs = new ArrayList<>();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            required = true,
            description = "Folder for the tables. If it has an unfinished batch, that one is resumed.")
    String out = "";

    @Option(
            names = "--master",
            paramLabel = "URL",
            description = "local[N] for N processors of this machine, spark://HOST:PORT, ... Default: what Spark is"
                    + " configured for, or local[*].")
    @Nullable
    String master;

    @Mixin
    SolverOptions solver = new SolverOptions();

    @Option(
            names = "--first-pass",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Problems that take longer are postponed to a second pass, hardest first. Default: 5s.")
    Duration firstPass = Duration.ofSeconds(5);

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            converter = Shard.Form.class,
            description =
                    "Only every N-th part of the input, from the I-th on, counted from 0; all shards may share DIR."
                            + " Default: 0/1.")
    Shard shard = Shard.WHOLE;

    @Option(names = "--no-certificates", description = "Omit the certificates, which are most of the output.")
    boolean bare;

    @Option(names = "--coco", paramLabel = "FILE", description = "Also write all people as COCO annotations.")
    @Nullable
    String coco;

    @Mixin
    Outputs outputs = new Outputs();

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            description = "For images, as for pose. Default: openpose-mobilenet.")
    String model = ModelStore.SHIPPED.get(0);

    @Mixin
    SharedOption<String> costs = SharedOption.costs("as for pose, for images.");

    @Option(
            names = "--conf",
            paramLabel = "KEY=VALUE",
            description = "Spark setting, such as spark.executor.memory=2g; may be repeated.")
    Map<String, String> conf = new LinkedHashMap<>();

    @Option(
            names = "--driver-memory",
            paramLabel = "SIZE",
            description = "Heap of the driver, if it runs on this machine. Default: 1g.")
    String driverMemory = "1g";

    @Mixin
    SharedOption<Boolean> quiet = SharedOption.quiet();

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkSettings();
        if (!SparkLaunch.sparkIsHere()) {
            List<String> words = spec == null
                    ? List.of()
                    : spec.commandLine().getParseResult().originalArgs();
            return SparkLaunch.ofProcess(console()).run(words, master, driverMemory);
        }
        SparkLaunch.checkVersion(BatchCommand.class.getClassLoader());
        try {
            return runner().run(request(), console().err()) ? Exit.DONE : Exit.NO;
        } catch (BatchFailedException e) {
            throw new CannotSolveException(e);
        }
    }

    private static BatchRunner runner() {
        return ServiceLoader.load(BatchRunner.class)
                .findFirst()
                .orElseThrow(() -> new BadInputException(
                        "Apache Spark is on the class path but jointly-spark, which runs batches on it, is not"));
    }

    private BatchRequest request() {
        return new BatchRequest(
                inputs,
                out,
                new BatchRequest.Solve(solver.method, solver.timeLimit.value(), firstPass, solver.gap, !bare),
                new BatchRequest.Network(model, costs.given()),
                new BatchRequest.Share(shard.index(), shard.count()),
                new BatchRequest.Extras(coco),
                new BatchRequest.Run(master, conf, progress()));
    }

    private BatchRequest.Progress progress() {
        return quiet.value()
                ? BatchRequest.Progress.NOTHING
                : console().terminal() ? BatchRequest.Progress.IN_PLACE : BatchRequest.Progress.LINES;
    }

    /** What the solver would refuse is refused before anything is started. */
    private void checkSettings() {
        solver.settings(1);
        if (coco != null && !coco.contains("://")) {
            outputs.require(Path.of(coco));
        }
        Misuse.unless(
                driverMemory.matches("[0-9]{1,6}[kmgKMG]"),
                "found --driver-memory '" + driverMemory + "' but expected a size such as 1g or 512m");
    }
}
