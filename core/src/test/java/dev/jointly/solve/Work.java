package dev.jointly.solve;

import dev.jointly.lp.CountingEngine;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * What one solve did, in numbers that no clock has a part in.
 *
 * @param what method and problem
 */
record Work(String what, Map<Counter, Long> counts) {
    /** Growth or shrinkage from which on it is told. */
    static final double TOLERANCE = 0.10;

    /** Sums that differ by no more than this are not worth a word, whatever share of them it is. */
    static final long FEW = 3;

    /** What is counted, in the order of the file. */
    enum Counter {
        /** LP solves of masters, each followed by a pricing pass. */
        ROUNDS,
        /** LP solves of masters and sub-problems. */
        SOLVES,
        PIVOTS,
        /** LPs tried to choose a question to branch on. */
        TRIALS,
        INTEGER,
        NODES,
        COLUMNS,
        ROWS,
        /** Entries of the skeletons' dynamic program: those of one pass over all reduced candidates, times the passes. */
        CELLS
    }

    /** A time limit no machine reaches, as it would end up in the counts. */
    static Work of(Problem problem, Settings wanted) {
        Settings settings = wanted.withTimeLimit(Duration.ofHours(1));
        Method method = settings.method();
        CountingEngine engine = new CountingEngine(new HighsEngine());
        AtomicLong pricings = new AtomicLong();
        Solution solution = new Solver(engine)
                .solve(
                        problem,
                        settings,
                        event -> {
                            if (event instanceof SolveEvent.Finished end) {
                                pricings.set(end.pricings());
                            }
                        },
                        () -> false);
        Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        counts.put(Counter.ROUNDS, (long) solution.iterations());
        counts.put(Counter.SOLVES, engine.solves());
        counts.put(Counter.PIVOTS, engine.pivots());
        counts.put(Counter.TRIALS, engine.trials());
        counts.put(Counter.INTEGER, engine.integerPrograms());
        counts.put(Counter.NODES, solution.nodes());
        counts.put(Counter.COLUMNS, (long) solution.skeletons() + solution.localAssignments());
        counts.put(Counter.ROWS, (long) solution.rows());
        counts.put(Counter.CELLS, pricings.get() * cells(problem));
        return new Work(method.name().toLowerCase(Locale.ROOT) + " " + problem.id(), counts);
    }

    private static long cells(Problem problem) {
        Costs costs = new Costs(problem, Grid.of(problem, Grid.MAX_BITS));
        Candidates candidates = Reduction.of(costs);
        long cells = 0;
        for (int lead : candidates.leads()) {
            for (int q : costs.minors()) {
                int from = candidates.joins(lead, q).length;
                int p = costs.parent(q);
                cells += from + (p < 0 ? 0L : (long) from * candidates.joins(lead, p).length);
            }
        }
        return cells;
    }

    String method() {
        return what.substring(0, what.indexOf(' '));
    }

    /** A line of the file. */
    String line() {
        return what + counts.values().stream().map(count -> " " + count).collect(Collectors.joining());
    }

    static String heading() {
        return "# method problem"
                + Arrays.stream(Counter.values())
                        .map(counter -> " " + counter.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining());
    }

    static Work parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 2 + Counter.values().length) {
            throw new IllegalArgumentException("found '" + line + "' but expected a line like '"
                    + heading().substring(2) + "'");
        }
        Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        int word = 2;
        for (Counter counter : Counter.values()) {
            counts.put(counter, Long.parseLong(words[word++]));
        }
        return new Work(words[0] + " " + words[1], counts);
    }

    /** Sums, method by method, that differ by more than is let pass; each in a sentence. */
    static List<String> changes(List<Work> before, List<Work> now) {
        List<String> changes = new ArrayList<>();
        Map<String, Map<Counter, Long>> old = sums(before);
        sums(now)
                .forEach((method, sums) -> sums.forEach((counter, sum) -> {
                    long was = old.getOrDefault(method, Map.of()).getOrDefault(counter, 0L);
                    if (Math.abs(sum - was) > Math.max(FEW, TOLERANCE * was)) {
                        changes.add(String.format(
                                Locale.ROOT,
                                "%s: %s %s from %d to %d (%+.0f %%)",
                                method,
                                counter.name().toLowerCase(Locale.ROOT),
                                sum > was ? "GREW" : "shrank",
                                was,
                                sum,
                                100.0 * (sum - was) / Math.max(1, was)));
                    }
                }));
        return changes;
    }

    private static Map<String, Map<Counter, Long>> sums(List<Work> works) {
        Map<String, Map<Counter, Long>> sums = new TreeMap<>();
        for (Work work : works) {
            Map<Counter, Long> sum = sums.computeIfAbsent(work.method(), method -> new EnumMap<>(Counter.class));
            work.counts().forEach((counter, count) -> sum.merge(counter, count, Long::sum));
        }
        return sums;
    }
}
