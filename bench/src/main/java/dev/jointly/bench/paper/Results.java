package dev.jointly.bench.paper;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All runs, normalised and in order: what tables are made of. */
public final class Results {
    private final List<Run> runs;

    /** The runs as measured; of each problem the largest lower bound of any method is found here. */
    public Results(List<Run> measured) {
        Map<String, Double> bounds = new HashMap<>();
        measured.stream()
                .filter(run -> !Double.isNaN(run.lowerBound()))
                .forEach(run -> bounds.merge(run.key(), run.lowerBound(), Math::max));
        runs = measured.stream()
                .map(run -> run.normalisedBy(bounds.getOrDefault(run.key(), 0.0)))
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

    /** By set and problem. */
    Map<String, Run> by(String method) {
        Map<String, Run> map = new HashMap<>();
        runs.stream().filter(run -> run.by(method)).forEach(run -> map.put(run.key(), run));
        return map;
    }
}
