package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.annotator.Repair;
import dev.jointly.bench.annotator.Repair.Outcome;
import dev.jointly.bench.annotator.Target;
import dev.jointly.bench.annotator.TrueOwners;
import dev.jointly.bench.annotator.Unmatched;
import dev.jointly.bench.measure.Figures;
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
import java.util.function.ToIntFunction;
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
    private static final int MOST_IN_TABLE = 10;
    private static final int MOST_IN_PLOT = 40;

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

    @Option(names = "--seeds", paramLabel = "N", description = "Random orders of each image. Default: 5.")
    int seeds = 5;

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
        summarise(images);
        table(images).csv(csv);
        if (plot != null) {
            draw(images, plot);
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
        Outcome doubt = repair.byNextDoubt();
        double seconds = (System.nanoTime() - start) * 1e-9;
        List<Outcome> random =
                LongStream.rangeClosed(1, seeds).mapToObj(repair::inAnyOrder).toList();
        return new RepairedImage(problem.id(), target, repair.first(), doubt, random, seconds);
    }

    private static void summarise(List<RepairedImage> images) {
        List<RepairedImage> wrong =
                images.stream().filter(RepairedImage::wrongAtFirst).toList();
        System.out.println(images.size() + " images, "
                + sum(images, image -> image.target().people().size()) + " labelled people, "
                + sum(images, image -> image.target().groupable()) + " groupable joints");
        System.out.println("not groupable although detected: "
                + sum(images, image -> image.target().withoutMajor()) + " joints of people without a major part, "
                + sum(images, image -> image.target().forbidden()) + " joints forbidden with the others");
        System.out.println("wrong at first: " + wrong.size() + " images, "
                + sum(images, image -> image.first().misplaced()) + " joints misplaced, "
                + sum(images, image -> image.first().missing()) + " missing");
        List<ClickCurve> curves =
                List.of(ClickCurve.nextDoubt(images), ClickCurve.anyOrder(images), ClickCurve.byHand(images));
        System.out.println();
        TextTable table = new TextTable("clicks", "total", "mean", "median", "90 %", "most", "never right");
        curves.forEach(curve -> add(table, curve));
        table.print(System.out);
        TextTable shares = new TextTable("images right after", "next doubt", "any order", "by hand");
        for (int k = 0; k <= MOST_IN_TABLE; k++) {
            shares.add(
                    "" + k,
                    brief(curves.get(0).rightAfter(k)),
                    brief(curves.get(1).rightAfter(k)),
                    brief(curves.get(2).rightAfter(k)));
        }
        shares.print(System.out);
        compare(wrong);
        solves("next doubt", images.stream().map(RepairedImage::doubt).toList());
        solves(
                "any order",
                images.stream().flatMap(image -> image.random().stream()).toList());
    }

    /** Of images that were never right, the clicks until that was known do not count. */
    private static void add(TextTable table, ClickCurve curve) {
        double[] right = curve.clicks().stream()
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .toArray();
        double total = java.util.Arrays.stream(right).sum();
        table.add(
                curve.name(),
                brief(total),
                brief(total / right.length),
                brief(Figures.median(curve.array())),
                brief(Figures.quantile(0.9, curve.array())),
                brief(Figures.quantile(1, right)),
                "" + (curve.clicks().size() - right.length));
    }

    private static void compare(List<RepairedImage> wrong) {
        List<RepairedImage> both =
                wrong.stream().filter(image -> image.doubt().right()).toList();
        System.out.println("next doubt against by hand, where wrong at first and right in the end: fewer clicks in "
                + both.stream()
                        .filter(image -> image.doubt().clicks() < image.first().byHand())
                        .count()
                + " images, as many in "
                + both.stream()
                        .filter(image -> image.doubt().clicks() == image.first().byHand())
                        .count()
                + ", more in "
                + both.stream()
                        .filter(image -> image.doubt().clicks() > image.first().byHand())
                        .count()
                + "; " + sum(both, image -> image.doubt().clicks()) + " clicks against "
                + sum(both, image -> image.first().byHand()));
    }

    private static void solves(String name, List<Outcome> outcomes) {
        System.out.println(name + ": " + count(outcomes, Outcome::clicks) + " clicks, "
                + count(outcomes, Outcome::doubtfulClicks)
                + " of them on joints shown as doubtful; " + count(outcomes, Outcome::looks) + " looks, "
                + count(outcomes, Outcome::newLooks) + " of them new; " + count(outcomes, Outcome::solves) + " solves, "
                + count(outcomes, Outcome::notProven) + " not proven in time; " + count(outcomes, Outcome::refused)
                + " pins refused, " + count(outcomes, Outcome::undecided) + " undecided");
    }

    private TextTable table(List<RepairedImage> images) {
        TextTable table = new TextTable(
                "image",
                "people",
                "groupable",
                "without major",
                "forbidden",
                "misplaced at first",
                "missing at first",
                "clicks next doubt",
                "of these doubtful",
                "looks",
                "new looks",
                "right",
                "clicks by hand",
                "clicks any order",
                "right any order",
                "refused",
                "not proven",
                "seconds");
        for (RepairedImage image : images) {
            table.add(
                    image.id(),
                    "" + image.target().people().size(),
                    "" + image.target().groupable(),
                    "" + image.target().withoutMajor(),
                    "" + image.target().forbidden(),
                    "" + image.first().misplaced(),
                    "" + image.first().missing(),
                    "" + image.doubt().clicks(),
                    "" + image.doubt().doubtfulClicks(),
                    "" + image.doubt().looks(),
                    "" + image.doubt().newLooks(),
                    image.doubt().right() ? "yes" : "no",
                    "" + image.first().byHand(),
                    brief(image.randomClicks()),
                    image.random().stream().filter(Outcome::right).count() + " of "
                            + image.random().size(),
                    "" + (image.doubt().refused() + image.doubt().undecided()),
                    "" + image.doubt().notProven(),
                    brief(image.seconds()));
        }
        return table;
    }

    private static void draw(List<RepairedImage> images, Path file) throws IOException {
        ClicksPlot chart = new ClicksPlot(images.size() + " images: right after so many clicks", MOST_IN_PLOT);
        chart.add("Jointly, next doubt", ClickCurve.nextDoubt(images));
        chart.add("Jointly, any order", ClickCurve.anyOrder(images));
        chart.add("by hand", ClickCurve.byHand(images));
        chart.save(file);
    }

    private static int sum(List<RepairedImage> images, ToIntFunction<RepairedImage> value) {
        return images.stream().mapToInt(value).sum();
    }

    private static int count(List<Outcome> outcomes, ToIntFunction<Outcome> value) {
        return outcomes.stream().mapToInt(value).sum();
    }
}
