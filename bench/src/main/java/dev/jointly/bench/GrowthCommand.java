package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.measure.Figures;
import dev.jointly.bench.measure.Figures.PowerLaw;
import dev.jointly.bench.measure.Memory;
import dev.jointly.generate.Crowding;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly-bench growth}: from a family to a stadium. */
@Command(
        name = "growth",
        description = "Time and memory against the number of detections, at fixed crowding, one thread, warm.")
final class GrowthCommand implements Callable<Integer> {
    @Option(names = "--people", paramLabel = "N", split = ",", description = "Default: 10,20,40,80,120,160,200.")
    List<Integer> people = new ArrayList<>(List.of(10, 20, 40, 80, 120, 160, 200));

    @Option(names = "--crowding", paramLabel = "LEVEL", split = ",", description = "Default: EASY,CROWDED,DENSE.")
    List<Crowding> crowdings = new ArrayList<>(List.of(Crowding.EASY, Crowding.CROWDED, Crowding.DENSE));

    @Option(names = "--seeds", paramLabel = "K", description = "Problems of each size, of seeds 1 to K. Default: 3.")
    int seeds = 3;

    @Option(names = "--method", paramLabel = "NAME", converter = Contender.Named.class, description = "Default: auto.")
    Contender contender = new Contender(Contender.AUTO, Settings.defaults());

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            split = ",",
            description = "Plot files, SVG or PNG by name, separated by commas.")
    List<Path> plots = new ArrayList<>();

    @Mixin
    CommonOptions options = new CommonOptions();

    @Override
    public Integer call() throws IOException {
        WarmSolver warm = new WarmSolver();
        Settings settings = contender.settings().withTimeLimit(options.timeLimit);
        warm.up(
                crowdings.stream()
                        .map(crowding -> ProblemSources.generated(crowding, 10, 1000))
                        .toList(),
                settings,
                options.warmUp);
        TextTable table =
                new TextTable("problem", "detections", "ms", "cpu ms", "optimal", "nodes", "heap MB", "resident MB");
        TextTable fits = new TextTable("crowding", "exponent", "+-", "ms at 1000", "proven", "largest");
        GrowthPlot plot = new GrowthPlot("Growth at fixed crowding, method " + contender.name());
        for (Crowding crowding : crowdings) {
            List<double[]> points = new ArrayList<>();
            int proven = 0;
            int all = 0;
            for (int n : people) {
                for (int seed = 1; seed <= seeds; seed++) {
                    Problem problem = ProblemSources.generated(crowding, n, seed);
                    Memory.reset();
                    WarmSolver.Timed timed = warm.solve(problem, settings, options.each());
                    Memory memory = Memory.peak();
                    all++;
                    if (timed.optimal()) {
                        proven++;
                        points.add(new double[] {problem.size(), timed.timing().wall()});
                    }
                    table.add(
                            problem.id(),
                            "" + problem.size(),
                            brief(timed.timing().wall()),
                            brief(timed.timing().cpu()),
                            timed.optimal() ? "yes" : "no",
                            "" + timed.solution().nodes(),
                            brief(memory.heap()),
                            brief(memory.resident()));
                    System.err.println(problem.id() + " " + brief(timed.timing().wall()) + " ms");
                }
            }
            fit(fits, plot, crowding, points, proven + " of " + all);
        }
        table.print(System.out);
        fits.print(System.out);
        table.csv(options.csv);
        for (Path file : plots) {
            plot.save(file);
        }
        return 0;
    }

    /** Only problems that were proven: one that hit its limit says nothing about growth. */
    private static void fit(TextTable fits, GrowthPlot plot, Crowding crowding, List<double[]> points, String proven) {
        double[] x = points.stream().mapToDouble(point -> point[0]).toArray();
        double[] y = points.stream().mapToDouble(point -> point[1]).toArray();
        if (x.length < 2 || Figures.quantile(0, x) == Figures.quantile(1, x)) {
            fits.add(crowding.label(), "-", "-", "-", proven, "-");
            return;
        }
        PowerLaw law = PowerLaw.through(x, y);
        plot.add(crowding.label(), x, y, law);
        fits.add(
                crowding.label(),
                String.format(Locale.ROOT, "%.2f", law.exponent()),
                String.format(Locale.ROOT, "%.2f", law.spread()),
                brief(law.at(1000)),
                proven,
                brief(Figures.quantile(1, x)));
    }
}
