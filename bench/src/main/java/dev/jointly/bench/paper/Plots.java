package dev.jointly.bench.paper;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/** The figures: the paper's three, and those it does not have. */
final class Plots {
    /** Stands for a gap of nothing on logarithmic axes. */
    private static final double NO_GAP = 1e-6;

    /** At most so many points on a curve, or files would grow with the number of problems. */
    private static final int STEPS = 150;

    static final Color BCG = Chart.COLOURS[0];
    static final Color PCG = Chart.COLOURS[1];

    /** A figure: the files name.svg and name.png, and what is said below it. */
    record Figure(String name, String caption) {}

    private final Results results;
    private final Store store;
    private final Path folder;
    private final List<Figure> figures = new ArrayList<>();

    Plots(Results results, Store store, Path folder) throws IOException {
        this.results = results;
        this.store = store;
        this.folder = folder;
        Files.createDirectories(folder);
    }

    /** Draws all of them. */
    List<Figure> draw() throws IOException {
        gapAgainstTime();
        shareByTime();
        shareByGap();
        figures.addAll(new GrowthPlots(results, folder).draw());
        whereTimeGoes();
        performance("performance", List.of("bcg", "pcg", "auto"));
        performance("performance-sample", List.of("bcg", "pcg", "auto", "mip"));
        figures.addAll(new AnytimePlots(results, store, folder).draw());
        return List.copyOf(figures);
    }

    private void add(Chart chart, String name, String caption) throws IOException {
        chart.save(folder, name);
        figures.add(new Figure(name, caption));
    }

    static double floored(double gap) {
        return Math.max(NO_GAP, gap);
    }

    static double[] values(List<Run> runs, ToDoubleFunction<Run> value) {
        return runs.stream().mapToDouble(value).toArray();
    }

    private void gapAgainstTime() throws IOException {
        Chart chart = new Chart("Normalised gap against time", "seconds", "normalised gap")
                .logX()
                .logY()
                .powersY();
        for (String method : List.of("bcg", "pcg")) {
            List<Run> runs = results.of("a", method);
            chart.points(
                    method.toUpperCase(Locale.ROOT),
                    method.equals("bcg") ? BCG : PCG,
                    values(runs, Run::seconds),
                    values(runs, run -> floored(run.normalisedGap())));
        }
        // keeps the axis from shrinking to the line of proven ones
        chart.unnamed("frame", Color.WHITE, new double[] {0.01, 0.01}, new double[] {NO_GAP, 0.1});
        add(
                chart,
                "gap-time",
                "Set a, one point per problem and method, at termination. Proven optima, whose gap is 0, are on the bottom line.");
    }

    private void shareByTime() throws IOException {
        Chart chart = new Chart("Share proven optimal by time", "seconds", "share of problems")
                .logX()
                .shares();
        Map<String, Color> colours = Map.of("bcg", BCG, "pcg", PCG);
        for (String method : List.of("bcg", "pcg")) {
            List<Run> runs = results.of("a", method);
            double[] proven = runs.stream()
                    .filter(Run::proven)
                    .mapToDouble(Run::seconds)
                    .sorted()
                    .toArray();
            cumulative(chart, method, colours.getOrDefault(method, PCG), proven, runs.size());
        }
        add(chart, "share-time", "Set a: share of problems proven optimal within a given time.");
    }

    /** Up the steps of the sorted values, from nothing to as many as there are. */
    private static void cumulative(Chart chart, String method, Color colour, double[] sorted, int all) {
        int steps = Math.min(STEPS, sorted.length);
        double[] x = new double[2 * steps];
        double[] y = new double[2 * steps];
        for (int i = 0; i < steps; i++) {
            int upTo = (int) ((i + 1L) * sorted.length / steps);
            x[2 * i] = sorted[upTo - 1];
            x[2 * i + 1] = sorted[upTo - 1];
            y[2 * i] = i == 0 ? 0 : y[2 * i - 1];
            y[2 * i + 1] = upTo / (double) all;
        }
        chart.line(named(method), colour, 2f, x, y);
    }

    private static String named(String method) {
        return method.equals("auto") ? method : method.toUpperCase(Locale.ROOT);
    }

