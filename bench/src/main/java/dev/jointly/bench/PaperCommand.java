package dev.jointly.bench;

import dev.jointly.bench.paper.Experiment;
import dev.jointly.bench.paper.ProblemSet;
import dev.jointly.bench.paper.Report;
import dev.jointly.bench.paper.Results;
import dev.jointly.bench.paper.Store;
import dev.jointly.bench.scene.Recipe;
import dev.jointly.bench.scene.SimulatedPeople;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jointly-bench paper}: the paper's experiment, from annotated people to tables. */
@Command(
        name = "paper",
        description = "The paper's experiment: problems, runs, results and a report, all in one folder.",
        footer = {
            "",
            "After an interruption the same command resumes where it stopped. dev/paper.md explains the figures.",
            "Without $JOINTLY_DATA: jointly-bench paper --coco person_keypoints_val2017.json --sets a,c --out DIR"
        })
final class PaperCommand implements Callable<Integer> {
    static final String COCO = "coco/coco_val2017_people.json.gz";
    static final String CROWDPOSE = "crowdpose/crowdpose_val.json";

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder for everything.")
    Path out = Path.of(".");

    @Option(names = "--data", paramLabel = "DIR", description = "Default: $JOINTLY_DATA.")
    @Nullable
    Path data;

    @Option(names = "--coco", paramLabel = "FILE", description = "COCO's people. Default: those of the data folder.")
    @Nullable
    Path coco;

    @Option(names = "--crowdpose", paramLabel = "FILE", description = "CrowdPose's. Default: as above.")
    @Nullable
    Path crowdpose;

    @Option(names = "--sets", paramLabel = "SET", split = ",", description = "Of a, b, c. Default: all.")
    List<String> names = new ArrayList<>(List.of("a", "b", "c"));

    @Option(names = "--share", paramLabel = "X", description = "Share of every set, drawn by the seed. Default: 1.")
    double share = 1;

    @Option(names = "--seed", paramLabel = "S", description = "Of samples and drawn recipes. Default: 1.")
    long seed = 1;

    @Option(names = "--draw", paramLabel = "N", description = "Draws new recipes for set a. Default: the program's.")
    int draw;

    @Option(names = "--time-limit", paramLabel = "TIME", description = "Of one solve. Default: 300s, as in the paper.")
    Duration timeLimit = Duration.ofMinutes(5);

    @Option(names = "--bare", paramLabel = "N", description = "Problems for the bare engine, half of a. Default: 24.")
    int bare = 24;

    @Option(names = "--bare-limit", paramLabel = "TIME", description = "Of the bare engine. Default: --time-limit.")
    @Nullable
    Duration bareLimit;

    @Option(names = "--warm-up", paramLabel = "TIME", description = "Default: 10s.")
    Duration warmUp = Duration.ofSeconds(10);

    @Option(names = "--only-report", description = "Runs nothing; writes the report of the runs so far.")
    boolean onlyReport;

    @Option(names = "--docs", paramLabel = "DIR", description = "Also writes the tables into this documentation.")
    @Nullable
    Path docs;

    @Option(names = "--note", paramLabel = "WORDS", description = "A remark for the report, such as on other load.")
    @Nullable
    String note;

    @Option(names = "--commit", paramLabel = "NAME", description = "Commit named in the report. Default: that of git.")
    @Nullable
    String commit;

    /** The data folder. */
    static Path data(@Nullable Path named) {
        String folder = System.getenv("JOINTLY_DATA");
        if (named == null && folder == null) {
            throw new IllegalArgumentException("name the data folder with --data, or let JOINTLY_DATA name it");
        }
        return named != null ? named : Path.of(String.valueOf(folder));
    }

    /** The files of real networks' detections. */
    static List<Path> detections(Path data) {
        return Stream.of("detections", "deeplabcut")
                .flatMap(folder -> ProblemSources.inside(data.resolve(folder), ".*\\.json\\.gz").stream())
                .toList();
    }

