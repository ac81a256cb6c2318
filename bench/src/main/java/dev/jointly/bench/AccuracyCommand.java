package dev.jointly.bench;

import dev.jointly.bench.measure.TextTable;
import dev.jointly.bench.scene.Recipe;
import dev.jointly.bench.scene.SimulatedPeople;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.eval.Baseline;
import dev.jointly.vision.eval.BaselineSearch;
import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.Comparison;
import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.eval.OptimalGrouping;
import dev.jointly.vision.eval.TuningMetric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jointly-bench accuracy}: groupings of people seen by the simulated detector, against the truth. */
@Command(
        name = "accuracy",
        description =
                "Groups people of COCO val2017 and CrowdPose val, seen by a simulated detector, by our method and by both"
                        + " baselines, and compares with the truth.",
        footer = {
            "",
            "The costs come with the program, fitted to the same detector on people of train2017. The baselines get their best"
                    + " settings on other such people."
        })
final class AccuracyCommand implements Callable<Integer> {
    private static final List<Figure> FIGURES =
            List.of(Figure.AP, Figure.AP50, Figure.AR, Figure.ACCURACY, Figure.PRECISION, Figure.F1);
    private static final long SEED = 1;

    @Option(names = "--data", paramLabel = "FOLDER", description = "The data folder. Default: JOINTLY_DATA.")
    @Nullable
    Path data;

    @Option(names = "--share", paramLabel = "S", description = "Share of the images, above 0. Default: 1.")
    double share = 1;

    @Option(names = "--training", paramLabel = "N", description = "Images to tune the baselines on. Default: 120.")
    int training = 120;

    @Option(names = "--time-limit", paramLabel = "TIME", description = "For each image. Default: 60s.")
    Duration timeLimit = Duration.ofSeconds(60);

    @Override
    public Integer call() {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("--share is " + share + " but must be above 0 and at most 1");
        }
        Path folder = PaperCommand.data(data);
        SimulatedPeople train = SimulatedPeople.shipped();
        train.add("train", folder.resolve("coco/coco_train2017_multiperson.json.gz"));
        List<LabelledImage> known =
                train.draw(training, SEED).stream().map(train::labelled).toList();
        Baseline greedy = BaselineSearch.greedy(train.costs().anatomy(), known, TuningMetric.F1);
        Baseline hungarian = BaselineSearch.hungarian(train.costs().anatomy(), known, TuningMetric.F1);

        SimulatedPeople people = SimulatedPeople.shipped();
        people.add("coco", folder.resolve(PaperCommand.COCO));
        people.add("crowdpose", folder.resolve(PaperCommand.CROWDPOSE));
        AtomicInteger proven = new AtomicInteger();
        Solver solver = new Solver(new HighsEngine());
        Settings settings = Settings.defaults().withTimeLimit(timeLimit);
        Baseline ours = new OptimalGrouping(people.costs(), problem -> {
            Solution solution = solver.solve(problem, settings);
            proven.addAndGet(solution.status() == Solution.Status.OPTIMAL ? 1 : 0);
            return solution.poses();
        });
        TextTable table = new TextTable("images | grouping | AP | AP50 | AR | accuracy | precision | F1");
        groups(people).forEach((name, images) -> {
            Comparison comparison = new Comparison(SEED);
            comparison.add("ours", images, ours);
            comparison.add("greedy", images, greedy);
            comparison.add("Hungarian", images, hungarian);
            add(table, images.size() + " " + name, comparison);
        });
        table.print(System.out);
        System.out.println(proven + " problems proven optimal");
        return 0;
    }

    /** Single images and crowds of both collections. */
    private Map<String, List<LabelledImage>> groups(SimulatedPeople people) {
        Map<String, List<LabelledImage>> groups = new LinkedHashMap<>();
        List<Recipe> recipes = SimulatedPeople.shippedRecipes();
        for (int i = 0; i < recipes.size(); i++) {
            // evenly spread over the recipes, which are sorted by group
            if (Math.floor((i + 1) * share) > Math.floor(i * share)) {
                Recipe recipe = recipes.get(i);
                String name = recipe.source() + (recipe.crowd() ? ", crowds" : ", single images");
                groups.computeIfAbsent(name, group -> new ArrayList<>()).add(people.labelled(recipe));
            }
        }
        return groups;
    }

    private static void add(TextTable table, String images, Comparison comparison) {
        for (String method : comparison.methods()) {
            row(table, images, method, figure -> text(comparison.interval(method, figure), "%.1f"));
        }
        for (String other : List.of("greedy", "Hungarian")) {
            String minus = "ours minus " + other;
            row(table, images, minus, figure -> text(comparison.difference("ours", other, figure), "%+.1f"));
        }
    }

    private static void row(TextTable table, String images, String method, Function<Figure, String> cell) {
        table.add(Stream.concat(Stream.of(images, method), FIGURES.stream().map(cell))
                .toArray());
    }

    private static String text(Interval interval, String number) {
        String form = number + " [" + number + ", " + number + "]";
        return String.format(Locale.ROOT, form, interval.value(), interval.low(), interval.high());
    }
}