    private void shareByGap() throws IOException {
        Chart chart = new Chart("Share of problems by gap", "normalised gap at most", "share of problems")
                .logX()
                .powersX()
                .shares();
        for (String method : List.of("bcg", "pcg")) {
            List<Run> runs = results.of("a", method);
            double[] sorted = runs.stream()
                    .mapToDouble(run -> floored(run.normalisedGap()))
                    .sorted()
                    .toArray();
            // many have the same gap, none
            double[] edges = Arrays.stream(sorted).distinct().toArray();
            double[] with = Arrays.copyOf(edges, edges.length + 1);
            with[edges.length] = 1;
            double[] y = Arrays.stream(with)
                    .map(edge ->
                            Arrays.stream(sorted).filter(gap -> gap <= edge).count() / (double) sorted.length)
                    .toArray();
            chart.line(
                    method.toUpperCase(Locale.ROOT),
                    method.equals("bcg") ? BCG : PCG,
                    method.equals("bcg") ? 4f : 2f,
                    with,
                    y);
        }
        add(
                chart,
                "share-gap",
                "Set a: share of problems that ended with at most this gap; the left edge stands for 0, so the line begins at the share of proven optima.");
    }

    private void whereTimeGoes() throws IOException {
        CategoryChart chart = new CategoryChartBuilder()
                .width(Chart.WIDTH)
                .height(Chart.HEIGHT)
                .title("Where time goes")
                .yAxisTitle("share of all time")
                .build();
        chart.getStyler()
                .setStacked(true)
                .setLegendPosition(LegendPosition.OutsideS)
                .setLegendLayout(LegendLayout.Horizontal)
                .setLegendBorderColor(Color.WHITE)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15))
                .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        chart.getStyler()
                .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
                .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
                .setYAxisMax(1.0);
        chart.getStyler().setSeriesColors(Chart.COLOURS);
        Map<String, Profile> profiles = new LinkedHashMap<>();
        for (String set : results.sets()) {
            for (String method : List.of("bcg", "pcg")) {
                List<Run> runs = results.of(set, method);
                if (!runs.isEmpty()) {
                    profiles.put(method.toUpperCase(Locale.ROOT) + " " + set, Profile.of(runs));
                }
            }
        }
        Map<String, Function<Profile, Double>> shares = new LinkedHashMap<>();
        shares.put("LP", Profile::linear);
        shares.put("integer programs", Profile::integer);
        shares.put("pricing", Profile::pricing);
        shares.put("reductions", Profile::reducing);
        shares.put("rest", Profile::rest);
        List<String> names = List.copyOf(profiles.keySet());
        shares.forEach((name, share) -> chart.addSeries(
                name, names, profiles.values().stream().map(share).toList()));
        Chart.save(chart, folder, "where");
        figures.add(new Figure(
                "where",
                "Total time, by method and set. LP and integer programs are measured at the engine's interface; the rest is"
                        + " split by stack samples."));
    }

    /** Dolan's and More's performance profile. */
    private void performance(String name, List<String> methods) throws IOException {
        List<List<Run>> rows = results.together(results.sets(), methods);
        if (rows.isEmpty()) {
            return;
        }
        Chart chart = new Chart("Performance profile", "times the fastest method's time", "share solved")
                .logX()
                .shares();
        for (int m = 0; m < methods.size(); m++) {
            int own = m;
            double[] ratios = rows.stream()
                    .filter(row -> solved(row.get(own)))
                    .mapToDouble(row -> row.get(own).seconds()
                            / row.stream()
                                    .filter(Plots::solved)
                                    .mapToDouble(Run::seconds)
                                    .min()
                                    .orElse(1))
                    .sorted()
                    .toArray();
            cumulative(chart, methods.get(m), Chart.COLOURS[m], ratios, rows.size());
        }
        add(
                chart,
                name,
                methods.contains("mip")
                        ? "The random sample of all sets that the bare engine was run on, " + rows.size()
                                + " problems; the engine's own claim of optimality counts as solved."
                        : "All sets, " + rows.size()
                                + " problems: the share proven within a multiple of the time of the"
                                + " fastest method on the problem. auto is " + chosen()
                                + " in this version.");
    }

    /** What auto really was. */
    private String chosen() {
        return results.all().stream()
                .filter(run -> run.by("auto"))
                .map(run -> named(run.used()))
                .distinct()
                .collect(Collectors.joining(" or "));
    }

    private static boolean solved(Run run) {
        return run.proven() || run.status().equals(Run.ENGINE);
    }
}
