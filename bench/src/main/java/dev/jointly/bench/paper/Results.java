package dev.jointly.bench.paper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All runs, normalised and in order: what tables and figures are drawn from. */
public final class Results {
    private final List<Run> runs;

    /** The runs as measured; of each problem the largest lower bound of any method is found here. */
    public Results(List<Run> measured) {
        Map<String, Double> bounds = new TreeMap<>();
        measured.stream()
                .filter(run -> !Double.isNaN(run.lowerBound()))
                .forEach(run -> bounds.merge(run.set() + "/" + run.problem(), run.lowerBound(), Math::max));
        runs = measured.stream()
                .map(run -> run.normalisedBy(bounds.getOrDefault(run.set() + "/" + run.problem(), 0.0)))
                .sorted(Comparator.comparing(Run::set)
                        .thenComparing(Run::problem)
                        .thenComparing(Run::method))
                .toList();
    }

    public List<Run> all() {
        return runs;
    }

    /** Of one set by one method. */
    public List<Run> of(String set, String method) {
        return runs.stream()
                .filter(run -> run.set().equals(set) && run.by(method))
                .toList();
    }

    List<String> sets() {
        return runs.stream().map(Run::set).distinct().sorted().toList();
    }

    List<String> methods(String set) {
        List<String> order = List.of("bcg", "pcg", "auto", "mip", "greedy", "hungarian");
        return runs.stream()
                .filter(run -> run.set().equals(set))
                .map(Run::method)
                .distinct()
                .sorted(Comparator.comparingInt(order::indexOf))
                .toList();
    }

    /** Share of runs that proved the optimum within so many seconds. */
    public static double provenWithin(List<Run> some, double seconds) {
        return some.isEmpty()
                ? Double.NaN
                : some.stream()
                                .filter(run -> run.proven() && run.seconds() <= seconds)
                                .count()
                        / (double) some.size();
    }

    static double[] seconds(List<Run> some) {
        return some.stream().mapToDouble(Run::seconds).toArray();
    }

    /** Two methods on the problems that both were run on. */
    List<Run[]> pairs(String set, String one, String other) {
        Map<String, Run> first = byProblem(of(set, one));
        List<Run[]> pairs = new ArrayList<>();
        for (Run run : of(set, other)) {
            Run own = first.get(run.problem());
            if (own != null) {
                pairs.add(new Run[] {own, run});
            }
        }
        return pairs;
    }

    /** Problems that all of these methods were run on, with the runs in the order of the methods. */
    List<List<Run>> together(List<String> sets, List<String> methods) {
        List<List<Run>> rows = new ArrayList<>();
        for (String set : sets) {
            List<Map<String, Run>> maps =
                    methods.stream().map(method -> byProblem(of(set, method))).toList();
            for (String problem : maps.get(0).keySet()) {
                List<Run> row = maps.stream()
                        .flatMap(map -> Stream.ofNullable(map.get(problem)))
                        .toList();
                if (row.size() == methods.size()) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    private static Map<String, Run> byProblem(List<Run> some) {
        return some.stream().collect(Collectors.toMap(Run::problem, run -> run, (a, b) -> a, LinkedHashMap::new));
    }
}
