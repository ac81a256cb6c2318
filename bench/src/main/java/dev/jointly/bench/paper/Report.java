package dev.jointly.bench.paper;

import static dev.jointly.bench.measure.Figures.brief;
import static dev.jointly.bench.measure.Figures.median;
import static dev.jointly.bench.measure.Figures.quantile;

import dev.jointly.bench.measure.Figures.PowerLaw;
import dev.jointly.bench.measure.TextTable;
import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Everything that is made of the results: CSV, Parquet, manifests, and tables in Markdown. */
public final class Report {
    private static final String BEGIN = "<!-- results: written by jointly-bench paper --docs -->";
    private static final String END = "<!-- end of results -->";

    private static final double SAME = 1e-6;

    private final Results results;
    private final StringBuilder text = new StringBuilder();

    /**
     * The report of these results.
     *
     * @param facts machine, commit, command and the like, by name
     * @param cap seconds a run was given
     */
    public Report(Results results, Map<String, String> facts, long cap) {
        this.results = results;
        facts.forEach((name, value) -> text.append("- " + name + ": " + value + "\n"));
        text.append('\n');
        proven(cap);
        duel();
        effort();
        growth();
        baselines();
        bareEngine();
    }

    /** Writes all files of the report anew, and returns the one to be read. */
    public Path write(Path folder, List<ProblemSet> sets) throws IOException {
        Store.writeCsv(results.all(), folder.resolve("results.csv"));
        Store.writeParquet(results.all(), folder.resolve("results.parquet"));
        StringBuilder head = new StringBuilder("# The paper's experiment, repeated\n\n");
        for (ProblemSet set : sets) {
            set.writeManifest(folder.resolve("manifest-" + set.name() + ".json"), results);
            head.append("- set " + set.name() + ": " + set.title() + ". "
                    + set.entries().size() + " problems. Costs: " + set.costs() + ". Seed " + set.seed() + ". Licence: "
                    + set.licence() + ".\n");
        }
        return Files.writeString(folder.resolve("report.md"), head + "\n" + text);
    }

