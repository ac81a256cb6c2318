package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.annotator.Repair;
import dev.jointly.bench.annotator.Repair.Habits;
import dev.jointly.bench.annotator.Repair.Outcome;
import dev.jointly.bench.annotator.Target;
import dev.jointly.bench.annotator.TrueOwners;
import dev.jointly.bench.annotator.Unmatched;
import dev.jointly.bench.scene.LabelledPhotos;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.eval.Comparison;
import dev.jointly.vision.eval.Learning;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jointly-bench clicks}: how many clicks a grouping is from the right one. */
@Command(
        name = "clicks",
        description = {
            "Counts the clicks of simulated annotators until the people of labelled photos are right: with \"next doubt\" and a"
                    + " new solution after each click, the same in random order, and every wrong joint by hand.",
            "The CSV file has one line for each image."
        })
final class ClicksCommand implements Callable<Integer> {
    private static final String NETWORK = "openpose-mobilenet";

    @Option(
            names = "--detections",
            paramLabel = "FILE",
            description = "Default: $JOINTLY_DATA/detections/humans_train256_detections.json.gz.")
    @Nullable
    Path detections;

    @Option(
            names = "--labels",
            paramLabel = "FILE",
            description = "Default: $JOINTLY_DATA/coco/coco_train2017_multiperson.json.gz.")
    @Nullable
    Path labels;

    @Option(
            names = "--shipped",
            description =
                    "Costs as shipped, which are fitted to these photos. Default: each fifth of the photos by costs"
                            + " fitted to the others.")
    boolean shipped;

    @Option(
            names = "--unmatched",
            paramLabel = "WHERE",
            description =
                    "Where a detection is wrong that matches no labelled joint: LEFT (nowhere, the solver decides),"
                            + " LABELLED (in poses of labelled people) or EVERYWHERE. Default: LABELLED.")
    Unmatched unmatched = Unmatched.LABELLED;

    @Option(
            names = "--exact",
            description =
                    "Finds small margins exactly, by solving, as the page does in the background. Default: bounds.")
    boolean exact;

    @Option(
            names = "--confirm",
            description =
                    "Joints that \"next doubt\" showed and that were right are pinned where they are, without a click."
                            + " The page does not do so.")
    boolean confirm;

    @Option(names = "--seeds", paramLabel = "N", description = "Random orders of each image. Default: 3.")
    int seeds = 3;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = BenchDurations.class,
            description = "Time limit of one solve. Default: 5s.")
    Duration timeLimit = Duration.ofSeconds(5);

    @Option(names = "--csv", paramLabel = "FILE", description = "Also writes one line per image to this file.")
    @Nullable
    Path csv;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draws the share of right images over clicks, as PNG.")
    @Nullable
    Path plot;

    private final Solver solver = new Solver(new HighsEngine());

    @Override
    public Integer call() throws IOException {
        List<LabelledImage> photos = LabelledPhotos.read(
                file(detections, "detections/humans_train256_detections.json.gz"),
                file(labels, "coco/coco_train2017_multiperson.json.gz"));
        List<Problem> problems = problems(photos);
        List<RepairedImage> images = new ArrayList<>();
        for (int i = 0; i < photos.size(); i++) {
            RepairedImage image = repaired(photos.get(i), problems.get(i));
            images.add(image);
            System.err.println((i + 1) + " of " + photos.size() + ": " + image.id() + ", "
                    + image.doubt().clicks() + " clicks, by hand "
                    + image.first().byHand() + ", " + brief(image.seconds()) + " s");
        }
        ClicksSummary summary = new ClicksSummary(images);
        summary.print(System.out);
        summary.table().csv(csv);
        if (plot != null) {
            ClicksPlot.of(images).save(plot);
        }
        return 0;
    }

    private static Path file(@Nullable Path given, String usual) {
        if (given != null) {
            return given;
        }
        String data = System.getenv("JOINTLY_DATA");
        if (data == null) {
            throw new IllegalArgumentException(
                    "name files with --detections and --labels, or let JOINTLY_DATA name their folder");
        }
        return Path.of(data, usual);
    }

    private List<Problem> problems(List<LabelledImage> photos) {
        CostModel model = ShippedCosts.of(NETWORK).orElseThrow();
        if (shipped) {
            return photos.stream().map(photo -> model.problem(photo.evidence())).toList();
        }
        List<CostModel> models = Learning.foldModels(model.anatomy(), Comparison.TOLERANCE, photos);
        List<Problem> problems = new ArrayList<>();
        for (int i = 0; i < photos.size(); i++) {
            problems.add(models.get(Learning.fold(i, photos.size()))
                    .withBalance(model.kinds(), model.poseCost())
                    .problem(photos.get(i).evidence()));
        }
        return problems;
    }

    private RepairedImage repaired(LabelledImage photo, Problem problem) {
        TrueOwners owners = TrueOwners.of(photo, problem.anatomy(), Comparison.TOLERANCE);
        Target target = Target.of(problem, owners, unmatched);
        Repair repair = new Repair(solver, problem, target, Settings.defaults().withTimeLimit(timeLimit));
        long start = System.nanoTime();
        Outcome doubt = repair.byNextDoubt(new Habits(exact, confirm));
        double seconds = (System.nanoTime() - start) * 1e-9;
        List<Outcome> random =
                LongStream.rangeClosed(1, seeds).mapToObj(repair::inAnyOrder).toList();
        return new RepairedImage(problem.id(), target, repair.first(), doubt, random, seconds);
    }
}
