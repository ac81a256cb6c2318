package dev.jointly.vision.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.evidence.Evidence;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.eval.Comparison;
import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.eval.EvaluatedImage;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import dev.jointly.vision.eval.OptimalGrouping;
import dev.jointly.vision.fixture.ForeignNetworks;
import dev.jointly.vision.fixture.ForeignNetworks.Output;
import dev.jointly.vision.net.PeopleDecoder.Reach;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Exact grouping of voted evidence against the network's own suppression, on simulated hypotheses: docs/your-network.md. */
class PeopleInCrowdsTest {
    /** From one person to the next, in heights: apart, shoulder to shoulder, one behind the other. */
    private static final double[] STEPS = {0.5, 0.25, 0.15, 0.08};

    private static final double[] OVERLAPS = {0.45, 0.6, 0.7, 0.8, 0.9};
    private static final double[] LEAST = {0.1, 0.25, 0.4, 0.5};
    private static final List<Figure> FIGURES = List.of(Figure.F1, Figure.PEOPLE_F1, Figure.AP);

    @TempDir
    Path dir;

    private static Function<Problem, List<Pose>> solver() {
        Solver solver = new Solver(new HighsEngine());
        Settings settings = Settings.defaults().withTimeLimit(Duration.ofSeconds(2));
        return problem -> solver.solve(problem, settings).poses();
    }

    /** That of a network of Ultralytics, as it is recognised. */
    private ModelCard card() throws IOException {
        Path file = ForeignNetworks.write(
                dir.resolve("yolo.onnx"),
                "images",
                new long[] {1, 3, 640, 640},
                ForeignNetworks.ultralytics(),
                new Output("output0", new long[] {1, 56, 1}, new float[56]));
        return Recognition.model(file).card();
    }

    private static List<SimulatedHypotheses> images(int from, int count, double step) {
        return IntStream.range(from, from + count)
                .mapToObj(seed -> new SimulatedHypotheses(seed, step))
                .toList();
    }

    private static EvaluatedImage suppressed(SimulatedHypotheses image, double overlap, double least) {
        return new EvaluatedImage(
                image.truth,
                image.suppressed(overlap, least).stream()
                        .map(row -> new Found(row.x(), row.y(), row.score()))
                        .toList());
    }

    /** The centres alone, each with all of its own joints: suppression by the likeness of joints instead of boxes. */
    private static EvaluatedImage centres(SimulatedHypotheses image, double least) {
        List<Found> kept = new ArrayList<>();
        List<SimulatedHypotheses.Row> rows = image.suppressed(2, least);
        List<CentreDecoder.ExpectedPerson> poses = new ArrayList<>();
        for (SimulatedHypotheses.Row row : rows) {
            CentreDecoder.ExpectedPerson pose =
                    new CentreDecoder.ExpectedPerson(0, 0, Math.sqrt(row.box()[2] * row.box()[3]), row.x(), row.y());
            if (poses.stream().noneMatch(other -> other.likeness(pose) >= PeopleDecoder.SAME_PERSON)) {
                poses.add(pose);
                kept.add(new Found(row.x(), row.y(), row.score()));
            }
        }
        return new EvaluatedImage(image.truth, kept);
    }

    private static EvaluatedImage grouped(ModelCard card, SimulatedHypotheses image, Reach reach, CostModel costs) {
        PeopleDecoder decoder = (PeopleDecoder) card.decoder();
        Placement whole = new Placement(SimulatedHypotheses.WIDTH, 640, 0, 0, SimulatedHypotheses.WIDTH, 640);
        Decoder.Found found = new PeopleDecoder(decoder.centre(), decoder.joints(), false, reach)
                .decode(card, image.maps(), Cells.of(whole, 1, SimulatedHypotheses.WIDTH, 640));
        Evidence evidence = new Evidence(image.truth.id(), null, card.partNames(), found.candidates(), found.edges());
        return EvaluatedImage.of(evidence, new OptimalGrouping(costs, solver()).people(evidence), image.truth);
    }

    /** The overlap and the least score with which suppression has the best F1 of joints on average of these lists of images. */
    private static double[] tuned(List<List<SimulatedHypotheses>> lists) {
        double[] best = {0, 0};
        double most = -1;
        for (double overlap : OVERLAPS) {
            for (double least : LEAST) {
                double value = 0;
                for (List<SimulatedHypotheses> images : lists) {
                    value += f1(images.stream()
                            .map(image -> suppressed(image, overlap, least))
                            .toList());
                }
                if (value > most) {
                    most = value;
                    best = new double[] {overlap, least};
                }
            }
        }
        return best;
    }

    private static double f1(List<EvaluatedImage> images) {
        Comparison one = new Comparison(1);
        one.add("it", images);
        return one.value("it", Figure.F1);
    }

    private static CostModel costs(ModelCard card) {
        return ShippedCosts.orGuesses(
                card.name(), card.anatomy(), card.decoder().measure());
    }

    /** With one setting each, on images that nothing was chosen on. */
    @Test
    void groupingIsNoWorseThanSuppression() throws IOException {
        ModelCard card = card();
        CostModel costs = costs(card);
        for (double step : new double[] {STEPS[1], STEPS[2]}) {
            List<SimulatedHypotheses> images = images(100, 4, step);
            assertThat(f1(images.stream()
                            .map(image -> grouped(card, image, Reach.MEASURED, costs))
                            .toList()))
                    .isGreaterThan(f1(images.stream()
                                    .map(image -> suppressed(image, 0.6, 0.4))
                                    .toList())
                            - 0.5);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void tables() throws IOException {
        ModelCard card = card();
        CostModel costs = costs(card);
        double[] best = tuned(
                DoubleStream.of(STEPS).mapToObj(step -> images(0, 20, step)).toList());
        for (double step : STEPS) {
            double[] own = tuned(List.of(images(0, 20, step)));
            List<SimulatedHypotheses> images = images(1000, 20, step);
            Comparison comparison = new Comparison(1);
            comparison.add("suppression", suppressed(images, best));
            comparison.add("suppression, tuned for the row", suppressed(images, own));
            comparison.add(
                    "centres with their own joints",
                    images.stream().map(image -> centres(image, 0.3)).toList());
            comparison.add(
                    "grouping",
                    images.stream()
                            .map(image -> grouped(card, image, Reach.MEASURED, costs))
                            .toList());
            System.out.printf(
                    Locale.ROOT,
                    "overlap with the neighbour %.2f, suppression %.2f and %.2f, for the row %.2f and %.2f%n",
                    images.stream()
                            .mapToDouble(SimulatedHypotheses::crowding)
                            .average()
                            .orElseThrow(),
                    best[0],
                    best[1],
                    own[0],
                    own[1]);
            for (String method : comparison.methods()) {
                System.out.print("| " + method);
                for (Figure figure : FIGURES) {
                    var value = comparison.interval(method, figure);
                    System.out.printf(Locale.ROOT, " | %.1f [%.1f, %.1f]", value.value(), value.low(), value.high());
                }
                System.out.println(" |");
            }
        }
    }

    private static List<EvaluatedImage> suppressed(List<SimulatedHypotheses> images, double[] setting) {
        return images.stream()
                .map(image -> suppressed(image, setting[0], setting[1]))
                .toList();
    }
}