    /** Writes facts and tables anew between the two marks of paper.md in the folder of the documentation. */
    public void update(Path docs) throws IOException {
        Path page = docs.resolve("paper.md");
        String old = Files.readString(page);
        int begin = old.indexOf(BEGIN);
        int end = old.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new BadInputException(page + ": expected the marks '" + BEGIN + "' and '" + END + "'");
        }
        Files.writeString(page, old.substring(0, begin) + BEGIN + "\n\n" + text + old.substring(end));
    }

    private void add(String title, TextTable table, String note) {
        if (!table.isEmpty()) {
            text.append("### " + title + "\n\n" + table.markdown() + "\n" + note + "\n\n");
        }
    }

    /** A row for each of these sets and methods that has runs. */
    private void rows(
            TextTable table, List<String> sets, List<String> methods, BiFunction<String, List<Run>, Object[]> row) {
        for (String set : sets) {
            for (String method : methods) {
                List<Run> runs = results.of(set, method);
                if (!runs.isEmpty()) {
                    table.add(row.apply(set + " " + method, runs));
                }
            }
        }
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    /** Below a second in milliseconds. */
    private static String time(double seconds) {
        return seconds < 1 ? brief(1000 * seconds) + " ms" : brief(seconds) + " s";
    }

    private static double[] values(List<Run> runs, ToDoubleFunction<Run> value) {
        return runs.stream().mapToDouble(value).toArray();
    }

    private static double largest(List<Run> runs, ToDoubleFunction<Run> value) {
        return runs.stream().mapToDouble(value).max().orElse(0);
    }

    private static String provenWithin(List<Run> runs, double seconds) {
        long proven = runs.stream()
                .filter(run -> run.proven() && run.seconds() <= seconds)
                .count();
        return percent(proven / (double) runs.size());
    }

    private void proven(long cap) {
        TextTable table = new TextTable("set and method | problems | within 1 s | within 10 s | within the cap of "
                + cap + " s | median | 90 % | 99 % | longest | median CPU | largest gap");
        rows(table, results.sets(), List.of("bcg", "pcg", "auto"), (name, runs) -> {
            double[] seconds = values(runs, Run::seconds);
            return new Object[] {
                name,
                runs.size(),
                provenWithin(runs, 1),
                provenWithin(runs, 10),
                provenWithin(runs, Double.POSITIVE_INFINITY),
                time(median(seconds)),
                time(quantile(0.9, seconds)),
                time(quantile(0.99, seconds)),
                time(quantile(1, seconds)),
                time(median(runs, Run::cpuSeconds)),
                percent(largest(runs, Run::normalisedGap))
            };
        });
        add(
                "Proven optimal",
                table,
                "Shares of all problems of the set. Times are wall times, including runs without a proof; CPU is that of the"
                        + " solving thread. If it is much less, the machine was busy with something else.");
    }

    /** BCG against PCG. */
    private void duel() {
        TextTable table =
                new TextTable("set | both run | BCG faster | PCG faster | median ratio | mean ratio (geometric)"
                        + " | total BCG | total PCG | only BCG proved | only PCG proved | optima that differ");
        Map<String, Run> first = results.by("bcg");
        for (String set : results.sets()) {
            List<Run[]> pairs = new ArrayList<>();
            for (Run pcg : results.of(set, "pcg")) {
                Run bcg = first.get(pcg.key());
                if (bcg != null) {
                    pairs.add(new Run[] {bcg, pcg});
                }
            }
            if (pairs.isEmpty()) {
                continue;
            }
            double[] ratios = pairs.stream()
                    .mapToDouble(pair -> pair[0].seconds() / pair[1].seconds())
                    .toArray();
            double logs = Arrays.stream(ratios).map(Math::log).average().orElse(0);
            table.add(
                    set,
                    pairs.size(),
                    count(pairs, pair -> pair[0].seconds() < pair[1].seconds()),
                    count(pairs, pair -> pair[1].seconds() < pair[0].seconds()),
                    median(ratios),
                    Math.exp(logs),
                    time(pairs.stream().mapToDouble(pair -> pair[0].seconds()).sum()),
                    time(pairs.stream().mapToDouble(pair -> pair[1].seconds()).sum()),
                    count(pairs, pair -> pair[0].proven() && !pair[1].proven()),
                    count(pairs, pair -> pair[1].proven() && !pair[0].proven()),
                    count(
                            pairs,
                            pair -> pair[0].proven()
                                    && pair[1].proven()
                                    && pair[0].objective() != pair[1].objective()));
        }
        add(
                "BCG against PCG",
                table,
                "Ratios are time of BCG over time of PCG, so PCG is faster above 1. If both prove the optimum, their"
                        + " objectives must be equal to the last micro-unit; the last column counts the exceptions.");
    }

    private static long count(List<Run[]> pairs, Predicate<Run[]> test) {
        return pairs.stream().filter(test).count();
    }

    private void effort() {
        TextTable table = new TextTable("set and method | detections | pairs | iterations | columns | rows | nodes"
                + " | LP share | integer share | pricing share | heap MB | resident MB");
        List<String> methods = List.of("bcg", "pcg", "auto", Experiment.BARE);
        rows(table, results.sets(), methods, (name, runs) -> new Object[] {
            name,
            mean(runs, Run::detections),
            mean(runs, Run::pairs),
            mean(runs, Run::iterations),
            mean(runs, Run::columns),
            mean(runs, Run::rows),
            mean(runs, Run::nodes),
            share(runs, Run::lpSeconds),
            share(runs, Run::integerSeconds),
            share(runs, Run::pricingSeconds),
            largest(runs, Run::heapMb),
            largest(runs, Run::residentMb)
        });
        add(
                "Effort per problem",
                table,
                "Means over the problems of the set; memory is the largest peak of any of them.");
    }

    private static String mean(List<Run> runs, ToDoubleFunction<Run> value) {
        double mean = runs.stream().mapToDouble(value).average().orElse(0);
        return mean == 0 ? "0" : brief(mean);
    }

    /** Of all time. Runs too short for a sample have no figure; they are too short to matter, too. */
    private static String share(List<Run> runs, ToDoubleFunction<Run> seconds) {
        double some = runs.stream()
                .mapToDouble(seconds)
                .filter(value -> !Double.isNaN(value))
                .sum();
        return percent(some / runs.stream().mapToDouble(Run::seconds).sum());
    }

    private void growth() {
        TextTable table = new TextTable("scenes and method | proven problems | exponent | +- | at 1,000 detections");
        for (String method : List.of("bcg", "pcg")) {
            // the sets of real scenes, and each crowding of the ladder
            Map<String, List<Run>> families = new TreeMap<>();
            for (Run run : results.all()) {
                if (run.by(method) && run.proven() && run.detections() > 0) {
                    String family = run.set().equals("c") ? run.problem().replaceFirst("-.*", "") : "set " + run.set();
                    families.computeIfAbsent(family, name -> new ArrayList<>()).add(run);
                }
            }
            families.forEach((family, runs) -> {
                double[] x = values(runs, Run::detections);
                if (Arrays.stream(x).distinct().count() > 2) {
                    PowerLaw law = PowerLaw.through(x, values(runs, Run::seconds));
                    table.add(family + " " + method, runs.size(), law.exponent(), law.spread(), time(law.at(1000)));
                }
            });
        }
        add(
                "Growth with the number of detections",
                table,
                "Time = factor x detections^exponent, fitted to the logarithms over proven problems; above the largest"
                        + " of them it is an extrapolation.");
    }

    private void baselines() {
        TextTable table = new TextTable(
                "set and method | problems | at the optimum | mean gap | 90 % | largest gap | median time");
        List<String> sets = results.sets().stream()
                .filter(set -> !results.of(set, "greedy").isEmpty())
                .toList();
        rows(table, sets, List.of("pcg", "greedy", "hungarian"), (name, runs) -> {
            double[] gaps = values(runs, Run::normalisedGap);
            return new Object[] {
                name,
                runs.size(),
                percent(Arrays.stream(gaps).filter(g -> g <= SAME).count() / (double) gaps.length),
                percent(Arrays.stream(gaps).average().orElse(0)),
                percent(quantile(0.9, gaps)),
                percent(quantile(1, gaps)),
                time(median(runs, Run::seconds))
            };
        });
        add(
                "Against the baselines",
                table,
                "Gap: the distance of the objective from the largest lower bound, in units of that bound. Baselines are treated"
                        + " generously: joints that our costs forbid and people who do not pay are dropped before costs are"
                        + " added up.");
    }

    private void bareEngine() {
        TextTable table = new TextTable("problem | set | detections | bare engine | bcg | pcg | engine over pcg");
        Map<String, Run> pcg = results.by("pcg");
        Map<String, Run> bcg = results.by("bcg");
        List<Double> ratios = new ArrayList<>();
        for (Run mip : results.all()) {
            Run one = pcg.get(mip.key());
            Run other = bcg.get(mip.key());
            if (mip.by(Experiment.BARE) && one != null && other != null) {
                double ratio = mip.seconds() / one.seconds();
                ratios.add(ratio);
                table.add(
                        mip.problem(),
                        mip.set(),
                        mip.detections(),
                        time(mip.seconds()) + (mip.status().equals(Run.ENGINE) ? "" : "+"),
                        time(other.seconds()),
                        time(one.seconds()),
                        ratio);
            }
        }
        if (!ratios.isEmpty()) {
            table.add("median", "", "", "", "", "", median(ratios, Double::doubleValue));
        }
        add(
                "Against the bare engine, on a random sample",
                table,
                "The engine solves a compact integer program of the entire problem. A time followed by + hit the time limit, so"
                        + " the ratio is a lower bound.");
    }
}
