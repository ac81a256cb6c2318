package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;
import static dev.jointly.bench.measure.Figures.median;
import static dev.jointly.bench.measure.Figures.quantile;

import dev.jointly.bench.measure.TextTable;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly-bench margins}. */
@Command(
        name = "margins",
        description = "Compares the bounds of margins, which come from a proof's prices, with the margins themselves.")
final class MarginsCommand implements Callable<Integer> {
    @Mixin
    ProblemSources sources = new ProblemSources();

    @Option(names = "--runs", paramLabel = "N", description = "Timings of each; the median counts. Default: 5.")
    int runs = 5;

    private final Solver solver = new Solver(new HighsEngine());
    private final List<Double> jointShares = new ArrayList<>();
    private final List<Double> personShares = new ArrayList<>();
    private final List<Double> exactJoints = new ArrayList<>();
    private final List<Double> exactPeople = new ArrayList<>();
    private final List<Double> boundMillis = new ArrayList<>();

    @Override
    public Integer call() {
        TextTable table =
                new TextTable("problem | people | margins | bounds ms | exact ms | share of joints | of people");
        for (Problem problem : sources.all()) {
            measure(problem, table);
        }
        table.print(System.out);
        System.out.println("median share of the exact margin: joints " + percent(jointShares) + " of "
                + jointShares.size() + ", people " + percent(personShares) + " of " + personShares.size());
        double[] joints = array(jointShares);
        if (joints.length > 0) {
            long zero = jointShares.stream().filter(share -> share == 0).count();
            System.out.println("joints: a quarter below " + brief(100 * quantile(0.25, joints)) + " %, "
                    + brief(100.0 * zero / joints.length) + " % with a bound of 0");
        }
        System.out.println(
                "exact margins below 3: joints " + below(3, exactJoints) + ", people " + below(3, exactPeople));
        double[] millis = array(boundMillis);
        System.out.println("bounds of one problem: median " + brief(median(millis)) + " ms, most "
                + brief(quantile(1, millis)) + " ms");
        return 0;
    }

    private void measure(Problem problem, TextTable table) {
        Session session = new Session(solver, problem, Settings.defaults());
        Solution solution = session.solve(List.of()).solution();
        double bounding = Timing.of(() -> MarginBounds.of(problem, solution), Math.max(1, runs), 0)
                .wall();
        List<Margin> bounds = MarginBounds.of(problem, solution);
        long start = System.nanoTime();
        ExactMargins exact = new ExactMargins(session, List.of(), solution);
        List<Double> joints = new ArrayList<>();
        List<Double> people = new ArrayList<>();
        for (Margin bound : bounds) {
            Margin margin = exact.of(bound, () -> false).margin();
            if (margin.exact()) {
                (margin.joint().isPresent() ? exactJoints : exactPeople).add(Micro.toDouble(margin.atLeast()));
            }
            if (margin.exact() && margin.atLeast() > 0) {
                (margin.joint().isPresent() ? joints : people).add((double) bound.atLeast() / margin.atLeast());
            }
        }
        double exactMillis = (System.nanoTime() - start) / 1e6;
        int shown = solution.poses().size();
        table.add(problem.id(), shown, bounds.size(), bounding, exactMillis, percent(joints), percent(people));
        boundMillis.add(bounding);
        jointShares.addAll(joints);
        personShares.addAll(people);
    }

    private static String below(double threshold, List<Double> margins) {
        long small = margins.stream().filter(margin -> margin < threshold).count();
        return small + " of " + margins.size();
    }

    private static String percent(List<Double> shares) {
        return shares.isEmpty() ? "-" : brief(100 * median(array(shares))) + " %";
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
