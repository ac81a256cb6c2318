package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;
import static dev.jointly.bench.measure.Figures.median;

import dev.jointly.bench.WarmSolver.Timed;
import dev.jointly.bench.measure.TextTable;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.compact.BareEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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
    /** Problems by their number of detections, from the least of each class. */
    private static final NavigableMap<Integer, String> SIZES =
            new TreeMap<>(Map.of(0, "below 75", 75, "about 100", 151, "151 to 199", 200, "200 and more"));

    @Mixin
    ProblemSources problems = new ProblemSources();

    @Mixin
    CommonOptions options = new CommonOptions();

    @Option(names = "--methods", paramLabel = "NAME", split = ",", description = "Default: auto,pcg,bcg.")
    List<Contender> contenders = new ArrayList<>(Contender.ALL);

    @Option(names = "--mip-limit", paramLabel = "TIME", description = "Of the bare engine; 0 skips it. Default: 60s.")
    Duration mipLimit = Duration.ofSeconds(60);

    private final HighsEngine engine = new HighsEngine();

    /** What the bare engine took; NaN without it. */
    private record Bare(Timing timing, boolean finished, String objective) {
        static final Bare NONE = new Bare(new Timing(Double.NaN, Double.NaN), true, "-");

        String text(double figure) {
            return (finished ? "" : ">") + brief(figure);
        }
    }

    private record Line(Timed own, Bare mip) {
        String size() {
            return SIZES.floorEntry(own.problem().size()).getValue();
        }

        double ratio() {
            return mip.timing().wall() / own.wall();
        }

        double cpuRatio() {
            return mip.timing().cpu() / own.cpu();
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
        TextTable table = new TextTable(Timed.HEADINGS + " | mip ms | mip/it | cpu mip/it | mip objective");
        for (Problem problem : all) {
            Bare mip = mipLimit.isZero() ? Bare.NONE : bare(problem);
            for (Contender contender : contenders) {
                Line line = new Line(warm.solve(problem, contender, options), mip);
                lines.add(line);
                table.add(line.own()
                        .row(
                                mip.text(mip.timing().wall()),
                                mip.text(line.ratio()),
                                mip.text(line.cpuRatio()),
                                mip.objective()));
            }
        }
        table.print(System.out);
        table.csv(options.csv);
        summary(lines).print(System.out);
        return 0;
    }

    private Bare bare(Problem problem) {
        List<BareEngine> found = new ArrayList<>();
        Timing timing = Timing.of(() -> found.add(BareEngine.solve(problem, engine, Deadline.after(mipLimit))), 1, 0);
        BareEngine result = found.get(0);
        return new Bare(
                timing,
                result.finished(),
                result.objective().stream()
                        .mapToObj(Micro::toString)
                        .findFirst()
                        .orElse("-"));
    }

    private TextTable summary(List<Line> lines) {
        TextTable summary = new TextTable(
                "detections | method | problems | proven | median ms | cpu ms | median mip/it | cpu mip/it | at least");
        for (String size : SIZES.values()) {
            for (Contender contender : contenders) {
                List<Line> some = lines.stream()
                        .filter(line ->
                                line.size().equals(size) && line.own().method().equals(contender.name()))
                        .toList();
                if (!some.isEmpty()) {
                    summary.add(
                            size,
                            contender.name(),
                            some.size(),
                            some.stream().filter(line -> line.own().optimal()).count(),
                            median(some, line -> line.own().wall()),
                            median(some, line -> line.own().cpu()),
                            median(some, Line::ratio),
                            median(some, Line::cpuRatio),
                            some.stream().filter(line -> !line.mip().finished()).count() + " of " + some.size());
                }
            }
        }
        return summary;
    }
}
