package dev.jointly.bench.scene;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.evidence.Measure;
import dev.jointly.evidence.Truth;
import dev.jointly.generate.PortableRandom;
import dev.jointly.io.Layout;
import dev.jointly.vision.cost.Calibration;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModel.Kinds;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.cost.Fit;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.Labels;
import dev.jointly.vision.cost.ShippedCosts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Makes the three files that come with the program: the detector, estimated from a real network's detections in images
 * whose people are annotated; the costs, fitted by vision.cost to the output of the simulated detector for training
 * people, none of whom is in a problem; and the recipes of the problems.
 */
public final class Estimation {
    private static final int TRAINING = 300;
    private static final long TRAINING_SEED = 1709;

    /** Whose weights and gains are taken over: the network the detector is estimated from has costs of its own. */
    private static final String BALANCE_OF = "openpose-mobilenet";

    private static final String CANDIDATES = "detections per image";
    private static final String SOMEBODYS = "share of true detections";
    private static final String SCORE = "mean score, true";
    private static final String NOBODYS_SCORE = "mean score, false";
    private static final String SAME = "mean affinity, one person";
    private static final String OTHER = "mean affinity, two people";
    private static final String BEST_IS_RIGHT = "best partner is correct";
    private static final List<String> FIGURES =
            List.of(CANDIDATES, SOMEBODYS, SCORE, NOBODYS_SCORE, SAME, OTHER, BEST_IS_RIGHT);

    private final SortedMap<Long, Truth> train;
    private final List<LabelledImage> seen = new ArrayList<>();

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
                seen.add(new LabelledImage(Mpii.evidence(real.evidence()), truth));
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
        List<LabelledImage> pictures = unpriced.draw(TRAINING, TRAINING_SEED).stream()
                .map(recipe -> new LabelledImage(
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

    private static List<LabelledImage> every(List<LabelledImage> pictures, boolean fifth) {
        return IntStream.range(0, pictures.size())
                .filter(i -> (i % 5 == 0) == fifth)
                .mapToObj(pictures::get)
                .toList();
    }

    /** Compares the simulated candidates with the real ones, and prints the calibration of the costs. */
    private String report(DetectorModel model, Map<String, Calibration> calibration) {
        List<Evidence> again = new ArrayList<>();
        for (LabelledImage picture : seen) {
            Crowd same = Crowd.of(picture.evidence().id(), List.of(picture.truth()));
            again.add(new Detector(model).see(same, new PortableRandom(again.size())));
        }
        StringBuilder text = new StringBuilder(String.format(
                "%d photos, %d joints%n%-28s %10s %10s%n", model.photos(), model.joints(), "", "real", "simulated"));
        Map<String, Double> real =
                similarity(seen.stream().map(LabelledImage::evidence).toList());
        Map<String, Double> simulated = similarity(again);
        FIGURES.forEach(figure ->
                text.append(String.format("%-28s %10.3f %10.3f%n", figure, real.get(figure), simulated.get(figure))));
        text.append(String.format("%nheld out  examples  log loss     AUC%n"));
        calibration.forEach((kind, c) ->
                text.append(String.format("%-8s  %8d  %8.4f  %6.4f%n", kind, c.examples(), c.logLoss(), c.auc())));
        return text.toString();
    }

    /** {@link #FIGURES} of detections in the images seen, by which the simulated ones are compared with the real ones. */
    private Map<String, Double> similarity(List<Evidence> detections) {
        Map<String, List<Double>> values = new HashMap<>();
        for (int i = 0; i < detections.size(); i++) {
            Evidence evidence = detections.get(i);
            Labels labels = new Labels(evidence, seen.get(i).truth(), Mpii.BODY, DetectorEstimate.TOLERANCE);
            add(values, CANDIDATES, evidence.candidates().size());
            for (int d = 0; d < evidence.candidates().size(); d++) {
                boolean somebodys = labels.person(d) != Labels.NONE;
                add(values, SOMEBODYS, somebodys ? 1.0 : 0.0);
                add(
                        values,
                        somebodys ? SCORE : NOBODYS_SCORE,
                        evidence.candidates().get(d).score());
            }
            evidence.edges().forEach(edge -> addPairs(evidence, edge, labels, values));
        }
        Map<String, Double> means = new HashMap<>();
        FIGURES.forEach(figure -> means.put(
                figure,
                values.getOrDefault(figure, List.of()).stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(Double.NaN)));
        return means;
    }

    private static void add(Map<String, List<Double>> values, String figure, double value) {
        values.computeIfAbsent(figure, first -> new ArrayList<>()).add(value);
    }

    private static void addPairs(Evidence evidence, Edge edge, Labels labels, Map<String, List<Double>> values) {
        int[] as = evidence.ofPart(edge.a());
        int[] bs = evidence.ofPart(edge.b());
        for (int i = 0; i < as.length; i++) {
            int owner = labels.person(as[i]);
            int best = -1;
            boolean own = false;
            for (int j = 0; j < bs.length && owner != Labels.NONE; j++) {
                int other = labels.person(bs[j]);
                own |= other == owner;
                best = best < 0 || edge.affinity()[i][j] > edge.affinity()[i][best] ? j : best;
                if (other != Labels.NONE) {
                    add(values, other == owner ? SAME : OTHER, edge.affinity()[i][j]);
                }
            }
            if (own) {
                add(values, BEST_IS_RIGHT, labels.person(bs[best]) == owner ? 1.0 : 0.0);
            }
        }
    }
}
