package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.generate.Crowding;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jointly-bench parallel}: many problems at once. */
@Command(
        name = "parallel",
        description = "Times bin/jointly solve on NDJSON of many mixed problems, with an increasing number of threads.")
final class ParallelCommand implements Callable<Integer> {
    private static final Crowding[] MIX = {Crowding.EASY, Crowding.CROWDED, Crowding.DENSE};

    @Option(names = "--problems", paramLabel = "N", description = "Default: 2000.")
    int problems = 2000;

    @Option(names = "--people", paramLabel = "N", description = "People in a scene, 1 to N in turn. Default: 8.")
    int people = 8;

    @Option(names = "--threads", paramLabel = "N", split = ",", description = "Default: 1,2,8.")
    List<Integer> threads = new ArrayList<>(List.of(1, 2, 8));

    @Option(
            names = "--processes",
            paramLabel = "N",
            split = ",",
            description = "Number of processes of one thread each that share the problems, for comparison. Default: 2.")
    List<Integer> processes = new ArrayList<>(List.of(2));

    @Option(names = "--runs", paramLabel = "N", description = "Of each, in alternation. Default: 3.")
    int runs = 3;

    @Option(names = "--method", paramLabel = "NAME", description = "Default: auto.")
    String method = Contender.AUTO;

    @Override
    public Integer call() throws IOException {
        Path input = Files.createTempFile("jointly-bench", ".ndjson");
        try {
            write(input);
            Map<String, List<ChildProcess>> measured = new LinkedHashMap<>();
            for (int run = 0; run < runs; run++) {
                for (int n : threads) {
                    note(measured, n + (n == 1 ? " thread" : " threads"), ChildProcess.run(command(input, n)));
                }
                for (int n : processes) {
                    note(measured, n + " processes", ChildProcess.runShards(n, command(input, 1)));
                }
            }
            TextTable table = new TextTable("", "wall s", "cpu s", "problems per second", "times as fast");
            double first = ChildProcess.medianWall(measured.values().iterator().next());
            measured.forEach((name, children) -> {
                double wall = ChildProcess.medianWall(children);
                table.add(
                        name,
                        brief(wall),
                        brief(ChildProcess.medianCpu(children)),
                        brief(problems / wall),
                        brief(first / wall));
            });
            table.print(System.out);
            System.out.println(Runtime.getRuntime().availableProcessors() + " processors");
        } finally {
            Files.deleteIfExists(input);
        }
        return 0;
    }

    private static void note(Map<String, List<ChildProcess>> measured, String name, ChildProcess child) {
        measured.computeIfAbsent(name, k -> new ArrayList<>()).add(child);
    }

    private List<String> command(Path input, int n) {
        return List.of(
                ChildProcess.home().resolve("bin/jointly").toString(),
                "solve",
                "-q",
                "--method",
                method,
                "--threads",
                "" + n,
                input.toString());
    }

    /** Small to middling, in an order in which no size comes at once. */
    private void write(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < problems; i++) {
                ProblemWriter.write(
                        ProblemSources.generated(MIX[i % MIX.length], 1 + i / MIX.length % people, i),
                        Layout.LINE,
                        out);
            }
        }
    }
}
