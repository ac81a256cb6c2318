package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.measure.Figures;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.solve.option.SolveOption;
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
    ProblemSources problems = new ProblemSources();

    @Mixin
    CommonOptions options = new CommonOptions();

    @Option(
            names = "--methods",
            paramLabel = "NAME",
            split = ",",
            converter = Contender.Named.class,
            description = "Default: auto,pcg,bcg.")
    List<Contender> contenders = new ArrayList<>(Contender.OURS);

    /** One problem by one method, beside what its last LPs take. */
    private record Line(
            Problem problem, String method, WarmSolver.Timed own, List<GivenLp> masters, double wall, double cpu) {
        double ratio() {
            return own.timing().wall() / wall;
        }

        double cpuRatio() {
            return own.timing().cpu() / cpu;
        }

        String[] cells() {
            return new String[] {
                problem.id(),
                "" + problem.size(),
                method,
                brief(own.timing().wall()),
                brief(own.timing().cpu()),
                own.optimal() ? "yes" : "no",
                "" + own.solution().nodes(),
                "" + masters.size(),
                "" + masters.stream().mapToInt(GivenLp::columns).sum(),
                "" + masters.stream().mapToInt(GivenLp::rows).sum(),
                brief(wall),
                brief(ratio()),
                brief(cpuRatio())
            };
        }
    }

    @Override
    public Integer call() throws IOException {
        WarmSolver warm = new WarmSolver();
        HighsEngine engine = new HighsEngine();
        List<Problem> all = problems.all();
        TextTable table = new TextTable(
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
                "ratio",
                "cpu ratio");
        TextTable summary =
                new TextTable("method", "problems", "proven", "without any LP", "median ratio", "90 %", "cpu ratio");
        for (Contender contender : contenders) {
            Settings settings = contender.settings().withTimeLimit(options.timeLimit);
            warm.up(all, settings, options.warmUp.dividedBy(contenders.size()));
            List<Line> lines = all.stream()
                    .map(problem -> line(warm, engine, contender, settings, problem))
                    .toList();
            lines.forEach(line -> table.add(line.cells()));
            List<Line> counted = lines.stream()
                    .filter(line -> line.own().optimal() && !line.masters().isEmpty())
                    .toList();
            double[] ratios = counted.stream().mapToDouble(Line::ratio).toArray();
            double[] cpuRatios = counted.stream().mapToDouble(Line::cpuRatio).toArray();
            summary.add(
                    contender.name(),
                    "" + lines.size(),
                    "" + lines.stream().filter(line -> line.own().optimal()).count(),
                    "" + lines.stream().filter(line -> line.masters().isEmpty()).count(),
                    counted.isEmpty() ? "-" : brief(Figures.median(ratios)),
                    counted.isEmpty() ? "-" : brief(Figures.quantile(0.9, ratios)),
                    counted.isEmpty() ? "-" : brief(Figures.median(cpuRatios)));
        }
        table.print(System.out);
        table.csv(options.csv);
        summary.print(System.out);
        return 0;
    }

    private Line line(WarmSolver warm, HighsEngine engine, Contender contender, Settings settings, Problem problem) {
        WarmSolver.Timed own = warm.solve(problem, settings, options.each());
        RootMasters masters = new RootMasters(engine);
        // subgradient ascent may prove the bound before the LP is complete; the final LP must prove it by itself
        Settings byLpAlone = settings.withOptions(settings.options()
                .with(SolveOption.ROOT_SUBGRADIENT_STEPS, 0)
                .with(SolveOption.SUBGRADIENT_STEPS_PER_ROUND, 0)
                .with(SolveOption.CUT_ROUNDS, 0));
        new Solver(masters).solve(problem, byLpAlone, masters, () -> false);
        List<GivenLp.Cost> costs =
                masters.all().stream().map(lp -> lp.solve(engine, options.runs)).toList();
        return new Line(
                problem,
                contender.name(),
                own,
                List.copyOf(masters.all()),
                costs.stream().mapToDouble(GivenLp.Cost::wall).sum(),
                costs.stream().mapToDouble(GivenLp.Cost::cpu).sum());
    }
}
