package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.StructuredFit;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.Comparison.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Structured against logistic fits, each image by models not fitted to it; val2017 is not used. With -Djointly.structured=true
 * prints the table of docs/evaluation.md; further trials as {@code -Djointly.structured=rounds,step,margin;...}.
 */
@Tag("slow")
@EnabledIfSystemProperty(named = "jointly.structured", matches = ".+", disabledReason = "only to print tables")
class StructuredEvaluationTest {
    private static final double TOLERANCE = 0.3;
    private static final List<String> LOGISTIC = List.of("before", "logistic");

    private static List<StructuredFit.Options> trials() {
        List<StructuredFit.Options> trials = new ArrayList<>();
        String property = System.getProperty("jointly.structured", "");
        if (property.equals("true")) {
            return List.of(StructuredFit.Options.defaults());
        }
        for (String trial : property.split(";", -1)) {
            String[] numbers = trial.split(",", -1);
            trials.add(new StructuredFit.Options(
                    Integer.parseInt(numbers[0]),
                    Double.parseDouble(numbers[1]),
                    Double.parseDouble(numbers[2]),
                    TOLERANCE));
        }
        return trials;
    }

    @Test
    void people() {
        Anatomy anatomy = ShippedCosts.of("openpose-mobilenet").orElseThrow().anatomy();
        Stretch stretch = AbsurdPeopleTest.stretch();
        compare(
                anatomy,
                TrainingImages.train(),
                stretch,
                List.of(Figure.AP, Figure.AP50, Figure.AR, Figure.ACCURACY, Figure.PRECISION, Figure.F1));
    }

    @Test
    void mice() {
        animals("dlc_trimouse_eval60.json.gz", AnimalsEvaluationTest.MOUSE);
    }

    @Test
    void birds() {
        animals("dlc_montblanc_eval30.json.gz", AnimalsEvaluationTest.BIRD);
    }

    private static void animals(String file, Anatomy anatomy) {
        List<LabelledImage> images = TrainingImages.animals(file, anatomy);
        Stretch stretch =
                Stretch.of(anatomy, images.stream().map(LabelledImage::truth).toList());
        compare(anatomy, images, stretch, List.of(Figure.F1, Figure.ACCURACY, Figure.PRECISION));
    }

    private static void compare(Anatomy anatomy, List<LabelledImage> images, Stretch stretch, List<Figure> figures) {
        Function<Problem, List<Pose>> solver = PeopleEvaluationTest.solver(0.003);
        List<CostModel> logistic = Learning.foldModels(anatomy, TOLERANCE, images);
        Map<String, List<CostModel>> methods = new TreeMap<>();
        methods.put("before", logistic.stream().map(AbsurdPeopleTest::asBefore).toList());
        methods.put("logistic", logistic);
        for (StructuredFit.Options options : trials()) {
            StructuredFit fit = new StructuredFit(options, solver);
            List<CostModel> models = new ArrayList<>();
            for (int fold = 0; fold < logistic.size(); fold++) {
                List<LabelledImage> rest = Learning.without(fold, images);
                models.add(fit.fit(logistic.get(fold), rest));
                assertThat(fit.loss(models.get(fold), rest)).isLessThan(fit.loss(logistic.get(fold), rest));
            }
            methods.put("structured " + options, models);
        }
        Comparison comparison = new Comparison(1);
        methods.forEach((name, models) -> comparison.add(name, evaluated(name, models, images, stretch, solver)));
        for (Figure figure : figures) {
            for (String method : comparison.methods()) {
                print(figure, method, comparison.interval(method, figure));
                if (!LOGISTIC.contains(method)) {
                    print(figure, "  minus logistic", comparison.difference(method, "logistic", figure));
                }
            }
            print(figure, "logistic minus before", comparison.difference("logistic", "before", figure));
        }
    }

    private static List<EvaluatedImage> evaluated(
            String name,
            List<CostModel> models,
            List<LabelledImage> images,
            Stretch stretch,
            Function<Problem, List<Pose>> solver) {
        List<EvaluatedImage> evaluated = new ArrayList<>();
        int people = 0;
        int absurd = 0;
        for (int i = 0; i < images.size(); i++) {
            LabelledImage image = images.get(i);
            Problem problem = models.get(Learning.fold(i, images.size())).problem(image.evidence());
            List<Pose> poses = solver.apply(problem);
            people += poses.size();
            absurd += (int) poses.stream()
                    .filter(pose -> !stretch.tooLong(AbsurdPeopleTest.found(problem, pose))
                            .isEmpty())
                    .count();
            evaluated.add(Alignment.evaluated(
                    image.evidence(), OptimalGrouping.people(problem, poses, image.evidence()), image.truth()));
        }
        System.out.printf(Locale.ROOT, "%s: %d of %d people absurd%n", name, absurd, people);
        return evaluated;
    }

    private static void print(Figure figure, String what, Interval i) {
        System.out.printf(Locale.ROOT, "%-9s %-60s %6.2f [%.2f, %.2f]%n", figure, what, i.value(), i.low(), i.high());
    }
}
