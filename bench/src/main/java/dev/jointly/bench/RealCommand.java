package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.median;
import static dev.jointly.bench.measure.Figures.quantile;

import dev.jointly.bench.WarmSolver.Timed;
import dev.jointly.bench.measure.TextTable;
import dev.jointly.bench.scene.FixedCosts;
import dev.jointly.bench.scene.RealEvidence;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Problem;
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
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
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

    @Option(names = "--methods", paramLabel = "NAME", split = ",", description = "Default: auto.")
    List<Contender> contenders = new ArrayList<>(List.of(Contender.AUTO));

    @Option(names = "--write", paramLabel = "FILE", description = "Writes the problems here as NDJSON and exits.")
    @Nullable
    Path write;

    /** One problem by one method, and the milliseconds of greedy parsing of the same detections. */
    private record Line(Timed timed, double greedy) {
        double ratio() {
            return timed.wall() / greedy;
        }

        boolean people() {
            return timed.problem().id().startsWith("humans");
        }
    }

    @Override
    public Integer call() throws IOException {
        List<Path> sources = files.isEmpty() ? PaperCommand.detections(PaperCommand.data(null)) : files;
        List<RealEvidence> detections =
                sources.stream().flatMap(file -> RealEvidence.of(file).stream()).toList();
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
        TextTable summary = new TextTable("method | of | problems | proven | median ms | 90 % | 99 % | max"
                + " | median cpu ms | cpu/wall | times greedy, median | 99 %");
        TextTable slowest = new TextTable(Timed.HEADINGS + " | pairs");
        TextTable table = new TextTable(Timed.HEADINGS + " | iterations");
        for (Contender contender : contenders) {
            warm.up(problems, contender.settings(), options.warmUp);
            List<Line> lines = new ArrayList<>();
            for (Problem problem : problems) {
                Timed timed = warm.solve(problem, contender, options);
                lines.add(new Line(timed, greedy[lines.size()]));
                table.add(timed.row(timed.solution().iterations()));
            }
            summarise(summary, contender, "people", lines, Line::people);
            summarise(summary, contender, "animals", lines, line -> !line.people());
            summarise(summary, contender, "all", lines, line -> true);
            lines.stream()
                    .map(Line::timed)
                    .sorted(Comparator.comparingDouble(Timed::wall).reversed())
                    .limit(10)
                    .forEach(timed ->
                            slowest.add(timed.row(timed.problem().pairs().size())));
        }
        slowest.print(System.out);
        summary.print(System.out);
        table.csv(options.csv);
        return 0;
    }

    private static void summarise(
            TextTable summary, Contender contender, String of, List<Line> all, Predicate<Line> which) {
        List<Line> lines = all.stream().filter(which).toList();
        if (lines.isEmpty()) {
            return;
        }
        double[] walls = lines.stream().mapToDouble(line -> line.timed().wall()).toArray();
        double[] cpus = lines.stream().mapToDouble(line -> line.timed().cpu()).toArray();
        double[] ratios = lines.stream().mapToDouble(Line::ratio).toArray();
        summary.add(
                contender.name(),
                of,
                lines.size(),
                lines.stream().filter(line -> line.timed().optimal()).count(),
                median(walls),
                quantile(0.9, walls),
                quantile(0.99, walls),
                quantile(1, walls),
                median(cpus),
                DoubleStream.of(cpus).sum() / DoubleStream.of(walls).sum(),
                median(ratios),
                quantile(0.99, ratios));
    }

    /** Milliseconds of greedy parsing, in the same JVM. */
    private double[] greedy(List<RealEvidence> detections) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < options.warmUp.toNanos()) {
            detections.forEach(RealCommand::parse);
        }
        return detections.stream()
                .mapToDouble(real -> options.timed(() -> parse(real)).wall())
                .toArray();
    }

    private static void parse(RealEvidence real) {
        GreedyBaseline.published(real.anatomy()).people(real.evidence());
    }
}
