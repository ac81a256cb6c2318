package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.measure.Figures;
import dev.jointly.bench.scene.FixedCosts;
import dev.jointly.bench.scene.RealEvidence;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.vision.eval.GreedyBaseline;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly-bench real}: detections of real networks. */
@Command(
        name = "real",
        description =
                "Solves problems from detections of real networks, with costs from a fixed log-odds model, one thread, warm.")
final class RealCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Detections, *.json.gz. Default: those of $JOINTLY_DATA/detections and deeplabcut.")
    List<Path> files = new ArrayList<>();

    @Mixin
    CommonOptions options = new CommonOptions();

    @Option(
            names = "--methods",
            paramLabel = "NAME",
            split = ",",
            converter = Contender.Named.class,
            description = "Default: auto.")
    List<Contender> contenders = new ArrayList<>(List.of(new Contender(Contender.AUTO, Settings.defaults())));

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Writes the problems to this file as NDJSON and exits.")
    @Nullable
    Path write;

    /** One problem by one method, and the milliseconds of greedy parsing of the same detections. */
    private record Line(String id, int detections, WarmSolver.Timed timed, double greedy) {
        double ratio() {
            return wall() / greedy;
        }

        double wall() {
            return timed.timing().wall();
        }
    }

    @Override
    public Integer call() throws IOException {
        List<RealEvidence> detections = detections();
        List<Problem> problems = detections.stream().map(FixedCosts::problem).toList();
        if (write != null) {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(write))) {
                for (Problem problem : problems) {
                    ProblemWriter.write(problem, Layout.LINE, out);
                }
            }
            return 0;
        }
        WarmSolver warm = new WarmSolver();
        double[] greedy = greedy(detections);
        TextTable summary = new TextTable(
                "method",
                "of",
                "problems",
                "proven",
                "median ms",
                "90 %",
                "99 %",
                "max",
                "median cpu ms",
                "cpu/wall",
                "times greedy, median",
                "99 %");
        TextTable slowest =
                new TextTable("slowest", "method", "detections", "pairs", "ms", "cpu ms", "optimal", "nodes");
        TextTable table =
                new TextTable("problem", "detections", "method", "ms", "cpu ms", "optimal", "nodes", "iterations");
        for (Contender contender : contenders) {
            Settings settings = contender.settings().withTimeLimit(options.timeLimit);
            warm.up(problems, settings, options.warmUp);
            List<Line> lines = new ArrayList<>();
            for (Problem problem : problems) {
                WarmSolver.Timed timed = warm.solve(problem, settings, options.each());
                lines.add(new Line(problem.id(), problem.size(), timed, greedy[lines.size()]));
                table.add(
                        problem.id(),
                        "" + problem.size(),
                        contender.name(),
                        brief(timed.timing().wall()),
                        brief(timed.timing().cpu()),
                        timed.optimal() ? "yes" : "no",
                        "" + timed.solution().nodes(),
                        "" + timed.solution().iterations());
            }
            summarise(
                    summary,
                    contender,
                    "people",
                    lines.stream()
                            .filter(line -> line.id().startsWith("humans"))
                            .toList());
            summarise(
                    summary,
                    contender,
                    "animals",
                    lines.stream()
                            .filter(line -> !line.id().startsWith("humans"))
                            .toList());
            summarise(summary, contender, "all", lines);
            lines.stream()
                    .sorted(Comparator.comparingDouble(Line::wall).reversed())
                    .limit(10)
                    .forEach(line -> slowest.add(
                            line.id(),
                            contender.name(),
                            "" + line.detections(),
                            "" + pairs(problems, line.id()),
                            brief(line.wall()),
                            brief(line.timed().timing().cpu()),
                            line.timed().optimal() ? "yes" : "no",
                            "" + line.timed().solution().nodes()));
        }
        slowest.print(System.out);
        summary.print(System.out);
        table.csv(options.csv);
        return 0;
    }

    private static int pairs(List<Problem> problems, String id) {
        return problems.stream()
                .filter(problem -> problem.id().equals(id))
                .findFirst()
                .orElseThrow()
                .pairs()
                .size();
    }

    private static void summarise(TextTable summary, Contender contender, String of, List<Line> lines) {
        if (lines.isEmpty()) {
            return;
        }
        double[] walls = lines.stream().mapToDouble(Line::wall).toArray();
        double[] ratios = lines.stream().mapToDouble(Line::ratio).toArray();
        double cpu =
                lines.stream().mapToDouble(line -> line.timed().timing().cpu()).sum();
        long proven = lines.stream().filter(line -> line.timed().optimal()).count();
        summary.add(
                contender.name(),
                of,
                "" + lines.size(),
                "" + proven,
                brief(Figures.median(walls)),
                brief(Figures.quantile(0.9, walls)),
                brief(Figures.quantile(0.99, walls)),
                brief(Figures.quantile(1, walls)),
                brief(Figures.median(lines.stream()
                        .mapToDouble(line -> line.timed().timing().cpu())
                        .toArray())),
                brief(cpu / lines.stream().mapToDouble(Line::wall).sum()),
                brief(Figures.median(ratios)),
                brief(Figures.quantile(0.99, ratios)));
    }

    /** Milliseconds of greedy parsing, in the same JVM. */
    private double[] greedy(List<RealEvidence> detections) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < options.warmUp.toNanos()) {
            detections.forEach(real -> GreedyBaseline.published(real.anatomy()).people(real.evidence()));
        }
        return detections.stream()
                .mapToDouble(real -> Timing.of(
                                () -> GreedyBaseline.published(real.anatomy()).people(real.evidence()), options.each())
                        .wall())
                .toArray();
    }

    private List<RealEvidence> detections() throws IOException {
        List<Path> sources = new ArrayList<>(files);
        if (sources.isEmpty()) {
            String data = System.getenv("JOINTLY_DATA");
            if (data == null) {
                throw new IllegalArgumentException("name files of detections, or let JOINTLY_DATA name their folder");
            }
            for (String folder : List.of("detections", "deeplabcut")) {
                try (Stream<Path> inside = Files.list(Path.of(data, folder))) {
                    inside.filter(file -> file.toString().endsWith(".json.gz"))
                            .sorted()
                            .forEach(sources::add);
                }
            }
        }
        return sources.stream().flatMap(file -> RealEvidence.of(file).stream()).toList();
    }
}
