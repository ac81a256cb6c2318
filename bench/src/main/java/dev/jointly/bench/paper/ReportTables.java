package dev.jointly.bench.paper;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.measure.Figures;
import dev.jointly.bench.measure.Figures.PowerLaw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The tables of the report. */
final class ReportTables {
    private static final double SAME = 1e-6;

    private final Results results;
    private final double cap;

    ReportTables(Results results, double cap) {
        this.results = results;
        this.cap = cap;
    }

    List<ReportTable> all() {
        List<ReportTable> tables =
                new ArrayList<>(List.of(proven(), duel(), effort(), growth(), baselines(), bareEngine()));
        tables.removeIf(table -> table.rows().isEmpty());
        return tables;
    }

    static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    /** Milliseconds are said as such. */
    static String time(double seconds) {
        return seconds < 1 ? brief(1000 * seconds) + " ms" : brief(seconds) + " s";
    }

    private ReportTable proven() {
        ReportTable table = new ReportTable(
                "proven",
                "Proven optimal",
                "Shares of all problems of the set. Times are wall times, including runs without a proof; CPU is that of the"
                        + " solving thread. If it is much less, the machine was busy with something else.",
                List.of(
                        "set and method",
                        "problems",
                        "within 1 s",
                        "within 10 s",
                        "within the cap of " + (long) cap + " s",
                        "median",
                        "90 %",
                        "99 %",
                        "longest",
                        "median CPU",
                        "largest gap"));
        for (String set : results.sets()) {
            for (String method : List.of("bcg", "pcg", "auto")) {
                List<Run> runs = results.of(set, method);
                if (!runs.isEmpty()) {
                    double[] seconds = Results.seconds(runs);
                    table.add(List.of(
                            set + " " + method,
                            "" + runs.size(),
                            percent(Results.provenWithin(runs, 1)),
                            percent(Results.provenWithin(runs, 10)),
                            percent(Results.provenWithin(runs, Double.POSITIVE_INFINITY)),
                            time(Figures.median(seconds)),
                            time(Figures.quantile(0.9, seconds)),
                            time(Figures.quantile(0.99, seconds)),
                            time(Figures.quantile(1, seconds)),
                            time(Figures.median(
                                    runs.stream().mapToDouble(Run::cpuSeconds).toArray())),
                            percent(runs.stream()
                                    .mapToDouble(Run::normalisedGap)
                                    .max()
                                    .orElse(0))));
                }
            }
        }
        return table;
    }

    /** BCG against PCG. */
    private ReportTable duel() {
        ReportTable table = new ReportTable(
                "duel",
                "BCG against PCG",
                "Ratios are time of BCG over time of PCG, so PCG is faster above 1. If both prove the optimum, their"
                        + " objectives must be equal to the last micro-unit; the last column counts the exceptions.",
                List.of(
                        "set",
                        "both run",
                        "BCG faster",
                        "PCG faster",
                        "median ratio",
                        "mean ratio (geometric)",
                        "total BCG",
                        "total PCG",
                        "only BCG proved",
                        "only PCG proved",
                        "optima that differ"));
        for (String set : results.sets()) {
            List<Run[]> pairs = results.pairs(set, "bcg", "pcg");
            if (pairs.isEmpty()) {
                continue;
            }
            double[] ratios = pairs.stream()
                    .mapToDouble(pair -> pair[0].seconds() / pair[1].seconds())
                    .toArray();
            double logs = Arrays.stream(ratios).map(Math::log).average().orElse(0);
            table.add(List.of(
                    set,
                    "" + pairs.size(),
                    count(pairs, pair -> pair[0].seconds() < pair[1].seconds()),
                    count(pairs, pair -> pair[1].seconds() < pair[0].seconds()),
                    brief(Figures.median(ratios)),
                    brief(Math.exp(logs)),
                    time(pairs.stream().mapToDouble(pair -> pair[0].seconds()).sum()),
                    time(pairs.stream().mapToDouble(pair -> pair[1].seconds()).sum()),
                    count(pairs, pair -> pair[0].proven() && !pair[1].proven()),
                    count(pairs, pair -> pair[1].proven() && !pair[0].proven()),
                    count(
                            pairs,
                            pair -> pair[0].proven()
                                    && pair[1].proven()
                                    && pair[0].objective() != pair[1].objective())));
        }
        return table;
    }

    private static String count(List<Run[]> pairs, Predicate<Run[]> test) {
        return "" + pairs.stream().filter(test).count();
    }

