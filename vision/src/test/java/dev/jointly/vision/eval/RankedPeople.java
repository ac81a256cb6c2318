package dev.jointly.vision.eval;

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
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The people of the training images, each found by a model that was not fitted to the image, to be ranked.
 *
 * @param images in the order of the folds
 * @param found the people of each image
 */
record RankedPeople(List<LabelledImage> images, List<List<Found>> found) {
    private static final CostModel MODEL = ShippedCosts.of("openpose-mobilenet").orElseThrow();

    /** One person, with bounds of the margins. */
    record Found(Problem problem, Pose pose, double person, double[] joints) {
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

    static RankedPeople ofTrain() {
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
        return new RankedPeople(images, found);
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

    List<EvaluatedImage> ranked(ToDoubleFunction<Found> ranking) {
        List<EvaluatedImage> evaluated = new ArrayList<>();
        for (int i = 0; i < images.size(); i++) {
            List<GroupedPerson> people = new ArrayList<>();
            for (Found one : found.get(i)) {
                int[] part = IntStream.range(0, one.problem().size())
                        .map(one.problem()::part)
                        .toArray();
                int parts = one.problem().anatomy().size();
                people.add(new GroupedPerson(
                        GroupedPerson.of(one.pose(), one.problem(), part, parts).candidate(),
                        ranking.applyAsDouble(one)));
            }
            evaluated.add(Alignment.evaluated(
                    images.get(i).evidence(), people, images.get(i).truth()));
        }
        return evaluated;
    }
}
