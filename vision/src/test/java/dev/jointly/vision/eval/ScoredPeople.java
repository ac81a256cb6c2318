package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.Calibration;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.PersonScoreFit;
import dev.jointly.vision.cost.PersonScoreFit.Example;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** People found in labelled images, each image by a model that was not fitted to it, for the score of people. */
final class ScoredPeople {
    /** A person found: its image, what the score depends on, and whether a label is similar. */
    private record Found(
            int image, GroupedPerson person, PersonScore.Features features, boolean labelled, boolean ignored) {}

    /** Thresholds from 0 up to 1 that are tried. */
    private static final int STEPS = 20;

    private final List<LabelledImage> images;
    private final List<Found> found = new ArrayList<>();

    /** @param models one for each fold, not fitted to it */
    ScoredPeople(List<LabelledImage> images, List<CostModel> models, Function<Problem, List<Pose>> solver) {
        this.images = images;
        for (int i = 0; i < images.size(); i++) {
            LabelledImage image = images.get(i);
            Problem problem = models.get(Learning.fold(i, images.size())).problem(image.evidence());
            List<Pose> poses = solver.apply(problem);
            List<GroupedPerson> people = OptimalGrouping.people(problem, poses, image.evidence());
            for (int p = 0; p < poses.size(); p++) {
                JointAccuracy.Count alone = KeypointAp.count(List.of(KeypointAp.judge(
                        EvaluatedImage.of(image.evidence(), List.of(people.get(p)), image.truth()),
                        Oks.of(image.truth().parts()))));
                found.add(new Found(
                        i,
                        people.get(p),
                        Strength.features(problem, poses.get(p).global()),
                        alone.right() > 0,
                        alone.found() == 0));
            }
        }
    }

    /** The score fitted to all people. */
    PersonScore fit() {
        return PersonScoreFit.of(examples(person -> true));
    }

    private List<Example> examples(Predicate<Found> which) {
        return found.stream()
                .filter(person -> !person.ignored() && which.test(person))
                .map(person -> new Example(person.features(), person.labelled()))
                .toList();
    }

    /** The score of each person, by a model fitted to the people of the other folds. */
    private List<Double> heldOut() {
        List<PersonScore> models = IntStream.rangeClosed(0, Learning.fold(images.size() - 1, images.size()))
                .mapToObj(fold ->
                        PersonScoreFit.of(examples(person -> Learning.fold(person.image(), images.size()) != fold)))
                .toList();
        return found.stream()
                .map(person ->
                        models.get(Learning.fold(person.image(), images.size())).of(person.features()))
                .toList();
    }

    Calibration calibration() {
        List<Double> scores = heldOut();
        List<Integer> counted = IntStream.range(0, found.size())
                .filter(i -> !found.get(i).ignored())
                .boxed()
                .toList();
        return PersonScoreFit.calibration(counted.stream().map(scores::get).toList(), examples(person -> true));
    }

    /** Images with the people whose held-out score is at least this, ranked by score or by strength. */
    List<EvaluatedImage> evaluated(double least, boolean byScore) {
        List<Double> scores = heldOut();
        List<EvaluatedImage> evaluated = new ArrayList<>();
        for (int i = 0; i < images.size(); i++) {
            List<GroupedPerson> people = new ArrayList<>();
            for (int p = 0; p < found.size(); p++) {
                if (found.get(p).image() == i && scores.get(p) >= least) {
                    GroupedPerson person = found.get(p).person();
                    people.add(byScore ? new GroupedPerson(person.candidate(), scores.get(p)) : person);
                }
            }
            Evidence evidence = images.get(i).evidence();
            evaluated.add(EvaluatedImage.of(evidence, people, images.get(i).truth()));
        }
        return evaluated;
    }

    /**
     * The highest threshold whose F1 is within a point of the best: F1 hardly depends on it, and of two that are as good the higher one
     * shows fewer people who are none.
     */
    double threshold() {
        List<Double> values = IntStream.range(0, STEPS).mapToObj(this::printed).toList();
        double best = values.stream().mapToDouble(value -> value).max().orElseThrow();
        int chosen = IntStream.range(0, STEPS)
                .filter(step -> values.get(step) > best - 0.01)
                .max()
                .orElseThrow();
        return chosen / (double) STEPS;
    }

    private double printed(int step) {
        double least = step / (double) STEPS;
        Comparison comparison = new Comparison(1);
        comparison.add("by strength", evaluated(least, false));
        comparison.add("by score", evaluated(least, true));
        double value = TuningMetric.F1.of(evaluated(least, false));
        System.out.printf(
                Locale.ROOT,
                "score from %.2f on: F1 %.1f, of joints %.1f, of people %.1f; AP %.1f, ranked by score %.1f%n",
                least,
                100 * value,
                comparison.value("by strength", Comparison.Figure.F1),
                comparison.value("by strength", Comparison.Figure.PEOPLE_F1),
                comparison.value("by strength", Comparison.Figure.AP),
                comparison.value("by score", Comparison.Figure.AP));
        return value;
    }
}
