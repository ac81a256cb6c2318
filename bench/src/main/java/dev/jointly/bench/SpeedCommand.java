package dev.jointly.bench;

import static dev.jointly.bench.Figures.brief;

import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly-bench speed}: against the bare engine. */
@Command(
        name = "speed",
        description = "Times the methods against the bare engine on the same problems, one thread, warm.",
        footer = {"", "A run of the bare engine that hits its limit counts as that long: ratios are then \"at least\"."
        })
final class SpeedCommand implements Callable<Integer> {
    @Mixin
    Problems problems = new Problems();

    @Mixin
    Effort effort = new Effort();

    @Option(
            names = "--methods",
            paramLabel = "NAME",
            split = ",",
            converter = Contender.Named.class,
            description = "Those to time. Default: auto,pcg,bcg.")
    List<Contender> contenders = new ArrayList<>(List.of(
            new Contender(Contender.AUTO, Settings.defaults()), Contender.of(Method.PCG), Contender.of(Method.BCG)));

    @Option(
            names = "--mip-limit",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "For one run of the bare engine; 0 leaves it out. Default: 60s.")
    Duration mipLimit = Duration.ofSeconds(60);

    /** One problem by one contender. */
    private record Line(int detections, String method, double wall, double cpu, double ratio, boolean atLeast) {}

    @Override
    public Integer call() throws IOException {
        Warm warm = new Warm();
        List<Problem> all = problems.all();
        Table table = new Table("problem", "detections", "method", "ms", "cpu ms", "optimal", "nodes", "mip/it");
        List<Line> lines = new ArrayList<>();
        for (Contender contender : contenders) {
            warm.up(all, contender.settings(), effort.warmUp.dividedBy(contenders.size()));
        }
        for (Problem problem : all) {
            Warm.Timed mip = mip(warm, problem);
            boolean atLeast = mip != null && !Boolean.TRUE.equals(mip.solution().engineFinished());
            if (mip != null) {
                table.add(
                        problem.id(),
                        "" + problem.size(),
                        "mip",
                        (atLeast ? ">" : "") + brief(mip.timing().wall()),
                        brief(mip.timing().cpu()),
                        atLeast ? "no" : "says so",
                        "" + mip.solution().nodes(),
                        "");
            }
            for (Contender contender : contenders) {
                Warm.Timed own =
                        warm.solve(problem, contender.settings().withTimeLimit(effort.timeLimit), effort.each());
                double ratio = mip == null
                        ? Double.NaN
                        : mip.timing().wall() / own.timing().wall();
                lines.add(new Line(
                        problem.size(),
                        contender.name(),
                        own.timing().wall(),
                        own.timing().cpu(),
                        ratio,
                        atLeast));
                table.add(
                        problem.id(),
                        "" + problem.size(),
                        contender.name(),
                        brief(own.timing().wall()),
                        brief(own.timing().cpu()),
                        own.optimal() ? "yes" : "no",
                        "" + own.solution().nodes(),
                        (atLeast ? ">" : "") + brief(ratio));
            }
        }
        table.print(System.out);
        table.csv(effort.csv);
        summary(lines).print(System.out);
        return 0;
    }

    private Warm.@org.jspecify.annotations.Nullable Timed mip(Warm warm, Problem problem) {
        return mipLimit.isZero()
                ? null
                : warm.solve(
                        problem,
                        Settings.defaults().withMethod(Method.MIP).withTimeLimit(mipLimit),
                        Timing.Effort.ONCE);
    }

    private Table summary(List<Line> lines) {
        Table summary = new Table(
                "detections", "method", "problems", "median ms", "median cpu ms", "median mip/it", "at least");
        for (SizeClass size : SizeClass.values()) {
            for (Contender contender : contenders) {
                List<Line> some = lines.stream()
                        .filter(line ->
                                size.holds(line.detections()) && line.method().equals(contender.name()))
                        .toList();
                if (!some.isEmpty()) {
                    summary.add(
                            size.label(),
                            contender.name(),
                            "" + some.size(),
                            brief(median(some, Line::wall)),
                            brief(median(some, Line::cpu)),
                            brief(median(some, Line::ratio)),
                            some.stream().filter(Line::atLeast).count() + " of " + some.size());
                }
            }
        }
        return summary;
    }

    private static double median(List<Line> lines, ToDoubleFunction<Line> figure) {
        return Figures.median(lines.stream().mapToDouble(figure).toArray());
    }
}
