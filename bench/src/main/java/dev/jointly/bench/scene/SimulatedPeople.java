package dev.jointly.bench.scene;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.generate.PortableRandom;
import dev.jointly.io.json.JsonSource;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Problems of real people seen by the simulated detector. Detector, costs and recipes come with the program, as {@link
 * Estimation} wrote them; the people come from annotation files, which do not.
 */
public final class SimulatedPeople {
    static final String DETECTOR = "detector.json";
    static final String COSTS = "people.costs.json";
    static final String RECIPES = "people.recipes.csv";

    /** Crowds grow until they have about twenty candidates per part. */
    private static final int CROWD = 19 * Mpii.BODY.size();

    private static final int LEAST_IN_PICTURE = 2;
    private static final int LEAST_IN_CROWD = 5;

    private final Map<String, SortedMap<Long, Truth>> sources = new LinkedHashMap<>();
    private final Detector detector;
    private final CostModel costs;

    SimulatedPeople(DetectorModel detector, CostModel costs) {
        this.detector = new Detector(detector);
        this.costs = costs;
    }

    /** With the detector and the costs that come with the program. */
    public static SimulatedPeople shipped() {
        return new SimulatedPeople(
                DetectorModel.read(JsonSource.any(DETECTOR, resource(DETECTOR))),
                CostModelReader.read(COSTS, resource(COSTS)));
    }

    /** The recipes that come with the program. */
    public static List<Recipe> shippedRecipes() {
        return new String(resource(RECIPES).readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .map(Recipe::of)
                .toList();
    }

    private static ByteArrayInputStream resource(String name) {
        try (InputStream in = SimulatedPeople.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            return new ByteArrayInputStream(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds the people of a file under the name recipes know them by. */
    public void add(String source, Path file) {
        add(source, AnnotatedImages.read(file));
    }

    void add(String source, SortedMap<Long, Truth> pictures) {
        sources.put(source, pictures);
    }

    /** Whether all people of a recipe are there. */
    public boolean has(Recipe recipe) {
        SortedMap<Long, Truth> pictures = sources.get(recipe.source());
        return pictures != null && pictures.keySet().containsAll(recipe.pictures());
    }

    /** The detector's evidence. */
    public Evidence evidence(Recipe recipe) {
        return detector.see(crowd(recipe), new PortableRandom(recipe.seed()));
    }

    /** The detector's evidence with the people it saw. */
    public LabelledImage labelled(Recipe recipe) {
        return new LabelledImage(
                evidence(recipe), BodySize.withAreas(crowd(recipe).everybody()));
    }

    /** The costs fitted to the detector. */
    public CostModel costs() {
        return costs;
    }

    /** The problem with its costs. */
    public Problem problem(Evidence evidence) {
        return costs.problem(evidence);
    }

    Crowd crowd(Recipe recipe) {
        SortedMap<Long, Truth> pictures = sources.getOrDefault(recipe.source(), new TreeMap<>());
        List<Truth> members = new ArrayList<>();
        for (long number : recipe.pictures()) {
            Truth member = pictures.get(number);
            if (member == null) {
                throw new IllegalArgumentException("image " + number + " is not among those of " + recipe.source());
            }
            members.add(member);
        }
        return Crowd.of(recipe.id(), members);
    }

    /** New recipes, about as many from each source, one half single images and the other crowds. */
    public List<Recipe> draw(int count, long seed) {
        List<Recipe> recipes = new ArrayList<>();
        PortableRandom random = new PortableRandom(seed);
        int left = 2 * sources.size();
        for (var source : sources.entrySet()) {
            int singles = (count - recipes.size()) / left--;
            drawSingles(source.getKey(), source.getValue(), singles, random, recipes);
            int crowds = (count - recipes.size()) / left--;
            drawCrowds(source.getKey(), source.getValue(), crowds, random, recipes);
        }
        return recipes.stream()
                .map(recipe -> recipe.withSha256(ProblemDigest.sha256(problem(evidence(recipe)))))
                .toList();
    }

    private static void drawSingles(
            String source, SortedMap<Long, Truth> pictures, int count, PortableRandom random, List<Recipe> recipes) {
        for (long picture : shuffled(pictures, LEAST_IN_PICTURE, random).stream()
                .limit(count)
                .toList()) {
            recipes.add(new Recipe(source + "-" + picture, source, List.of(picture), random.seed(), ""));
        }
    }

    private void drawCrowds(
            String source, SortedMap<Long, Truth> pictures, int count, PortableRandom random, List<Recipe> recipes) {
        for (int i = 0; i < count; i++) {
            List<Long> order = shuffled(pictures, LEAST_IN_CROWD, random);
            long seed = random.seed();
            List<Long> members = new ArrayList<>();
            Recipe recipe;
            do {
                members.add(order.get(members.size()));
                recipe = new Recipe(source + "-crowd-" + members.get(0) + "-" + i, source, members, seed, "");
            } while (members.size() < order.size()
                    && evidence(recipe).candidates().size() < CROWD);
            recipes.add(recipe);
        }
    }

    private static List<Long> shuffled(SortedMap<Long, Truth> pictures, int leastPeople, PortableRandom random) {
        List<Long> numbers = pictures.entrySet().stream()
                .filter(picture -> picture.getValue().people().size() >= leastPeople)
                .map(Map.Entry::getKey)
                .toList();
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("no image has " + leastPeople + " people");
        }
        return shuffled(numbers, random);
    }

    /** All of them in random order. */
    public static <T> List<T> shuffled(List<T> all, PortableRandom random) {
        Map<T, Double> keys = new LinkedHashMap<>();
        all.forEach(each -> keys.put(each, random.uniform()));
        return keys.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
