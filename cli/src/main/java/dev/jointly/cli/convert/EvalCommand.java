package dev.jointly.cli.convert;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.Exit;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.report.ProgressBar;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.eval.Baseline;
import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.Comparison;
import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.eval.GreedyBaseline;
import dev.jointly.vision.eval.GroupedPerson;
import dev.jointly.vision.eval.HungarianBaseline;
import dev.jointly.vision.eval.OptimalGrouping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly eval}. */
@Command(
        name = "eval",
        description =
                "Measures the accuracy of Jointly, greedy parsing and Hungarian grouping on the same detections, against"
                        + " annotations.",
        footer = {
            "",
            "In brackets: 95 %% bootstrap intervals over the images. \"ours - greedy\" is the difference between the two methods"
                    + " on the same samples.",
            "Example: jointly eval --evidence seen.ndjson --truth person_keypoints.json"
        })
public final class EvalCommand extends JointlyCommand implements Callable<Integer> {
    private static final double GAP = 0;

    @Mixin
    LabelledImages labelled = new LabelledImages();

    @Mixin
    SharedOption<String> costs = SharedOption.costs("the one that comes with openpose-mobilenet.");

    @Option(
            names = "--least-affinity",
            paramLabel = "A",
            description = "Baselines ignore links of lower affinity. Default: 0.05.")
    double leastAffinity = 0.05;

    @Option(
            names = "--least-joints",
            paramLabel = "N",
            description = "Baselines drop people with fewer joints. Default: 3.")
    int leastJoints = 3;

    @Mixin
    SharedOption<Duration> timeLimit =
            SharedOption.timeLimit(Duration.ofSeconds(60), "Time limit for grouping each image. Default: 60s.");

    @Option(names = "--seed", paramLabel = "S", description = "Seed of the bootstrap samples. Default: 1.")
    long seed = 1;

    @Override
    public Integer call() {
        CostModel model = model();
        Anatomy anatomy = model.anatomy();
        List<LabelledImage> images = labelled.read(
                console().in(), anatomy, "name a cost model for this body with --costs (jointly fit makes one)");
        boolean areas = images.stream()
                .flatMap(image -> image.truth().people().stream())
                .allMatch(person -> person.area() > 0);
        Map<String, Baseline> methods = new LinkedHashMap<>();
        methods.put("ours", new OptimalGrouping(model, solving().grouping(timeLimit.value(), GAP)));
        methods.put("greedy", new GreedyBaseline(anatomy, leastAffinity, GreedyBaseline.PYTHON_SHARE, leastJoints, 0));
        methods.put("hungarian", new HungarianBaseline(anatomy, true, leastAffinity, leastJoints));
        Comparison comparison = new Comparison(seed);
        String table;
        try (ProgressBar progress = new ProgressBar(console(), true, "groupings", methods.size() * images.size())) {
            methods.forEach((name, method) -> comparison.add(name, images, evidence -> {
                List<GroupedPerson> people = method.people(evidence);
                progress.step();
                return people;
            }));
            table = table(comparison, images.size(), areas);
        }
        console().print(table);
        return Exit.DONE;
    }

    private CostModel model() {
        if (costs.given() != null) {
            return CostModelReader.read(Path.of(costs.value()));
        }
        return ShippedCosts.of("openpose-mobilenet")
                .orElseThrow(() -> new BadInputException("--costs: no cost model comes with the program"));
    }

    private static String table(Comparison comparison, int images, boolean areas) {
        List<Figure> figures = Arrays.stream(Figure.values())
                .filter(figure -> areas || !figure.ofPeople())
                .toList();
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-18s", images + " images"));
        figures.forEach(figure -> text.append(String.format(Locale.ROOT, "  %-20s", figure)));
        for (String method : comparison.methods()) {
            text.append(String.format("%n%-18s", method));
            figures.forEach(figure -> text.append(cell(comparison.interval(method, figure), "%.1f")));
        }
        for (String baseline :
                comparison.methods().subList(1, comparison.methods().size())) {
            text.append(String.format("%n%-18s", "ours - " + baseline));
            figures.forEach(figure -> text.append(cell(comparison.difference("ours", baseline, figure), "%+.1f")));
        }
        return text.append(System.lineSeparator()).toString();
    }

    private static String cell(Interval interval, String number) {
        String format = number + " [" + number + ", " + number + "]";
        return String.format(
                "  %-20s", String.format(Locale.ROOT, format, interval.value(), interval.low(), interval.high()));
    }
}
