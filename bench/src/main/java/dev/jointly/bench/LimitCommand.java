package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.median;
import static dev.jointly.bench.measure.Figures.quantile;

import dev.jointly.bench.RootMasters.GivenLp;
import dev.jointly.bench.WarmSolver.Timed;
import dev.jointly.bench.measure.TextTable;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.solve.option.SolveOption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
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

    @Option(names = "--methods", paramLabel = "NAME", split = ",", description = "Default: auto,pcg,bcg.")
    List<Contender> contenders = new ArrayList<>(Contender.ALL);

    private final HighsEngine engine = new HighsEngine();

    /** One problem by one method, beside what its last LPs take. */
    private record Line(Timed own, Collection<GivenLp> masters, double wall, double cpu) {
        double ratio() {
            return own.wall() / wall;
        }

        double cpuRatio() {
            return own.cpu() / cpu;
        }

        Object[] row() {
            int columns = masters.stream().mapToInt(GivenLp::columns).sum();
            int rows = masters.stream().mapToInt(GivenLp::rows).sum();
            return own.row(masters.size(), columns, rows, wall, ratio(), cpuRatio());
        }
    }

    @Override
    public Integer call() throws IOException {
        WarmSolver warm = new WarmSolver();
        List<Problem> all = problems.all();
        TextTable table = new TextTable(Timed.HEADINGS + " | LPs | columns | rows | LP ms | ratio | cpu ratio");
        TextTable summary =
                new TextTable("method | problems | proven | without any LP | median ratio | 90 % | cpu ratio");
        for (Contender contender : contenders) {
            warm.up(all, contender.settings(), options.warmUp.dividedBy(contenders.size()));
            List<Line> lines = all.stream()
                    .map(problem -> line(warm.solve(problem, contender, options), contender.settings()))
                    .toList();
            lines.forEach(line -> table.add(line.row()));
            List<Line> counted = lines.stream()
                    .filter(line -> line.own().optimal() && !line.masters().isEmpty())
                    .toList();
            double[] ratios = counted.stream().mapToDouble(Line::ratio).toArray();
            summary.add(
                    contender.name(),
                    lines.size(),
                    lines.stream().filter(line -> line.own().optimal()).count(),
                    lines.stream().filter(line -> line.masters().isEmpty()).count(),
                    counted.isEmpty() ? "-" : median(ratios),
                    counted.isEmpty() ? "-" : quantile(0.9, ratios),
                    counted.isEmpty() ? "-" : median(counted, Line::cpuRatio));
        }
        table.print(System.out);
        table.csv(options.csv);
        summary.print(System.out);
        return 0;
    }

    private Line line(Timed own, Settings settings) {
        RootMasters masters = new RootMasters(engine);
        Settings byLpAlone = byLpAlone(settings).withTimeLimit(options.timeLimit);
        new Solver(masters).solve(own.problem(), byLpAlone, masters, () -> false);
        List<GivenLp.Cost> costs =
                masters.all().stream().map(lp -> lp.solve(engine, options.runs)).toList();
        return new Line(
                own,
                masters.all(),
                costs.stream().mapToDouble(GivenLp.Cost::wall).sum(),
                costs.stream().mapToDouble(GivenLp.Cost::cpu).sum());
    }

    /** The bundle method may prove the bound before the LP is complete; here the final LP must prove it by itself. */
    static Settings byLpAlone(Settings settings) {
        return settings.withOptions(
                settings.options().with(SolveOption.BUNDLE_STEPS, 0).with(SolveOption.CUT_ROUNDS, 0));
    }
}
