package dev.jointly.bench.paper;

import dev.jointly.bench.measure.Figures.PowerLaw;
import dev.jointly.bench.paper.Plots.Figure;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Time against detections, with the power laws through the points. */
record GrowthPlots(Results results, Path folder) {
    /** Problems by what kind of scene they are: those of set a, and each crowding of the ladder. */
    static Map<String, List<Run>> families(Results results) {
        Map<String, List<Run>> families = new TreeMap<>();
        for (Run run : results.all()) {
            String family = run.set().equals("c") ? run.problem().replaceFirst("-.*", "") : "set " + run.set();
            families.computeIfAbsent(family, name -> new ArrayList<>()).add(run);
        }
        return families;
    }

    /** Nothing where there are too few sizes. An image without a detection has no place on a logarithmic axis. */
    static @Nullable PowerLaw law(List<Run> proven) {
        List<Run> some = proven.stream().filter(run -> run.detections() > 0).toList();
        double[] x = Plots.values(some, Run::detections);
        boolean varies = Arrays.stream(x).distinct().count() > 2;
        return varies ? PowerLaw.through(x, Plots.values(some, Run::seconds)) : null;
    }

    List<Figure> draw() throws IOException {
        List<Figure> figures = new ArrayList<>(List.of(people()));
        ladder().ifPresent(figures::add);
        return figures;
    }

    private Figure people() throws IOException {
        Chart chart = new Chart("Time against detections, set a", "detections", "seconds")
                .logX()
                .logY();
        for (String method : List.of("bcg", "pcg")) {
            fitted(
                    chart,
                    method.toUpperCase(Locale.ROOT),
                    method.equals("bcg") ? Plots.BCG : Plots.PCG,
                    results.of("a", method));
        }
        chart.save(folder, "growth");
        return new Figure("growth", "Set a: one point per proven problem, with the fitted power law.");
    }

    private static void fitted(Chart chart, String name, Color colour, List<Run> runs) {
        List<Run> proven = runs.stream()
                .filter(run -> run.proven() && run.detections() > 0)
                .toList();
        PowerLaw law = law(proven);
        String label = law == null ? name : String.format(Locale.ROOT, "%s n^%.1f", name, law.exponent());
        chart.points(label, colour, Plots.values(proven, Run::detections), Plots.values(proven, Run::seconds));
        if (law != null) {
            double from = proven.stream().mapToDouble(Run::detections).min().orElse(1);
            double to = proven.stream().mapToDouble(Run::detections).max().orElse(1);
            chart.unnamed(name + " fitted", colour, new double[] {from, to}, new double[] {law.at(from), law.at(to)});
        }
    }

    private Optional<Figure> ladder() throws IOException {
        Chart chart = new Chart("Time against detections, generated scenes (PCG)", "detections", "seconds")
                .logX()
                .logY();
        int colour = 0;
        for (var family : families(results).entrySet()) {
            if (!family.getKey().startsWith("set")) {
                List<Run> own =
                        family.getValue().stream().filter(run -> run.by("pcg")).toList();
                fitted(chart, family.getKey(), Chart.COLOURS[colour++ % Chart.COLOURS.length], own);
            }
        }
        if (colour == 0) {
            return Optional.empty();
        }
        chart.save(folder, "ladder");
        return Optional.of(new Figure("ladder", "Set c: proven problems only, so steep families end early."));
    }
}
