package dev.jointly.bench.paper;

import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The measurements so far, in a folder. Lines are added one by one and nothing is written twice, so that an interrupted
 * run resumes with the solve it was at. Of the hardest problems the bounds over time and a drawing are kept, too.
 */
final class Store {
    /** How many problems count as the hardest. */
    static final int HARDEST = 10;

    private static final String RUNS = "runs.csv";

    private final Path folder;
    private final List<Run> runs = new ArrayList<>();
    private final Set<String> done = new HashSet<>();

    Store(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(hard());
        Path file = folder.resolve(RUNS);
        if (Files.exists(file)) {
            RunTable.read(file).forEach(this::remember);
        }
        // an unfinished last line goes
        RunTable.writeCsv(runs, file);
    }

    private void remember(Run run) {
        runs.add(run);
        done.add(key(run.set(), run.problem(), run.method()));
    }

    private static String key(String set, String problem, String method) {
        return set + "/" + problem + "/" + method;
    }

    boolean has(String set, String problem, String method) {
        return done.contains(key(set, problem, method));
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    void add(Run run) throws IOException {
        Files.writeString(folder.resolve(RUNS), RunTable.line(run) + "\n", StandardOpenOption.APPEND);
        remember(run);
    }

    /**
     * Seconds the slower of the two methods took, by problem: what makes a problem hard. Generated ones do not count.
     */
    static Map<String, Double> hardness(List<Run> runs) {
        Map<String, Double> hardness = new TreeMap<>();
        runs.stream()
                .filter(run -> !run.set().equals("c") && (run.by("bcg") || run.by("pcg")))
                .forEach(run -> hardness.merge(run.problem(), run.seconds(), Math::max));
        return hardness;
    }

    /** The hardest problems, the hardest first. */
    static List<String> hardest(List<Run> runs) {
        return hardness(runs).entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(HARDEST)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether this run makes its problem one of the hardest so far, or finds it there. */
    boolean hard(Run fresh) {
        List<Run> all = new ArrayList<>(runs);
        all.add(fresh);
        return hardest(all).contains(fresh.problem());
    }

    private Path hard() {
        return folder.resolve("hard");
    }

    private Path hardFile(String problem, String ending) {
        return hard().resolve(problem.replace('/', '_') + ending);
    }

    void keepDrawing(String problem, String svg) throws IOException {
        Files.writeString(hardFile(problem, ".svg"), svg);
    }

    /** Text of the SVG, empty if there is none. */
    String drawing(String problem) throws IOException {
        Path file = hardFile(problem, ".svg");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    void keepTrace(String problem, String method, Solution solution) throws IOException {
        List<String> lines = new ArrayList<>(List.of("seconds,lowerBound,objective"));
        for (Solution.TracePoint point : solution.trace()) {
            lines.add(point.seconds() + "," + Micro.toDouble(point.lowerBound()) + ","
                    + Micro.toDouble(point.objective()));
        }
        lines.add(solution.seconds() + "," + Micro.toDouble(solution.lowerBound()) + ","
                + Micro.toDouble(solution.objective()));
        Files.write(hardFile(problem, "." + method + ".csv"), lines);
    }

    /** Seconds, lower bound and objective, again and again. */
    List<double[]> trace(String problem, String method) throws IOException {
        Path file = hardFile(problem, "." + method + ".csv");
        if (!Files.exists(file)) {
            return List.of();
        }
        return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                .skip(1)
                .map(line -> {
                    String[] cells = line.split(",", -1);
                    return new double[] {
                        Double.parseDouble(cells[0]), Double.parseDouble(cells[1]), Double.parseDouble(cells[2])
                    };
                })
                .toList();
    }
}
