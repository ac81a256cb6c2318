package dev.jointly.bench;

import dev.jointly.bench.paper.Documentation;
import dev.jointly.bench.paper.ExperimentPlan;
import dev.jointly.bench.paper.ProblemSet;
import dev.jointly.bench.paper.Sets;
import dev.jointly.bench.scene.Recipe;
import dev.jointly.bench.scene.SimulatedPeople;
import dev.jointly.lp.highs.HighsEngine;
import java.io.IOException;
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

/** {@code jointly-bench paper}: the paper's experiment, from annotated people to a page. */
@Command(
        name = "paper",
        description = "The paper's experiment: problems, runs, results, figures and a report, all in one folder.",
        footer = {
            "",
            "After an interruption the same command resumes where it stopped. docs/paper.md explains the" + " figures.",
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

    @Option(
            names = "--draw",
            paramLabel = "N",
            description = "Draws N new recipes for set a, instead of those that come with the program.")
    int draw;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = BenchDurations.class,
            description = "Time limit of one solve. Default: 300s, as in the paper.")
    Duration timeLimit = Duration.ofMinutes(5);

    @Option(
            names = "--bare",
            paramLabel = "N",
            description =
                    "Problems for the bare engine, half of them of set a, a quarter of b and of c each. Default: 24.")
    int bare = 24;

    @Option(
            names = "--bare-limit",
            paramLabel = "TIME",
            converter = BenchDurations.class,
            description = "Time limit of one solve of the bare engine. Default: that of the others.")
    @Nullable
    Duration bareLimit;

    @Option(names = "--warm-up", paramLabel = "TIME", converter = BenchDurations.class, description = "Default: 10s.")
    Duration warmUp = Duration.ofSeconds(10);

    @Option(names = "--only-report", description = "Runs nothing; writes the report of the runs so far.")
    boolean onlyReport;

    @Option(
            names = "--docs",
            paramLabel = "DIR",
            description = "Also writes figures and tables to the documentation in this folder.")
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

    @Override
    public Integer call() throws IOException {
        List<ProblemSet> sets = new ArrayList<>();
        for (String name : names) {
            switch (name) {
                case "a" -> sets.add(people());
                case "b" -> sets.add(Sets.candidates(candidates()));
                case "c" -> sets.add(Sets.ladder());
                default -> throw new IllegalArgumentException("found set '" + name + "' but expected a, b or c");
            }
        }
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("--share is " + share + " but must be above 0 and at most 1");
        }
        HighsEngine engine = new HighsEngine();
        ExperimentPlan plan = new ExperimentPlan(
                out, share, timeLimit, bare, bareLimit == null ? timeLimit : bareLimit, warmUp, seed);
        if (!onlyReport) {
            plan.run(sets, engine, System.err::println);
        }
        Map<String, String> facts = facts(engine.name());
        plan.report(sets, facts);
        if (docs != null) {
            Documentation.update(docs, out, facts);
        }
        System.out.println(out.resolve("report.html"));
        return 0;
    }

    private ProblemSet people() {
        Map<String, Path> files = new LinkedHashMap<>();
        boolean named = coco != null || crowdpose != null;
        Path ownCoco = named ? coco : data(data).resolve(COCO);
        Path ownCrowdpose = named ? crowdpose : data(data).resolve(CROWDPOSE);
        if (ownCoco != null) {
            files.put("coco", ownCoco);
        }
        if (ownCrowdpose != null) {
            files.put("crowdpose", ownCrowdpose);
        }
        SimulatedPeople people = SimulatedPeople.shipped();
        files.forEach(people::add);
        List<Recipe> recipes = draw > 0 ? people.draw(draw, seed) : SimulatedPeople.shippedRecipes();
        ProblemSet set = Sets.people(files, people, recipes, draw > 0 ? seed : DetectorCommand.SEED);
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

    private List<Path> candidates() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String folder : List.of("detections", "deeplabcut")) {
            try (Stream<Path> inside = Files.list(data(data).resolve(folder))) {
                inside.filter(file -> file.toString().endsWith(".json.gz"))
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files;
    }

    private Map<String, String> facts(String engine) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("machine", Machine.description());
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
        facts.put("engine", engine);
        facts.put("commit", commit == null ? Machine.commit() : commit);
        facts.put("command", "bin/jointly-bench paper" + options());
        facts.put("cap", timeLimit.toSeconds() + " s per solve, one thread, one run each, warm JVM");
        if (note != null) {
            facts.put("note", note);
        }
        return facts;
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
