package dev.jointly.bench.paper;

import dev.jointly.bench.scene.FixedCosts;
import dev.jointly.bench.scene.RealEvidence;
import dev.jointly.bench.scene.Recipe;
import dev.jointly.bench.scene.SimulatedPeople;
import dev.jointly.evidence.Evidence;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.generate.PortableRandom;
import dev.jointly.io.Layout;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Problems of one origin.
 *
 * @param name a, b or c
 * @param seen whether problems come with their evidence, which baselines need
 * @param sources file or rule, with its hash where it is a file
 */
public record ProblemSet(
        String name,
        String title,
        boolean seen,
        long seed,
        List<String> sources,
        String licence,
        String costs,
        List<Entry> entries) {

    private static final String LICENCE_A =
            "people of COCO: CC BY 4.0; people of CrowdPose: no licence given, so not to be passed on";
    private static final String LICENCE_B = "people: detections by this project's network on COCO images; animals:"
            + " network output from the history of DeepLabCut's repository (LGPL-3.0), not to be passed on";

    /** People of a scene, by crowding: as far as a proof takes minutes at most. */
    private static final Map<Crowding, int[]> LADDER = new TreeMap<>(Map.of(
            Crowding.EASY, new int[] {5, 10, 20, 40, 80, 160},
            Crowding.CROWDED, new int[] {5, 10, 20, 40, 80},
            Crowding.DENSE, new int[] {5, 10, 15, 20},
            Crowding.ADVERSARIAL, new int[] {2, 4, 6, 8}));

    private static final int LADDER_SEEDS = 3;

    /** A problem that is made when its turn comes. */
    public record Entry(String id, Supplier<Given> given) {}

    /**
     * A problem, and the evidence it was made from.
     *
     * @param evidence null for generated problems; baselines, which need affinities, are then not run
     */
    public record Given(Problem problem, @Nullable Evidence evidence) {}

    public ProblemSet {
        sources = List.copyOf(sources);
        entries = List.copyOf(entries);
    }

    /** So many of the problems, the same for the same seed; in their order. */
    public ProblemSet drawn(int count, long sampleSeed) {
        List<Entry> chosen = SimulatedPeople.shuffled(entries, new PortableRandom(sampleSeed)).stream()
                .limit(count)
                .toList();
        List<Entry> fewer = entries.stream().filter(chosen::contains).toList();
        return new ProblemSet(name, title, seen, seed, sources, licence, costs, fewer);
    }

    /** Writes what the set is made of: the problems that were run. */
    void writeManifest(Path file, Results results) throws IOException {
        Map<String, Run> made = new TreeMap<>();
        results.all().stream().filter(run -> run.set().equals(name)).forEach(run -> made.put(run.problem(), run));
        try (OutputStream out = Files.newOutputStream(file)) {
            Layout.PRETTY.write(
                    out,
                    Json.object(
                            "format", "jointly/problem-set@1",
                            "set", name,
                            "title", title,
                            "seed", seed,
                            "sources", sources,
                            "licence", licence,
                            "costs", costs,
                            "problems",
                                    made.values().stream()
                                            .map(one -> Json.object(
                                                    "id", one.problem(),
                                                    "sha256", one.sha256(),
                                                    "detections", one.detections(),
                                                    "pairs", one.pairs()))));
        }
    }

    /**
     * Real people seen by the simulated detector.
     *
     * @param files annotations by the name recipes know them by
     * @param recipes those that come with the program, or drawn ones
     */
    public static ProblemSet people(Map<String, Path> files, SimulatedPeople people, List<Recipe> recipes, long seed) {
        List<Entry> entries = new ArrayList<>();
        for (Recipe recipe : recipes) {
            if (people.has(recipe)) {
                entries.add(new Entry(recipe.id(), () -> {
                    Evidence evidence = people.evidence(recipe);
                    Given given = new Given(people.problem(evidence), evidence);
                    String digest = ProblemDigest.sha256(given.problem());
                    if (!digest.equals(recipe.sha256())) {
                        System.err.println(recipe.id() + ": made a problem of hash " + digest + " but the recipe says "
                                + recipe.sha256());
                    }
                    return given;
                }));
            }
        }
        List<String> sources = files.entrySet().stream()
                .map(file -> file.getKey() + ": " + named(file.getValue()))
                .toList();
        return new ProblemSet(
                "a",
                "real people, simulated detector",
                true,
                seed,
                sources,
                LICENCE_A,
                "people.costs.json: fitted by vision.cost to what the simulated detector sees of train2017",
                entries);
    }

    /** Detections of real networks. */
    public static ProblemSet candidates(List<Path> files) {
        List<Entry> entries = new ArrayList<>();
        for (Path file : files) {
            for (RealEvidence real : RealEvidence.of(file)) {
                entries.add(
                        new Entry(real.evidence().id(), () -> new Given(FixedCosts.problem(real), real.evidence())));
            }
        }
        return new ProblemSet(
                "b",
                "real detections of people and animals",
                true,
                0,
                files.stream().map(ProblemSet::named).toList(),
                LICENCE_B,
                "the fixed model of bench.scene.FixedCosts",
                entries);
    }

    /** Generated scenes of growing size. */
    public static ProblemSet ladder() {
        List<Entry> entries = new ArrayList<>();
        LADDER.forEach((crowding, sizes) -> {
            for (int people : sizes) {
                for (int seed = 1; seed <= LADDER_SEEDS; seed++) {
                    String id = String.format(Locale.ROOT, "%s-%dp-s%d", crowding.label(), people, seed);
                    long own = seed;
                    entries.add(new Entry(id, () -> new Given(Generator.generate(id, people, crowding, own), null)));
                }
            }
        });
        return new ProblemSet(
                "c",
                "generated scenes, a ladder of sizes",
                false,
                1,
                List.of("jointly generate, seeds 1 to " + LADDER_SEEDS),
                "none needed: generated",
                "those of the generator",
                entries);
    }

    /** Name and hash of a file, without its folder. */
    private static String named(Path file) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return file.getFileName() + " sha256 " + HexFormat.of().formatHex(digest);
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
