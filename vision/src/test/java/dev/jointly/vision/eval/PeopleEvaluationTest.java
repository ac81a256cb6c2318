package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.Picture;
import dev.jointly.vision.cost.Measure;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingPictures;
import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.Comparison.Figure;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The 49 pictures of val2017; with -Djointly.tables=true, which takes minutes, prints the tables of docs/evaluation.md. */
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

    static void print(Comparison comparison, List<Figure> figures, List<String> peers) {
        for (Figure figure : figures) {
            for (String method : comparison.methods()) {
                line(figure, method, comparison.interval(method, figure));
            }
            for (String peer : peers) {
                line(figure, "ours - " + peer, comparison.lead("ours", peer, figure));
            }
        }
    }

    private static void line(Figure figure, String what, Interval i) {
        System.out.printf(Locale.ROOT, "%-9s %-32s %6.2f [%.2f, %.2f]%n", figure, what, i.value(), i.low(), i.high());
    }

    /** The peers with the thresholds that the tables' search finds for them. */
    @Test
    void oursIsAheadOnVal2017() {
        List<Picture> pictures = TrainingPictures.val();
        double ours = TuningMetric.of(new OptimalGrouping(MODEL, solver()), pictures);
        assertThat(ours)
                .isGreaterThan(0.27)
                .isGreaterThan(TuningMetric.of(new GreedyBaseline(MODEL.anatomy(), 0, 3, 0), pictures))
                .isGreaterThan(TuningMetric.of(new HungarianBaseline(MODEL.anatomy(), true, 0, 5), pictures));
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void oursBesideThePeersOnVal2017() {
        List<Picture> pictures = TrainingPictures.val();
        assertThat(pictures).hasSize(49);
        List<Picture> train = TrainingPictures.train();
        Anatomy anatomy = MODEL.anatomy();
        Comparison comparison = new Comparison(1);
        List<EvaluatedImage> ours = scenes(new OptimalGrouping(MODEL, solver()), pictures);
        Baseline greedy = BaselineChoice.greedy(anatomy, train);
        Baseline hungarian = BaselineChoice.hungarian(anatomy, train);
        comparison.add("ours", ours);
        comparison.add("greedy", pictures, greedy);
        comparison.add("hungarian", pictures, hungarian);
        List<Figure> figures =
                List.of(Figure.AP, Figure.AP50, Figure.AR, Figure.PCKH, Figure.ACCURACY, Figure.PRECISION);
        print(comparison, figures, List.of("greedy", "hungarian"));

        Comparison swaps = new Comparison(1);
        swaps.add("ours", ours);
        swaps.add(
                "ours, default costs",
                pictures,
                new OptimalGrouping(CostModel.defaults(anatomy, Measure.FIELD), solver()));
        swaps.add("greedy ranked as ours", pictures, BaselineChoice.ranked(greedy, MODEL));
        swaps.add("hungarian ranked as ours", pictures, BaselineChoice.ranked(hungarian, MODEL));
        swaps.add("greedy as published", pictures, GreedyBaseline.published(anatomy));
        swaps.add("ours, ideal ranking", ours.stream().map(Ideal::ranked).toList());
        swaps.add(
                "greedy, ideal ranking",
                scenes(greedy, pictures).stream().map(Ideal::ranked).toList());
        swaps.add(
                "hungarian, ideal ranking",
                scenes(hungarian, pictures).stream().map(Ideal::ranked).toList());
        List<EvaluatedImage> ideal = pictures.stream()
                .map(picture -> Alignment.scene(picture.evidence(), strong(picture), picture.truth()))
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
        for (String peer : List.of("greedy ranked as ours", "hungarian ranked as ours")) {
            line(Figure.AP, "ours - " + peer, swaps.lead("ours", peer, Figure.AP));
        }
        price("ours", new OptimalGrouping(MODEL, solver()), pictures);
        price("greedy", greedy, pictures);
        price("hungarian", hungarian, pictures);
    }

    /** Which formula ranks people best, on training pictures by models that have not seen them. */
    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void strengthRanksBetterThanCost() {
        List<Picture> pictures = TrainingPictures.train();
        List<CostModel> models = Learning.foldModels(MODEL.anatomy(), 0.3, pictures);
        Function<Problem, List<Pose>> solver = solver(0.003);
        List<Problem> problems = IntStream.range(0, pictures.size())
                .mapToObj(i -> models.get(Learning.fold(i, pictures.size()))
                        .withBalance(MODEL.kinds(), MODEL.poseCost())
                        .problem(pictures.get(i).evidence()))
                .toList();
        List<List<Pose>> poses = problems.stream().map(solver).toList();
        Ranking strength = (problem, pose) -> Strength.of(problem, pose.global().values());
        Ranking cost = (problem, pose) -> -Micro.toDouble(pose.cost(problem));
        Ranking mean = (problem, pose) -> pose.global().values().stream()
                .mapToDouble(d -> score(problem, d))
                .average()
                .orElse(0);
        double strong = ap(pictures, problems, poses, strength);
        double cheap = ap(pictures, problems, poses, cost);
        System.out.printf(
                Locale.ROOT,
                "%d training pictures: ranked by strength %.2f AP, minus the cost %.2f, mean score %.2f, sum %.2f%n",
                pictures.size(),
                strong,
                cheap,
                ap(pictures, problems, poses, mean),
                ap(
                        pictures,
                        problems,
                        poses,
                        (problem, pose) ->
                                mean.of(problem, pose) * pose.global().size()));
        assertThat(strong).isGreaterThan(cheap);
    }

    private interface Ranking {
        double of(Problem problem, Pose pose);
    }

    private static double score(Problem problem, int d) {
        Double score = problem.detections().get(d).score();
        return score == null ? 1 : score;
    }

    private static double ap(List<Picture> pictures, List<Problem> problems, List<List<Pose>> poses, Ranking ranking) {
        return 100
                * TuningMetric.of(IntStream.range(0, pictures.size())
                        .mapToObj(i -> {
                            Problem problem = problems.get(i);
                            int[] part = IntStream.range(0, problem.size())
                                    .map(problem::part)
                                    .toArray();
                            List<GroupedPerson> bodies = poses.get(i).stream()
                                    .map(pose -> new GroupedPerson(
                                            GroupedPerson.of(
                                                            pose,
                                                            problem,
                                                            part,
                                                            problem.anatomy().size())
                                                    .candidate(),
                                            ranking.of(problem, pose)))
                                    .toList();
                            return Alignment.scene(
                                    pictures.get(i).evidence(),
                                    bodies,
                                    pictures.get(i).truth());
                        })
                        .toList());
    }

    private static List<GroupedPerson> strong(Picture picture) {
        Problem problem = MODEL.problem(picture.evidence());
        return Ideal.bodies(picture).stream()
                .map(body -> new GroupedPerson(body.candidate(), Strength.of(problem, BaselineChoice.joints(body))))
                .sorted(Comparator.comparingDouble(body -> -body.score()))
                .toList();
    }

    private static List<EvaluatedImage> scenes(Baseline peer, List<Picture> pictures) {
        return pictures.stream()
                .map(picture -> Alignment.scene(picture.evidence(), peer.bodies(picture.evidence()), picture.truth()))
                .toList();
    }

    private static void price(String name, Baseline peer, List<Picture> pictures) {
        BaselineChoice.Price price = BaselineChoice.Price.of(peer, MODEL, pictures);
        System.out.printf(
                Locale.ROOT,
                "%-10s by our costs: objective %s, %d bodies, %d of them forbidden%n",
                name,
                Micro.toString(price.objective()),
                price.bodies(),
                price.forbidden());
    }
}
