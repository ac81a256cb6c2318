package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Measure;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.CostModel.Kinds;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.net.ImageDetector;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Default costs against the baselines, which are tuned on four fifths of each set and evaluated on the last, in turn. The
 * balance of the defaults is one of a grid: the best on the other sets, for each set.
 */
@Tag("slow")
class DefaultCostsEvaluationTest {
    private static final List<Figure> FIGURES = List.of(Figure.F1, Figure.PEOPLE_F1, Figure.AP);

    /** Images of one kind. */
    private record DataSet(Anatomy anatomy, List<LabelledImage> images, boolean people) {
        /** What the balance is chosen by: the mean of both F1, or of joints where animals have no size. */
        double goodness(List<EvaluatedImage> evaluated) {
            double joints = value(evaluated, Figure.F1);
            return people ? (joints + value(evaluated, Figure.PEOPLE_F1)) / 2 : joints;
        }
    }

    private record Balance(double unaryGain, double weight, double gain, double poseCost) {
        CostModel of(Anatomy anatomy) {
            Kinds kinds = new Kinds(
                    new Kind(1, unaryGain), new Kind(weight, gain), new Kind(0.3 * weight, gain), new Kind(1, 0));
            return CostModel.defaults(anatomy, Measure.FIELD).withBalance(kinds, poseCost);
        }
    }

    private static double value(List<EvaluatedImage> evaluated, Figure figure) {
        Comparison one = new Comparison(1);
        one.add("it", evaluated);
        return one.value("it", figure);
    }

    private static DataSet photos(String network) throws IOException {
        ModelStore.Model model = ModelStore.ofUser().named(network);
        try (ImageDetector detector = Network.open(model.card(), model.network(), 1)) {
            List<LabelledImage> images = new ArrayList<>(TrainingImages.trainPhotos(detector));
            images.addAll(TrainingImages.valPhotos(detector));
            return new DataSet(ShippedCosts.of(network).orElseThrow().anatomy(), images, true);
        }
    }

    private static DataSet animals(String file, Anatomy anatomy) {
        return new DataSet(anatomy, TrainingImages.animals(file, anatomy), false);
    }

    private static List<EvaluatedImage> evaluated(Baseline method, List<LabelledImage> images) {
        return images.stream()
                .map(image -> EvaluatedImage.of(image.evidence(), method.people(image.evidence()), image.truth()))
                .toList();
    }

    private static void row(String set, String method, List<EvaluatedImage> evaluated) {
        StringBuilder line = new StringBuilder("| " + set + " | " + method);
        FIGURES.forEach(figure -> line.append(String.format(Locale.ROOT, " | %.1f", value(evaluated, figure))));
        System.out.println(line + " |");
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void tables() throws IOException {
        Map<String, DataSet> sets = new LinkedHashMap<>();
        Anatomy body = ShippedCosts.of("openpose-mobilenet").orElseThrow().anatomy();
        sets.put("49 images of val2017", new DataSet(body, TrainingImages.val(), true));
        sets.put("18 photos, openpose-mobilenet", photos("openpose-mobilenet"));
        sets.put("18 photos, movenet-multipose", photos("movenet-multipose"));
        sets.put("60 frames of mice", animals("dlc_trimouse_eval60.json.gz", AnimalsEvaluationTest.MOUSE));
        sets.put("30 frames of birds", animals("dlc_montblanc_eval30.json.gz", AnimalsEvaluationTest.BIRD));
        List<Balance> grid = new ArrayList<>();
        for (double unaryGain : new double[] {1, -1}) {
            for (double weight : new double[] {1, 0.5}) {
                for (double gain : new double[] {2, 1}) {
                    for (double poseCost : new double[] {2, 6, 12}) {
                        grid.add(new Balance(unaryGain, weight, gain, poseCost));
                    }
                }
            }
        }
        List<Tried> all = new ArrayList<>();
        sets.forEach((name, set) -> all.add(new Tried(
                name,
                set,
                grid.stream()
                        .map(balance -> evaluated(
                                new OptimalGrouping(balance.of(set.anatomy()), PeopleEvaluationTest.solver()),
                                set.images()))
                        .toList())));
        for (Tried tried : all) {
            DataSet set = tried.set();
            row(
                    tried.name(),
                    "greedy",
                    AnimalsEvaluationTest.inTurn(
                            set.images(), rest -> BaselineChoice.greedy(set.anatomy(), rest, TuningMetric.F1)));
            row(
                    tried.name(),
                    "Hungarian",
                    AnimalsEvaluationTest.inTurn(
                            set.images(), rest -> BaselineChoice.hungarian(set.anatomy(), rest, TuningMetric.F1)));
            row(tried.name(), "greedy, as published", evaluated(GreedyBaseline.published(set.anatomy()), set.images()));
            int best = best(
                    grid.size(),
                    all.stream()
                            .filter(other -> !other.name().equals(tried.name()))
                            .toList());
            row(
                    tried.name(),
                    "chosen on the others: " + grid.get(best),
                    tried.byBalance().get(best));
            row(
                    tried.name(),
                    "default costs",
                    evaluated(
                            new OptimalGrouping(
                                    CostModel.defaults(set.anatomy(), Measure.FIELD), PeopleEvaluationTest.solver()),
                            set.images()));
        }
        Balance best = grid.get(best(grid.size(), all));
        System.out.println("best on all: " + best);
        assertThat(CostModel.defaults(body, Measure.FIELD).kinds())
                .isEqualTo(best.of(body).kinds());
    }

    /** A set of images, grouped with each balance of the grid. */
    private record Tried(String name, DataSet set, List<List<EvaluatedImage>> byBalance) {}

    /** The position of the best on average of these sets. */
    private static int best(int balances, List<Tried> sets) {
        int best = 0;
        double most = -1;
        for (int i = 0; i < balances; i++) {
            double sum = 0;
            for (Tried tried : sets) {
                sum += tried.set().goodness(tried.byBalance().get(i));
            }
            if (sum > most) {
                most = sum;
                best = i;
            }
        }
        return best;
    }
}
