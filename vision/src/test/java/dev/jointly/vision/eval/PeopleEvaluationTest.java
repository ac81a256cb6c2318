package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Measure;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.Comparison.Figure;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The 49 images of val2017; with -Djointly.tables=true, which takes minutes, prints the tables of dev/evaluation.md. */
@Tag("slow")
class PeopleEvaluationTest {
    private static final CostModel MODEL = ShippedCosts.of("openpose-mobilenet").orElseThrow();

    static Function<Problem, List<Pose>> solver() {
        return solver(0);
    }

    static Function<Problem, List<Pose>> solver(double gap) {
        Solver solver = new Solver(new HighsEngine());
        Settings settings = Settings.defaults()
                .withMethod(Method.PCG)
                .withTimeLimit(Duration.ofSeconds(60))
                .withGap(gap);
        return problem -> solver.solve(problem, settings).poses();
    }

    static void print(Comparison comparison, List<Figure> figures, List<String> baselines) {
        for (Figure figure : figures) {
            for (String method : comparison.methods()) {
                line(figure, method, comparison.interval(method, figure));
            }
            for (String baseline : baselines) {
                line(figure, "ours - " + baseline, comparison.difference("ours", baseline, figure));
            }
        }
    }

    /** A row of Markdown for each method. */
    static void table(Comparison comparison, List<Figure> figures) {
        for (String method : comparison.methods()) {
            row(method, figures.stream().map(figure -> comparison.interval(method, figure)), "%.1f [%.1f, %.1f]");
        }
    }

    /** A row of Markdown: one method minus another. */
    static void difference(Comparison comparison, List<Figure> figures, String one, String other) {
        row(
                one + " minus " + other,
                figures.stream().map(figure -> comparison.difference(one, other, figure)),
                "%+.1f [%+.1f, %+.1f]");
    }

    private static void row(String name, Stream<Interval> cells, String form) {
        System.out.println("| " + name
                + cells.map(cell -> " | " + String.format(Locale.ROOT, form, cell.value(), cell.low(), cell.high()))
                        .collect(Collectors.joining())
                + " |");
    }

    private static void line(Figure figure, String what, Interval i) {
        System.out.printf(Locale.ROOT, "%-9s %-32s %6.2f [%.2f, %.2f]%n", figure, what, i.value(), i.low(), i.high());
    }

