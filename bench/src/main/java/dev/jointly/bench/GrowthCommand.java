package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.WarmSolver.Timed;
import dev.jointly.bench.measure.Figures;
import dev.jointly.bench.measure.Figures.PowerLaw;
import dev.jointly.bench.measure.Memory;
import dev.jointly.bench.measure.TextTable;
import dev.jointly.generate.Crowding;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

    @Option(names = "--method", paramLabel = "NAME", description = "Default: auto.")
    Contender contender = Contender.AUTO;

    @Mixin
    CommonOptions options = new CommonOptions();

    @Override
    public Integer call() throws IOException {
        WarmSolver warm = new WarmSolver();
        List<Problem> some = crowdings.stream()
                .map(crowding -> ProblemSources.generated(crowding, 10, 1000))
                .toList();
        warm.up(some, contender.settings(), options.warmUp);
        TextTable table = new TextTable(Timed.HEADINGS + " | heap MB | resident MB");
        TextTable fits = new TextTable("crowding | exponent | +- | ms at 1000 | proven | largest");
        for (Crowding crowding : crowdings) {
            List<Timed> all = new ArrayList<>();
            for (int n : people) {
                for (int seed = 1; seed <= seeds; seed++) {
                    Problem problem = ProblemSources.generated(crowding, n, seed);
                    Memory.reset();
                    Timed timed = warm.solve(problem, contender, options);
                    Memory memory = Memory.peak();
                    all.add(timed);
                    table.add(timed.row(memory.heap(), memory.resident()));
                    System.err.println(problem.id() + " " + brief(timed.wall()) + " ms");
                }
            }
            // a problem that hit its limit does not show growth
            List<Timed> proven = all.stream().filter(Timed::optimal).toList();
            double[] x =
                    proven.stream().mapToDouble(timed -> timed.problem().size()).toArray();
            double[] y = proven.stream().mapToDouble(Timed::wall).toArray();
            boolean varies = x.length > 1 && Figures.quantile(0, x) < Figures.quantile(1, x);
            PowerLaw law = varies ? PowerLaw.through(x, y) : new PowerLaw(Double.NaN, Double.NaN, Double.NaN);
            fits.add(
                    crowding.label(),
                    law.exponent(),
                    law.spread(),
                    law.at(1000),
                    proven.size() + " of " + all.size(),
                    varies ? Figures.quantile(1, x) : Double.NaN);
        }
        table.print(System.out);
        fits.print(System.out);
        table.csv(options.csv);
        return 0;
    }
}
