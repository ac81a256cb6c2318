package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.problem.Micro;
import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.eval.RankedPeople.Found;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Whether a fitted model ranks people better than their strength does: a logistic model of whether a person passes a threshold of
 * similarity, pooled over COCO's ten, fitted to the people of four fifths of the training images and applied to the rest: {@code -Dlane=full
 * -Dtest=FittedRankingTest -Djointly.tables=true}.
 */
@Tag("slow")
class FittedRankingTest {
    private static final int FOLDS = 5;
    private static final double[] THRESHOLDS = {0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95};

    /** A person with what a model may look at, and the similarity with the most similar true person. */
    private record Example(int fold, double[] values, double similarity) {}

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void fittedRankings() {
        Linear.disableDebugOutput();
        RankedPeople people = RankedPeople.ofTrain();
        ToDoubleFunction<Found> sum = one -> Math.log(0.01 + scores(one).sum());
        ToDoubleFunction<Found> joints = one -> Math.log(one.pose().global().size());
        // strength is the sum over joints^0.75, times extent^0.25
        ToDoubleFunction<Found> extent = one ->
                4 * (Math.log(one.strength() + 1e-6) - sum.applyAsDouble(one) + 0.75 * joints.applyAsDouble(one));
        ToDoubleFunction<Found> least = one -> scores(one).min().orElse(1);
        ToDoubleFunction<Found> mean = one -> scores(one).average().orElse(1);
        ToDoubleFunction<Found> sure = one -> Math.log1p(Math.max(0, one.person()));
        ToDoubleFunction<Found> doubtful = one -> Math.log1p(Math.max(0, one.least()));
        ToDoubleFunction<Found> cost = one -> Micro.toDouble(one.pose().cost(one.problem()))
                / one.pose().global().size();
        ToDoubleFunction<Found> duplicates =
                one -> one.pose().detections().size() - one.pose().global().size();
        Map<String, List<ToDoubleFunction<Found>>> models = new LinkedHashMap<>();
        models.put("sum of scores, joints, extent", List.of(sum, joints, extent));
        models.put("and least and mean score", List.of(sum, joints, extent, least, mean));
        models.put("and margins of person and joints", List.of(sum, joints, extent, sure, doubtful));
        models.put("and cost per joint", List.of(sum, joints, extent, cost));
        models.put("and number of duplicates", List.of(sum, joints, extent, duplicates));
        models.put("all of these", List.of(sum, joints, extent, least, mean, sure, doubtful, cost, duplicates));
        Comparison comparison = new Comparison(1);
        comparison.add("strength", people.ranked(Found::strength));
        models.forEach((name, features) -> comparison.add(name, people.ranked(fitted(people, features, name))));
        for (String name : comparison.methods()) {
            Interval gain = comparison.difference(name, "strength", Figure.AP);
            System.out.printf(
                    Locale.ROOT,
                    "%-34s AP %.2f, minus strength %+.2f [%+.2f, %+.2f], AP50 %.2f%n",
                    name,
                    comparison.value(name, Figure.AP),
                    gain.value(),
                    gain.low(),
                    gain.high(),
                    comparison.value(name, Figure.AP50));
        }
        assertThat(comparison.methods()).hasSize(1 + models.size());
    }

    private static DoubleStream scores(Found one) {
        return one.pose().global().values().stream().mapToDouble(d -> {
            Double score = one.problem().detections().get(d).score();
            return score == null ? 1 : score;
        });
    }

    /** The expected share of thresholds that a person passes, by a model not fitted to the person's image. */
    private static ToDoubleFunction<Found> fitted(
            RankedPeople people, List<ToDoubleFunction<Found>> features, String name) {
        IdentityHashMap<Found, Example> examples = new IdentityHashMap<>();
        List<EvaluatedImage> evaluated = people.ranked(Found::strength);
        for (int i = 0; i < evaluated.size(); i++) {
            EvaluatedImage image = evaluated.get(i);
            Oks oks = Oks.of(image.truth().parts());
            for (int f = 0; f < image.found().size(); f++) {
                EvaluatedImage.Found place = image.found().get(f);
                Found one = people.found().get(i).get(f);
                OptionalDouble similarity = image.truth().people().stream()
                        .filter(person -> !person.crowd() && person.marked() > 0)
                        .mapToDouble((Person person) -> oks.similarity(person, place))
                        .max();
                double[] values = features.stream()
                        .mapToDouble(feature -> feature.applyAsDouble(one))
                        .toArray();
                examples.put(one, new Example(Learning.fold(i, evaluated.size()), values, similarity.orElse(0)));
            }
        }
        List<Model> models = new ArrayList<>();
        for (int fold = 0; fold < FOLDS; fold++) {
            models.add(fit(List.copyOf(examples.values()), fold));
        }
        IdentityHashMap<Found, Double> scores = new IdentityHashMap<>();
        examples.forEach((one, example) -> scores.put(one, probability(models.get(example.fold()), example)));
        reliability(name, examples, scores);
        return one -> scores.getOrDefault(one, 0.0);
    }

    private static Model fit(List<Example> examples, int without) {
        List<Example> own =
                examples.stream().filter(example -> example.fold() != without).toList();
        Problem problem = new Problem();
        problem.l = own.size() * THRESHOLDS.length;
        problem.n = own.get(0).values().length + 1;
        problem.y = new double[problem.l];
        problem.x = new Feature[problem.l][];
        int row = 0;
        for (Example example : own) {
            for (double threshold : THRESHOLDS) {
                problem.y[row] = example.similarity() >= threshold ? 1 : 0;
                problem.x[row++] = nodes(example);
            }
        }
        return Linear.train(problem, new Parameter(SolverType.L2R_LR, 1, 1e-6));
    }

    private static Feature[] nodes(Example example) {
        Feature[] nodes = new Feature[example.values().length + 1];
        for (int i = 0; i < example.values().length; i++) {
            nodes[i] = new FeatureNode(i + 1, example.values()[i]);
        }
        nodes[nodes.length - 1] = new FeatureNode(nodes.length, 1);
        return nodes;
    }

    private static double probability(Model model, Example example) {
        double[] estimates = new double[2];
        Linear.predictProbability(model, nodes(example), estimates);
        return estimates[model.getLabels()[0] == 1 ? 0 : 1];
    }

    /** Predicted and true share of thresholds, in fifths of the people by the predicted one. */
    private static void reliability(
            String name, IdentityHashMap<Found, Example> examples, IdentityHashMap<Found, Double> scores) {
        List<Found> order = new ArrayList<>(scores.keySet());
        order.sort((a, b) -> Double.compare(scores.getOrDefault(a, 0.0), scores.getOrDefault(b, 0.0)));
        StringBuilder line = new StringBuilder(name + ": predicted/true share of thresholds in fifths");
        for (int k = 0; k < 5; k++) {
            List<Found> fifth = order.subList(k * order.size() / 5, (k + 1) * order.size() / 5);
            double predicted = fifth.stream()
                    .mapToDouble(one -> scores.getOrDefault(one, 0.0))
                    .average()
                    .orElse(0);
            double share = fifth.stream()
                    .mapToDouble(one -> passed(examples.get(one)))
                    .average()
                    .orElse(0);
            line.append(String.format(Locale.ROOT, " %.2f/%.2f", predicted, share));
        }
        System.out.println(line);
    }

    private static double passed(@Nullable Example example) {
        double passed = 0;
        for (double threshold : THRESHOLDS) {
            passed += example != null && example.similarity() >= threshold ? 1 : 0;
        }
        return passed / THRESHOLDS.length;
    }
}
