package dev.jointly.bench.paper;

import dev.jointly.bench.paper.Plots.Figure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Everything that is made of the results: CSV, Parquet, figures, tables, and the page that holds them. */
public final class Report {
    /** Beside the figures: a line each, name and words. */
    static final String CAPTIONS = "captions.txt";

    private static final String TITLE = "The paper's experiment, repeated";

    private final Path folder;
    private final Store store;
    private final Results results;
    private final Map<String, String> facts;
    private final double cap;

    /**
     * A report to be written beside the runs.
     *
     * @param facts machine, commit, command and the like, by name
     * @param cap seconds a run was given
     */
    Report(Path folder, Store store, Map<String, String> facts, double cap) {
        this.folder = folder;
        this.store = store;
        this.results = new Results(store.runs());
        this.facts = facts;
        this.cap = cap;
    }

    void write(List<ProblemSet> sets) throws IOException {
        RunTable.writeCsv(results.all(), folder.resolve("results.csv"));
        RunTable.writeParquet(results.all(), folder.resolve("results.parquet"));
        Path figureFolder = folder.resolve("figures");
        List<Figure> figures = new Plots(results, store, figureFolder).draw();
        Files.write(
                figureFolder.resolve(CAPTIONS),
                figures.stream()
                        .map(figure -> figure.name() + "\t" + figure.caption())
                        .toList());
        List<ReportTable> tables = new ReportTables(results, cap).all();
        StringBuilder markdown = new StringBuilder();
        tables.forEach(table -> markdown.append(table.markdown()));
        Files.writeString(folder.resolve("tables.md"), markdown.toString());
        page(sets, figures, tables, figureFolder).write(folder.resolve("report.html"), TITLE);
    }

    private Page page(List<ProblemSet> sets, List<Figure> figures, List<ReportTable> tables, Path figureFolder) {
        Page page = new Page().heading(1, TITLE);
        page.words(
                "S. Wang, K. Kording and J. Yarkony, \"Exploiting skeletal structure in computer vision annotation with"
                        + " Benders decomposition\" (arXiv 1709.04411, 2017), shows on 688 problems how close Benders column"
                        + " generation (BCG) and pure column generation (PCG) come to the optimum, and how fast. Its problems are"
                        + " not public; these are made of as many real human poses. Every optimum here is proven, to the last"
                        + " micro-unit, by a certificate that does not rest on the LP engine.");
        page.facts(facts);
        page.heading(2, "Problems");
        for (ProblemSet set : sets) {
            page.words("Set " + set.name() + ": " + set.title() + ". "
                    + set.entries().size() + " problems. Costs: " + set.costs() + ". Seed " + set.seed() + ". Licence: "
                    + set.licence() + ".");
        }
        page.heading(2, "Figures");
        List<Runnable> large = new ArrayList<>();
        List<Runnable> small = new ArrayList<>();
        for (Figure figure : figures) {
            boolean anytime = figure.name().startsWith("anytime");
            (anytime ? small : large)
                    .add(() -> page.figure(
                            figure.name(), read(figureFolder.resolve(figure.name() + ".svg")), figure.caption()));
        }
        page.group("figures", large);
        page.heading(2, "Tables");
        tables.forEach(table -> page.raw(table.html()));
        page.heading(2, "The hardest problems");
        page.words(
                "Those on which the slower of BCG and PCG took longest, sets a and b. The distance of each bound from the"
                        + " other's best value over time, relative to the best lower bound: the lower bound as a line, the"
                        + " objective of the incumbent as dashes. The bottom stands for 0: the optimum is found where the"
                        + " dashes get there, and proven where both have.");
        page.raw(
                "<p class=\"key\"><span style=\"color:#D55E00\">BCG</span><span style=\"color:#0072B2\">PCG</span></p>\n");
        page.group("small", small);
        page.words("Their solutions: every person in a colour, unused detections in grey.");
        List<Runnable> drawings = new ArrayList<>();
        for (String problem : Store.hardest(results.all())) {
            if (!drawing(problem).isEmpty()) {
                drawings.add(() -> page.figure("drawing " + problem, drawing(problem), words(problem)));
            }
        }
        page.group("small", drawings);
        return page;
    }

    private String words(String problem) {
        StringBuilder words = new StringBuilder(problem);
        results.all().stream()
                .filter(run -> run.problem().equals(problem) && (run.by("bcg") || run.by("pcg")))
                .forEach(run -> words.append(
                                words.indexOf("detections") < 0 ? ": " + run.detections() + " detections" : "")
                        .append(", ")
                        .append(run.method())
                        .append(' ')
                        .append(ReportTables.time(run.seconds()))
                        .append(run.proven() ? "" : " (gap " + ReportTables.percent(run.normalisedGap()) + ")"));
        return words.toString();
    }

    private String drawing(String problem) {
        try {
            return store.drawing(problem);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
