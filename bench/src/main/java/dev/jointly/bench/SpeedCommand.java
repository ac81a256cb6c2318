package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.measure.Figures;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
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
    ProblemSources problems = new ProblemSources();

    @Mixin
    CommonOptions options = new CommonOptions();

    @Option(
            names = "--methods",
            paramLabel = "NAME",
            split = ",",
            converter = Contender.Named.class,
            description = "Methods to time. Default: auto,pcg,bcg.")
    List<Contender> contenders = new ArrayList<>(Contender.OURS);

    @Option(
            names = "--mip-limit",
            paramLabel = "TIME",
            converter = BenchDurations.class,
            description = "Time limit of one run of the bare engine; 0 skips it. Default: 60s.")
    Duration mipLimit = Duration.ofSeconds(60);

    /** One problem by one method; without the bare engine there is nothing to compare with. */
    private record Line(
            Problem problem,
            String method,
            WarmSolver.Timed own,
            @Nullable Timing mip,
            boolean atLeast) {
        double ratio() {
            return mip == null ? Double.NaN : mip.wall() / own.timing().wall();
        }

        double cpuRatio() {
            return mip == null ? Double.NaN : mip.cpu() / own.timing().cpu();
        }

        String[] cells() {
            String sign = atLeast ? ">" : "";
            return new String[] {
                problem.id(),
                "" + problem.size(),
                method,
                brief(own.timing().wall()),
                brief(own.timing().cpu()),
                own.optimal() ? "yes" : "no",
                "" + own.solution().nodes(),
                mip == null ? "" : sign + brief(mip.wall()),
                mip == null ? "" : sign + brief(ratio()),
                mip == null ? "" : sign + brief(cpuRatio())
            };
        }
    }

    @Override
    public Integer call() throws IOException {
        WarmSolver warm = new WarmSolver();
        List<Problem> all = problems.all();
        for (Contender contender : contenders) {
            warm.up(all, contender.settings(), options.warmUp.dividedBy(contenders.size()));
        }
        List<Line> lines = new ArrayList<>();
        for (Problem problem : all) {
            WarmSolver.Timed mip = mip(warm, problem);
            boolean atLeast = mip != null && !Boolean.TRUE.equals(mip.solution().engineFinished());
            for (Contender contender : contenders) {
                Settings settings = contender.settings().withTimeLimit(options.timeLimit);
                WarmSolver.Timed own = warm.solve(problem, settings, options.each());
                lines.add(new Line(problem, contender.name(), own, mip == null ? null : mip.timing(), atLeast));
            }
        }
        TextTable table = new TextTable(
                "problem",
                "detections",
                "method",
                "ms",
                "cpu ms",
                "optimal",
                "nodes",
                "mip ms",
                "mip/it",
                "cpu mip/it");
        lines.forEach(line -> table.add(line.cells()));
        table.print(System.out);
        table.csv(options.csv);
        summary(lines).print(System.out);
        return 0;
    }

    private WarmSolver.@Nullable Timed mip(WarmSolver warm, Problem problem) {
        return mipLimit.isZero()
                ? null
                : warm.solve(
                        problem,
                        Settings.defaults().withMethod(Method.MIP).withTimeLimit(mipLimit),
                        Timing.Repeats.ONCE);
    }

    private TextTable summary(List<Line> lines) {
        TextTable summary = new TextTable(
                "detections",
                "method",
                "problems",
                "proven",
                "median ms",
                "cpu ms",
                "median mip/it",
                "cpu mip/it",
                "at least");
        for (SizeClass size : SizeClass.values()) {
            for (Contender contender : contenders) {
                List<Line> some = lines.stream()
                        .filter(line -> size.holds(line.problem().size())
                                && line.method().equals(contender.name()))
                        .toList();
                if (!some.isEmpty()) {
                    summary.add(
                            size.label(),
                            contender.name(),
                            "" + some.size(),
                            ""
                                    + some.stream()
                                            .filter(line -> line.own().optimal())
                                            .count(),
                            median(some, line -> line.own().timing().wall()),
                            median(some, line -> line.own().timing().cpu()),
                            median(some, Line::ratio),
                            median(some, Line::cpuRatio),
                            some.stream().filter(Line::atLeast).count() + " of " + some.size());
                }
            }
        }
        return summary;
    }

    private static String median(List<Line> lines, ToDoubleFunction<Line> figure) {
        return brief(Figures.median(lines.stream().mapToDouble(figure).toArray()));
    }
}
