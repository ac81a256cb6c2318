package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.Comparison.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Whether margins rank people better than their strength does, on training images by models that have not seen them:
 * {@code -Dlane=full -Dtest=MarginRankingTest -Djointly.tables=true}. They do not ({@code docs/evaluation.md}).
 */
@Tag("slow")
class MarginRankingTest {
    private static final CostModel MODEL = ShippedCosts.of("openpose-mobilenet").orElseThrow();

    /** One person, with bounds of the margins. */
    private record Found(Problem problem, Pose pose, double person, double[] joints) {
        double strength() {
            return Strength.of(problem, pose.global().values());
        }

        double least() {
            return IntStream.range(0, joints.length)
                    .mapToDouble(i -> joints[i])
                    .min()
                    .orElse(person);
        }

        double mean() {
            return IntStream.range(0, joints.length)
                    .mapToDouble(i -> joints[i])
                    .average()
                    .orElse(person);
        }

        /** Share of the joints whose margins are at least this. */
        double sure(double margin) {
            return (1
                            + IntStream.range(0, joints.length)
                                    .filter(i -> joints[i] >= margin)
                                    .count())
                    / (1.0 + joints.length);
        }
    }

    private interface Ranking {
        double of(Found found);
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void marginsAsRankings() {
        List<LabelledImage> images = TrainingImages.train();
        List<CostModel> models = Learning.foldModels(MODEL.anatomy(), 0.3, images);
        List<List<Found>> found = new ArrayList<>();
        Solver solver = new Solver(new HighsEngine());
        for (int i = 0; i < images.size(); i++) {
            Problem problem = models.get(Learning.fold(i, images.size()))
                    .withBalance(MODEL.kinds(), MODEL.poseCost())
                    .problem(images.get(i).evidence());
            found.add(found(problem, solver.solve(problem, Settings.defaults())));
        }
        Map<String, Ranking> rankings = new LinkedHashMap<>();
        rankings.put("strength", Found::strength);
        rankings.put("margin of the person", Found::person);
        rankings.put("least margin of a joint", Found::least);
        rankings.put("mean margin of the joints", Found::mean);
        rankings.put("strength x (1 + least)^0.1", one -> one.strength() * Math.pow(1 + one.least(), 0.1));
        rankings.put("strength x (1 + least)^0.25", one -> one.strength() * Math.pow(1 + one.least(), 0.25));
        rankings.put("strength x (1 + person)^0.1", one -> one.strength() * Math.pow(1 + one.person(), 0.1));
        rankings.put("strength x (1 + person)^0.25", one -> one.strength() * Math.pow(1 + one.person(), 0.25));
        rankings.put("strength x (1 + mean)^0.25", one -> one.strength() * Math.pow(1 + one.mean(), 0.25));
        rankings.put("strength x share of joints above 3", one -> one.strength() * one.sure(3));
        Comparison comparison = new Comparison(1);
        rankings.forEach((name, ranking) -> comparison.add(name, evaluated(images, found, ranking)));
        for (String name : rankings.keySet()) {
            Interval gain = comparison.difference(name, "strength", Figure.AP);
            System.out.printf(
                    Locale.ROOT,
                    "%-36s AP %.2f, minus strength %+.2f [%+.2f, %+.2f]%n",
                    name,
                    comparison.value(name, Figure.AP),
                    gain.value(),
                    gain.low(),
                    gain.high());
        }
        assertThat(found.stream().mapToInt(List::size).sum()).isPositive();
    }

    private static List<Found> found(Problem problem, Solution solution) {
        List<Margin> margins = MarginBounds.of(problem, solution);
        List<Found> found = new ArrayList<>();
        for (int i = 0; i < solution.poses().size(); i++) {
            int pose = i;
            double person = margins.stream()
                    .filter(margin -> margin.pose() == pose && margin.joint().isEmpty())
                    .mapToDouble(margin -> Micro.toDouble(margin.atLeast()))
                    .findFirst()
                    .orElseThrow();
            double[] joints = margins.stream()
                    .filter(margin -> margin.pose() == pose && margin.joint().isPresent())
                    .mapToDouble(margin -> Micro.toDouble(margin.atLeast()))
                    .toArray();
            found.add(new Found(problem, solution.poses().get(i), person, joints));
        }
        return found;
    }

    private static List<EvaluatedImage> evaluated(
            List<LabelledImage> images, List<List<Found>> found, Ranking ranking) {
        List<EvaluatedImage> evaluated = new ArrayList<>();
        for (int i = 0; i < images.size(); i++) {
            List<GroupedPerson> people = new ArrayList<>();
            for (Found one : found.get(i)) {
                int[] part = IntStream.range(0, one.problem().size())
                        .map(one.problem()::part)
                        .toArray();
                int parts = one.problem().anatomy().size();
                people.add(new GroupedPerson(
                        GroupedPerson.of(one.pose(), one.problem(), part, parts).candidate(), ranking.of(one)));
            }
            evaluated.add(Alignment.evaluated(
                    images.get(i).evidence(), people, images.get(i).truth()));
        }
        return evaluated;
    }
}