    @Override
    public Integer call() throws IOException {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("--share is " + share + " but must be above 0 and at most 1");
        }
        List<ProblemSet> sets = new ArrayList<>();
        for (String name : names) {
            switch (name) {
                case "a" -> sets.add(people());
                case "b" -> sets.add(ProblemSet.candidates(detections(data(data))));
                case "c" -> sets.add(ProblemSet.ladder());
                default -> throw new IllegalArgumentException("found set '" + name + "' but expected a, b or c");
            }
        }
        sets.replaceAll(set ->
                set.drawn((int) Math.max(1, Math.round(share * set.entries().size())), seed));
        HighsEngine engine = new HighsEngine();
        Store store = new Store(out);
        if (!onlyReport) {
            run(sets, store, engine);
        }
        Report report = new Report(new Results(store.runs()), facts(engine.name()), timeLimit.toSeconds());
        System.out.println(report.write(out, sets));
        if (docs != null) {
            report.update(docs);
        }
        return 0;
    }

    private void run(List<ProblemSet> sets, Store store, HighsEngine engine) throws IOException {
        Map<String, Settings> methods = new LinkedHashMap<>();
        for (String method : List.of("bcg", "pcg", "auto")) {
            methods.put(method, Contender.named(method).settings().withTimeLimit(timeLimit));
        }
        try (Experiment experiment = new Experiment(store, engine)) {
            experiment.warmUp(warmUp, methods.values());
            for (ProblemSet set : sets) {
                experiment.run(set, methods);
            }
            for (ProblemSet set : sets) {
                int count = set.name().equals("a") ? (bare + 1) / 2 : bare / 4;
                experiment.runBare(set.drawn(count, seed), bareLimit == null ? timeLimit : bareLimit);
            }
        }
    }

    private ProblemSet people() {
        Map<String, Path> files = new LinkedHashMap<>();
        if (coco == null && crowdpose == null) {
            files.put("coco", data(data).resolve(COCO));
            files.put("crowdpose", data(data).resolve(CROWDPOSE));
        }
        if (coco != null) {
            files.put("coco", coco);
        }
        if (crowdpose != null) {
            files.put("crowdpose", crowdpose);
        }
        SimulatedPeople people = SimulatedPeople.shipped();
        files.forEach(people::add);
        List<Recipe> recipes = draw > 0 ? people.draw(draw, seed) : SimulatedPeople.shippedRecipes();
        ProblemSet set = ProblemSet.people(files, people, recipes, draw > 0 ? seed : DetectorCommand.SEED);
        int missing = recipes.size() - set.entries().size();
        if (missing > 0) {
            System.err.println("set a: " + missing + " of " + recipes.size()
                    + " problems are left out, whose people are not in the files given");
        }
        if (set.entries().isEmpty()) {
            throw new IllegalArgumentException(
                    "none of the people of set a are in the files given; draw recipes of your own with --draw");
        }
        return set;
    }

    private Map<String, String> facts(String engine) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("machine", machine());
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
        facts.put("engine", engine);
        facts.put("commit", commit == null ? commit() : commit);
        facts.put("command", "bin/jointly-bench paper" + options());
        facts.put("cap", timeLimit.toSeconds() + " s per solve, one thread, one run each, warm JVM");
        if (note != null) {
            facts.put("note", note);
        }
        return facts;
    }

    /** Processor, how many of them, and the system; no names of hosts or people. */
    private static String machine() {
        String processor = "unknown processor";
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            processor = lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.replaceFirst("[^:]*:\\s*", ""))
                    .findFirst()
                    .orElse(processor);
        } catch (IOException e) {
            // not on this system
        }
        return processor + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    /** The commit of the checkout, with a mark if files were changed since. */
    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
                    .directory(StartupCommand.HOME.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String words = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return words.isEmpty() ? "unknown" : words;
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** The options given, without folders. */
    private String options() {
        return (names.size() == 3 ? "" : " --sets " + String.join(",", names))
                + (share < 1 ? " --share " + share : "")
                + (draw > 0 ? " --draw " + draw : "")
                + " --seed " + seed + " --time-limit " + timeLimit.toSeconds() + "s --bare " + bare
                + (bareLimit == null ? "" : " --bare-limit " + bareLimit.toSeconds() + "s") + " --out DIR";
    }
}
