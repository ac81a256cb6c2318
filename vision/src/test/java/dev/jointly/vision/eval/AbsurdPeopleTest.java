package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.io.fixture.CocoPeople;
import dev.jointly.io.fixture.RealData;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.CostModel.Kinds;
import dev.jointly.vision.cost.Fit;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.draw.Overlay;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import dev.jointly.vision.eval.Stretch.TooLong;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Counts people with a link that is too long by {@link Stretch}, with the costs as they were and as they are now: the images of
 * train2017 by models not fitted to them, those of val2017, of which nothing else is looked at, by a model of all of
 * train2017. With {@code -Djointly.absurd=FOLDER} prints the figures of docs/absurd-people.md and draws its images into the folder.
 */
@Tag("slow")
class AbsurdPeopleTest {
    private static final CostModel SHIPPED =
            ShippedCosts.of("openpose-mobilenet").orElseThrow();
    private static final double TOLERANCE = 0.3;

    /** Three that people had laughed at, then those with the longest links before. */
    private static final List<String> DRAWN = List.of(
            "000000000544",
            "000000000542",
            "000000397133",
            "000000078915",
            "000000073626",
            "000000366948",
            "000000016355",
            "000000259137",
            "000000114907",
            "000000361248");

    static Stretch stretch() {
        return Stretch.of(
                SHIPPED.anatomy(),
                CocoPeople.read(RealData.file("coco/coco_train2017_multiperson.json.gz")).stream()
                        .map(BodySize::withAreas)
                        .toList());
    }

    /** A unary gain of 1, and nearly no pair left out: hopeless was compared with the weighed cost. */
    static CostModel asBefore(CostModel fitted) {
        Kinds kinds = fitted.kinds();
        return fitted.withBalance(
                        new Kinds(new Kind(1, 1), kinds.limb(), kinds.reach(), kinds.twin()), fitted.poseCost())
                .withHopeless(5 / kinds.reach().weight());
    }

    /** A person as the rule sees it. */
    static Found found(Problem problem, Pose pose) {
        double[] x = new double[problem.anatomy().size()];
        double[] y = new double[x.length];
        Arrays.fill(x, Double.NaN);
        Arrays.fill(y, Double.NaN);
        pose.global().forEach((part, d) -> {
            Double left = problem.detections().get(d).x();
            Double top = problem.detections().get(d).y();
            x[part] = left == null ? Double.NaN : left;
            y[part] = top == null ? Double.NaN : top;
        });
        return new Found(x, y, 0);
    }

    /** What became of the images by one kind of costs. */
    private static final class Count {
        private final Map<String, Integer> terms = new TreeMap<>();
        private int people;
        private int absurd;

        void add(Problem problem, List<Pose> poses, Stretch stretch) {
            for (Pose pose : poses) {
                List<TooLong> links = stretch.tooLong(found(problem, pose));
                people++;
                absurd += links.isEmpty() ? 0 : 1;
                links.forEach(link -> terms.merge(term(problem, pose, link), 1, Integer::sum));
            }
        }

        private static String term(Problem problem, Pose pose, TooLong link) {
            if (!problem.anatomy().mayPair(link.a(), link.b())) {
                return "no pair";
            }
            int a = pose.global().getOrDefault(link.a(), -1);
            int b = pose.global().getOrDefault(link.b(), -1);
            String kind = problem.anatomy().isLimb(link.a(), link.b()) ? "limb" : "reach";
            return kind + (problem.pairs().cost(a, b) <= 0 ? " for it" : " against it");
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%d of %d people absurd; links by term %s", absurd, people, terms);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.absurd", matches = ".+", disabledReason = "only to count and draw")
    void countAndDraw() throws IOException {
        Path folder = Path.of(System.getProperty("jointly.absurd", ""));
        Files.createDirectories(folder);
        Stretch stretch = stretch();
        Function<Problem, List<Pose>> solver = PeopleEvaluationTest.solver(0.003);
        List<LabelledImage> train = TrainingImages.train();
        List<CostModel> folds = Learning.foldModels(SHIPPED.anatomy(), TOLERANCE, train);
        CostModel all = new Fit(SHIPPED.anatomy(), Fit.Options.defaults().withTolerance(TOLERANCE)).fit("all", train);
        List<LabelledImage> images = new ArrayList<>(train);
        images.addAll(TrainingImages.val());
        Map<String, Count> counts = new TreeMap<>();
        for (int i = 0; i < images.size(); i++) {
            boolean own = i < train.size();
            CostModel now = own ? folds.get(Learning.fold(i, train.size())) : all;
            List<BufferedImage> drawings = new ArrayList<>();
            for (String when : List.of("before", "now")) {
                CostModel model = when.equals("now") ? now : asBefore(now);
                Problem problem = model.problem(images.get(i).evidence());
                List<Pose> poses = solver.apply(problem);
                counts.computeIfAbsent((own ? "train" : "val") + " " + when, key -> new Count())
                        .add(problem, poses, stretch);
                drawings.add(drawing(problem, poses, stretch, when));
            }
            if (DRAWN.contains(images.get(i).evidence().id())) {
                Path file = folder.resolve(images.get(i).evidence().id() + ".png");
                ImageIO.write(beside(drawings), "png", file.toFile());
            }
        }
        counts.forEach((name, count) -> System.out.println(name + ": " + count));
        assertThat(counts.getOrDefault("train now", new Count()).absurd)
                .isPositive()
                .isLessThan(counts.getOrDefault("train before", new Count()).absurd);
    }

    /** Circles around the ends of links that are too long. */
    private static BufferedImage drawing(Problem problem, List<Pose> poses, Stretch stretch, String when) {
        Set<Integer> circled = new HashSet<>();
        int absurd = 0;
        for (Pose pose : poses) {
            List<TooLong> links = stretch.tooLong(found(problem, pose));
            absurd += links.isEmpty() ? 0 : 1;
            for (TooLong link : links) {
                circled.add(pose.global().getOrDefault(link.a(), 0));
                circled.add(pose.global().getOrDefault(link.b(), 0));
            }
        }
        String caption = String.format(Locale.ROOT, "%s: %d of %d people absurd", when, absurd, poses.size());
        return new Overlay(problem, poses, caption).withCircles(circled).image(null, 480);
    }

    private static BufferedImage beside(List<BufferedImage> drawings) {
        int width = drawings.stream().mapToInt(BufferedImage::getWidth).sum() + 8;
        int height = drawings.stream().mapToInt(BufferedImage::getHeight).max().orElse(0);
        BufferedImage both = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int left = 0;
        for (BufferedImage drawing : drawings) {
            both.getGraphics().drawImage(drawing, left, 0, null);
            left += drawing.getWidth() + 8;
        }
        return both;
    }
}