    /** The baselines with the thresholds that the search for the tables finds. */
    @Test
    void oursIsBetterOnVal2017() {
        List<LabelledImage> images = TrainingImages.val();
        double ours = TuningMetric.AP.of(new OptimalGrouping(MODEL, solver()), images);
        assertThat(ours)
                .isGreaterThan(0.27)
                .isGreaterThan(TuningMetric.AP.of(new GreedyBaseline(MODEL.anatomy(), 0, 0, 3, 0), images))
                .isGreaterThan(TuningMetric.AP.of(new HungarianBaseline(MODEL.anatomy(), true, 0, 5), images));
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void oursAgainstTheBaselinesOnVal2017() {
        List<LabelledImage> images = TrainingImages.val();
        assertThat(images).hasSize(49);
        List<LabelledImage> train = TrainingImages.train();
        Anatomy anatomy = MODEL.anatomy();
        Comparison comparison = new Comparison(1);
        List<EvaluatedImage> ours = evaluated(new OptimalGrouping(MODEL, solver()), images);
        Baseline greedy = BaselineChoice.greedy(anatomy, train, TuningMetric.F1);
        Baseline hungarian = BaselineChoice.hungarian(anatomy, train, TuningMetric.F1);
        comparison.add("ours", ours);
        comparison.add("ours, weak people left out", images, NetworksEvaluationTest.shown(MODEL, solver()));
        comparison.add("greedy", images, greedy);
        comparison.add("hungarian", images, hungarian);
        tables(comparison);

        // 194 images of train2017, each by costs and scores that were not fitted to it
        List<CostModel> models = Learning.foldModels(anatomy, 0.3, train).stream()
                .map(model -> model.withBalance(MODEL.kinds(), MODEL.poseCost()))
                .toList();
        ScoredPeople people = ShippingTest.scored(models, train);
        Comparison training = new Comparison(1);
        training.add("ours", people.evaluated(0, false));
        PersonScore score = MODEL.personScore();
        training.add("ours, weak people left out", people.evaluated(score == null ? 0 : score.weakBelow(), false));
        training.add("greedy", train, greedy);
        training.add("hungarian", train, hungarian);
        tables(training);

        Comparison swaps = new Comparison(1);
        swaps.add("ours", ours);
        swaps.add(
                "ours, default costs",
                images,
                new OptimalGrouping(CostModel.defaults(anatomy, Measure.FIELD), solver()));
        swaps.add("greedy ranked as ours", images, BaselineChoice.ranked(greedy, MODEL));
        swaps.add("hungarian ranked as ours", images, BaselineChoice.ranked(hungarian, MODEL));
        swaps.add("greedy as published", images, GreedyBaseline.published(anatomy));
        swaps.add("ours, ideal ranking", ours.stream().map(Ideal::ranked).toList());
        swaps.add(
                "greedy, ideal ranking",
                evaluated(greedy, images).stream().map(Ideal::ranked).toList());
        swaps.add(
                "hungarian, ideal ranking",
                evaluated(hungarian, images).stream().map(Ideal::ranked).toList());
        List<EvaluatedImage> ideal = images.stream()
                .map(image -> EvaluatedImage.of(image.evidence(), strong(image), image.truth()))
                .toList();
        swaps.add("ideal grouping ranked as ours", ideal);
        swaps.add(
                "ideal grouping, ideal ranking",
                ideal.stream().map(Ideal::ranked).toList());
        for (String method : swaps.methods()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-32s AP %.2f, AR %.2f, accuracy %.2f%n",
                    method,
                    swaps.value(method, Figure.AP),
                    swaps.value(method, Figure.AR),
                    swaps.value(method, Figure.ACCURACY));
        }
        for (String baseline : List.of("greedy ranked as ours", "hungarian ranked as ours")) {
            line(Figure.AP, "ours - " + baseline, swaps.difference("ours", baseline, Figure.AP));
        }
        price("ours", new OptimalGrouping(MODEL, solver()), images);
        price("greedy", greedy, images);
        price("hungarian", hungarian, images);
    }

    /** All methods, then ours with and without weak people minus each baseline. */
    private static void tables(Comparison comparison) {
        table(comparison, NetworksEvaluationTest.FIGURES);
        for (String method : List.of("ours", "ours, weak people left out")) {
            for (String other : List.of("greedy", "hungarian")) {
                difference(comparison, NetworksEvaluationTest.FIGURES, method, other);
            }
        }
    }

    private static List<GroupedPerson> strong(LabelledImage image) {
        Problem problem = MODEL.problem(image.evidence());
        return Ideal.people(image).stream()
                .map(body -> new GroupedPerson(body.candidate(), Strength.of(problem, BaselineChoice.joints(body))))
                .sorted(Comparator.comparingDouble(body -> -body.score()))
                .toList();
    }

    private static List<EvaluatedImage> evaluated(Baseline baseline, List<LabelledImage> images) {
        return images.stream()
                .map(image -> EvaluatedImage.of(image.evidence(), baseline.people(image.evidence()), image.truth()))
                .toList();
    }

    private static void price(String name, Baseline baseline, List<LabelledImage> images) {
        BaselineChoice.Price price = BaselineChoice.Price.of(baseline, MODEL, images);
        System.out.printf(
                Locale.ROOT,
                "%-10s by our costs: objective %s, %d people, %d of them forbidden%n",
                name,
                Micro.toString(price.objective()),
                price.people(),
                price.forbidden());
    }
}
