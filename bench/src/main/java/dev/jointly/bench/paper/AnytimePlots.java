package dev.jointly.bench.paper;

import dev.jointly.bench.paper.Plots.Figure;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Bounds over time, one small figure for each of the hardest problems. */
record AnytimePlots(Results results, Store store, Path folder) {
    List<Figure> draw() throws IOException {
        List<Figure> figures = new ArrayList<>();
        int rank = 0;
        for (String problem : Store.hardest(results.all())) {
            rank++;
            List<Run> own = results.all().stream()
                    .filter(run -> run.problem().equals(problem) && !Double.isNaN(run.lowerBound()))
                    .toList();
            double lower = own.stream().mapToDouble(Run::lowerBound).max().orElse(-1);
            double upper = own.stream().mapToDouble(Run::objective).min().orElse(0);
            Chart chart = new Chart(rank + ". " + shortened(problem), "seconds", "distance", 360, 260)
                    .logX()
                    .logY()
                    .powersY()
                    .plain();
            for (String method : List.of("bcg", "pcg")) {
                List<double[]> trace = store.trace(problem, method);
                Color colour = method.equals("bcg") ? Plots.BCG : Plots.PCG;
                double[][] below = steps(trace, moment -> (upper - moment[1]) / Math.abs(lower));
                double[][] above = steps(trace, moment -> (moment[2] - lower) / Math.abs(lower));
                chart.line(method + " lower bound", colour, 1.8f, below[0], below[1]);
                chart.dashes(method + " objective", colour, above[0], above[1]);
            }
            String name = String.format(Locale.ROOT, "anytime-%02d", rank);
            chart.save(folder, name);
            figures.add(new Figure(name, problem));
        }
        return figures;
    }

    private static String shortened(String problem) {
        return problem.replaceFirst("_detections", "").replaceFirst(".*/(.{0,24}).*", "$1");
    }

    /** A bound holds until it is bettered. */
    private static double[][] steps(List<double[]> trace, ToDoubleFunction<double[]> distance) {
        List<double[]> points = new ArrayList<>();
        double before = Double.NaN;
        for (double[] moment : trace) {
            double value = Plots.floored(distance.applyAsDouble(moment));
            double at = Math.max(1e-4, moment[0]);
            if (value == before) {
                continue;
            }
            if (!Double.isNaN(before)) {
                points.add(new double[] {at, before});
            }
            points.add(new double[] {at, value});
            before = value;
        }
        return new double[][] {
            points.stream().mapToDouble(p -> p[0]).toArray(),
            points.stream().mapToDouble(p -> p[1]).toArray()
        };
    }
}
