package dev.jointly.bench.paper;

import dev.jointly.bench.paper.ProblemSet.Made;
import dev.jointly.lp.LpEngine;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What is to be run, and where it goes.
 *
 * @param share of every set
 * @param cap for one solve
 * @param bare how many problems the bare engine is run on, drawn by the seed, half of them of set a
 * @param warmUp before anything counts
 */
public record ExperimentPlan(
        Path folder, double share, Duration cap, int bare, Duration bareCap, Duration warmUp, long seed) {

    /** Runs what has not been run. */
    public void run(List<ProblemSet> whole, LpEngine engine, Consumer<String> progress) throws IOException {
        Store store = new Store(folder);
        Map<String, Settings> methods = new LinkedHashMap<>();
        methods.put("bcg", Settings.defaults().withMethod(Method.BCG).withTimeLimit(cap));
        methods.put("pcg", Settings.defaults().withMethod(Method.PCG).withTimeLimit(cap));
        methods.put("auto", Settings.defaults().withTimeLimit(cap));
        try (Experiment experiment = new Experiment(store, engine, methods, progress)) {
            experiment.warmUp(warmUp);
            for (ProblemSet set : sampled(whole)) {
                experiment.run(set);
            }
        }
        Map<String, Settings> baseline = Map.of(
                Experiment.BARE, Settings.defaults().withMethod(Method.MIP).withTimeLimit(bareCap));
        try (Experiment experiment = new Experiment(store, engine, baseline, progress)) {
            for (ProblemSet set : sampled(whole)) {
                int count = set.name().equals("a") ? (bare + 1) / 2 : bare / 4;
                experiment.run(set.drawn(count, seed));
            }
        }
    }

    /** Writes manifests and the report anew, of whatever was run. */
    public void report(List<ProblemSet> whole, Map<String, String> facts) throws IOException {
        Store store = new Store(folder);
        List<ProblemSet> sets = sampled(whole);
        for (ProblemSet set : sets) {
            set.writeManifest(folder.resolve("manifest-" + set.name() + ".json"), made(store, set));
        }
        new Report(folder, store, facts, cap.toMillis() / 1000.0).write(sets);
    }

    private List<ProblemSet> sampled(List<ProblemSet> whole) {
        return whole.stream()
                .map(set -> share < 1 ? set.sample(share, seed) : set)
                .toList();
    }

    private static List<Made> made(Store store, ProblemSet set) {
        Map<String, Made> made = new LinkedHashMap<>();
        for (Run run : store.runs()) {
            if (run.set().equals(set.name())) {
                made.putIfAbsent(run.problem(), new Made(run.problem(), run.sha256(), run.detections(), run.pairs()));
            }
        }
        return new ArrayList<>(made.values());
    }
}
