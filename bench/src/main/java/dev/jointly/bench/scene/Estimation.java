package dev.jointly.bench.scene;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.generate.PortableRandom;
import dev.jointly.io.Layout;
import dev.jointly.vision.cost.Calibration;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModel.Kinds;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.cost.Fit;
import dev.jointly.vision.cost.Fit.Picture;
import dev.jointly.vision.cost.Measure;
import dev.jointly.vision.cost.ShippedCosts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Makes the three files that come with the program: the detector, estimated from what a real network saw in photos whose
 * people are annotated; the costs, fitted by the fit of vision.cost to what the simulated detector sees of training people,
 * none of whom is in a problem; and the recipes of the problems.
 */
public final class Estimation {
    private static final int TRAINING = 300;
    private static final long TRAINING_SEED = 1709;

    /** Whose weights and gains are taken over: the network the detector is estimated from has costs of its own. */
    private static final String BALANCE_OF = "openpose-mobilenet";

    private final SortedMap<Long, Truth> train;
    private final List<Picture> seen = new ArrayList<>();

    /**
     * Reads the data folder.
     *
     * @param data with the candidates of the full-size photos and COCO's people
     */
    public Estimation(Path data) {
        train = AnnotatedImages.read(data.resolve("coco/coco_train2017_multiperson.json.gz"));
        SortedMap<Long, Truth> all = new TreeMap<>(train);
        all.putAll(AnnotatedImages.read(data.resolve("coco/coco_val2017_people.json.gz")));
        for (RealEvidence real : RealEvidence.of(data.resolve("detections/humans_fullres_detections.json.gz"))) {
            String name = real.evidence().id().replaceFirst(".*/", "");
            Truth truth = all.get(Long.parseLong(name));
            if (truth != null) {
                seen.add(new Picture(Mpii.evidence(real.evidence()), truth));
            }
        }
    }

    /** What was found. */
    public record Estimated(SimulatedPeople people, String report) {}

    /** Estimates and fits, and writes detector and costs into a folder. */
    public Estimated write(Path folder) throws IOException {
        DetectorModel detector = DetectorEstimate.of(seen);
        Files.createDirectories(folder);
        try (OutputStream out = Files.newOutputStream(folder.resolve(SimulatedPeople.DETECTOR))) {
            detector.write(out);
        }
        SimulatedPeople unpriced = new SimulatedPeople(detector, CostModel.defaults(Mpii.BODY, Measure.FIELD));
        unpriced.add("train", train);
        List<Picture> pictures = unpriced.draw(TRAINING, TRAINING_SEED).stream()
                .map(recipe -> new Picture(
                        unpriced.evidence(recipe), unpriced.crowd(recipe).everybody()))
                .toList();
        Fit fit = new Fit(Mpii.BODY, Fit.Options.defaults());
        Kinds balance = ShippedCosts.of(BALANCE_OF).orElseThrow().kinds();
        double poseCost = ShippedCosts.of(BALANCE_OF).orElseThrow().poseCost();
        CostModel costs = fit.fit("simulated-people", pictures).withBalance(balance, poseCost);
        try (OutputStream out = Files.newOutputStream(folder.resolve(SimulatedPeople.COSTS))) {
            CostModelWriter.write(costs, Layout.PRETTY, out);
        }
        CostModel part = fit.fit("part", every(pictures, false));
        return new Estimated(
                new SimulatedPeople(detector, costs), report(detector, fit.calibration(part, every(pictures, true))));
    }

    /** Writes recipes beside them. */
    public static void write(List<Recipe> recipes, Path folder) throws IOException {
        List<String> lines = new ArrayList<>(List.of(Recipe.HEADING));
        recipes.forEach(recipe -> lines.add(recipe.line()));
        Files.write(folder.resolve(SimulatedPeople.RECIPES), lines);
    }

    private static List<Picture> every(List<Picture> pictures, boolean fifth) {
        return IntStream.range(0, pictures.size())
                .filter(i -> (i % 5 == 0) == fifth)
                .mapToObj(pictures::get)
                .toList();
    }

    /** The simulated candidates beside the real ones, and how well the costs' probabilities hold. */
    private String report(DetectorModel model, Map<String, Calibration> calibration) {
        List<Evidence> again = new ArrayList<>();
        for (Picture picture : seen) {
            Crowd same = Crowd.of(picture.evidence().id(), List.of(picture.truth()));
            again.add(new Detector(model).see(same, new PortableRandom(again.size())));
        }
        StringBuilder text = new StringBuilder(String.format(
                "%d photos, %d joints%n%-28s %10s %10s%n", model.photos(), model.joints(), "", "real", "simulated"));
        List<Evidence> real = seen.stream().map(Picture::evidence).toList();
        for (SimilarityMeasure likeness : SimilarityMeasure.values()) {
            text.append(String.format(
                    "%-28s %10.3f %10.3f%n", likeness.label(), likeness.of(real, seen), likeness.of(again, seen)));
        }
        text.append(String.format("%nheld out  examples  log loss     AUC%n"));
        calibration.forEach((kind, c) ->
                text.append(String.format("%-8s  %8d  %8.4f  %6.4f%n", kind, c.examples(), c.logLoss(), c.auc())));
        return text.toString();
    }
}