    private ReportTable effort() {
        ReportTable table = new ReportTable(
                "effort",
                "Effort per problem",
                "Means over the problems of the set; memory is the largest peak of any of them.",
                List.of(
                        "set and method",
                        "detections",
                        "pairs",
                        "iterations",
                        "columns",
                        "rows",
                        "nodes",
                        "LP share",
                        "integer share",
                        "pricing share",
                        "heap MB",
                        "resident MB"));
        for (String set : results.sets()) {
            for (String method : List.of("bcg", "pcg", "auto", "mip")) {
                List<Run> runs = results.of(set, method);
                if (!runs.isEmpty()) {
                    Profile profile = Profile.of(runs);
                    table.add(List.of(
                            set + " " + method,
                            mean(runs, Run::detections),
                            mean(runs, Run::pairs),
                            mean(runs, Run::iterations),
                            mean(runs, Run::columns),
                            mean(runs, Run::rows),
                            mean(runs, Run::nodes),
                            percent(profile.linear()),
                            percent(profile.integer()),
                            percent(profile.pricing()),
                            brief(runs.stream().mapToDouble(Run::heapMb).max().orElse(0)),
                            brief(runs.stream()
                                    .mapToDouble(Run::residentMb)
                                    .max()
                                    .orElse(0))));
                }
            }
        }
        return table;
    }

    private static String mean(List<Run> runs, ToDoubleFunction<Run> value) {
        double mean = runs.stream().mapToDouble(value).average().orElse(0);
        return mean == 0 ? "0" : brief(mean);
    }

    private ReportTable growth() {
        ReportTable table = new ReportTable(
                "growth",
                "Growth with the number of detections",
                "Time = factor x detections^exponent, fitted to the logarithms over proven problems; above the largest"
                        + " of them it is an extrapolation.",
                List.of("scenes and method", "proven problems", "exponent", "+-", "at 1,000 detections"));
        for (String method : List.of("bcg", "pcg")) {
            GrowthPlots.families(results).forEach((family, runs) -> {
                List<Run> own = runs.stream()
                        .filter(run -> run.by(method) && run.proven())
                        .toList();
                PowerLaw law = GrowthPlots.law(own);
                if (law != null) {
                    table.add(List.of(
                            family + " " + method,
                            "" + own.size(),
                            brief(law.exponent()),
                            brief(law.spread()),
                            time(law.at(1000))));
                }
            });
        }
        return table;
    }

    private ReportTable baselines() {
        ReportTable table = new ReportTable(
                "baselines",
                "Against the baselines",
                "Gap: the distance of the objective from the largest lower bound, in units of that bound. Baselines are treated"
                        + " generously: joints that our costs forbid and people who do not pay are dropped before costs are"
                        + " added up.",
                List.of(
                        "set and method",
                        "problems",
                        "at the optimum",
                        "mean gap",
                        "90 %",
                        "largest gap",
                        "median time"));
        for (String set : results.sets()) {
            for (String method : List.of("pcg", "greedy", "hungarian")) {
                List<Run> runs = results.of(set, method);
                if (!runs.isEmpty() && !results.of(set, "greedy").isEmpty()) {
                    double[] gaps =
                            runs.stream().mapToDouble(Run::normalisedGap).toArray();
                    table.add(List.of(
                            set + " " + method,
                            "" + runs.size(),
                            percent(Arrays.stream(gaps).filter(g -> g <= SAME).count() / (double) gaps.length),
                            percent(Arrays.stream(gaps).average().orElse(0)),
                            percent(Figures.quantile(0.9, gaps)),
                            percent(Figures.quantile(1, gaps)),
                            time(Figures.median(Results.seconds(runs)))));
                }
            }
        }
        return table;
    }

    private ReportTable bareEngine() {
        ReportTable table = new ReportTable(
                "engine",
                "Against the bare engine, on a random sample",
                "The engine solves a compact integer program of the entire problem. A time followed by + hit the time limit, so"
                        + " the ratio is a lower bound.",
                List.of("problem", "set", "detections", "bare engine", "bcg", "pcg", "engine over pcg"));
        Map<String, Run> pcg = new HashMap<>();
        Map<String, Run> bcg = new HashMap<>();
        results.all().stream().filter(run -> run.by("pcg")).forEach(run -> pcg.put(run.set() + run.problem(), run));
        results.all().stream().filter(run -> run.by("bcg")).forEach(run -> bcg.put(run.set() + run.problem(), run));
        List<Double> ratios = new ArrayList<>();
        for (Run mip : results.all()) {
            Run one = pcg.get(mip.set() + mip.problem());
            Run other = bcg.get(mip.set() + mip.problem());
            if (mip.by("mip") && one != null && other != null) {
                double ratio = mip.seconds() / one.seconds();
                ratios.add(ratio);
                table.add(List.of(
                        mip.problem(),
                        mip.set(),
                        "" + mip.detections(),
                        time(mip.seconds()) + (mip.status().equals(Run.ENGINE) || mip.proven() ? "" : "+"),
                        time(other.seconds()),
                        time(one.seconds()),
                        brief(ratio)));
            }
        }
        if (!ratios.isEmpty()) {
            table.add(List.of(
                    "median",
                    "",
                    "",
                    "",
                    "",
                    "",
                    brief(Figures.median(
                            ratios.stream().mapToDouble(Double::doubleValue).toArray()))));
        }
        return table;
    }
}
