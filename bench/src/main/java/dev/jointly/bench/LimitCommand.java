package dev.jointly.bench;

import static dev.jointly.bench.Figures.brief;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly-bench limit}: against the least that any method with these columns would take. */
@Command(
        name = "limit",
        description = "Total time to the proven optimum over the engine's time for the final LP of the root alone.",
        footer = {
            "",
            "The final LP: all columns and rows of the root's last master, of all components one after another, given",
            "at once to a new model; the quickest of primal simplex, dual simplex and the engine's own choice counts."
        })
final class LimitCommand implements Callable<Integer> {
    @Mixin
    Problems problems = new Problems();

    @Mixin
    Effort effort = new Effort();

    @Option(
            names = "--methods",
            paramLabel = "NAME",
            split = ",",
            converter = Contender.Named.class,
            description = "Default: auto,pcg,bcg.")
    List<Contender> contenders = new ArrayList<>(List.of(
            new Contender(Contender.AUTO, Settings.defaults()), Contender.of(Method.PCG), Contender.of(Method.BCG)));

    @Override
    public Integer call() throws IOException {
        Warm warm = new Warm();
        HighsEngine engine = new HighsEngine();
        List<Problem> all = problems.all();
        Table table = new Table(
                "problem",
                "detections",
                "method",
                "ms",
                "cpu ms",
                "optimal",
                "nodes",
                "LPs",
                "columns",
                "rows",
                "LP ms",
                "ratio");
        Table summary = new Table("method", "problems", "median ratio", "90 %", "proven", "without any LP");
        for (Contender contender : contenders) {
            Settings settings = contender.settings().withTimeLimit(effort.timeLimit);
            warm.up(all, settings, effort.warmUp.dividedBy(contenders.size()));
            List<Double> ratios = new ArrayList<>();
            int proven = 0;
            int without = 0;
            for (Problem problem : all) {
                Warm.Timed own = warm.solve(problem, settings, effort.each());
                RootMasters masters = new RootMasters(engine);
                new Solver(masters).solve(problem, settings, masters, () -> false);
                double lp = masters.all().stream()
                        .mapToDouble(given -> given.millis(engine, effort.runs))
                        .sum();
                double ratio = own.timing().wall() / lp;
                proven += own.optimal() ? 1 : 0;
                without += masters.all().isEmpty() ? 1 : 0;
                if (own.optimal() && !masters.all().isEmpty()) {
                    ratios.add(ratio);
                }
                table.add(
                        problem.id(),
                        "" + problem.size(),
                        contender.name(),
                        brief(own.timing().wall()),
                        brief(own.timing().cpu()),
                        own.optimal() ? "yes" : "no",
                        "" + own.solution().nodes(),
                        "" + masters.all().size(),
                        "" + masters.all().stream().mapToInt(GivenLp::columns).sum(),
                        "" + masters.all().stream().mapToInt(GivenLp::rows).sum(),
                        brief(lp),
                        brief(ratio));
            }
            double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).toArray();
            summary.add(
                    contender.name(),
                    "" + all.size(),
                    sorted.length == 0 ? "-" : brief(Figures.median(sorted)),
                    sorted.length == 0 ? "-" : brief(Figures.quantile(0.9, sorted)),
                    proven + " of " + all.size(),
                    "" + without);
        }
        table.print(System.out);
        table.csv(effort.csv);
        summary.print(System.out);
        return 0;
    }
}
