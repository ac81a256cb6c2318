package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.eval.TrainPhotos.Grouped;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.net.SinglePose;
import dev.jointly.vision.net.Views;
import dev.jointly.vision.refine.SecondLook;
import dev.jointly.vision.refine.SecondLook.Rule;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What a second look buys and costs, and the choice of its rule; on photos of train2017 only. */
@Tag("slow")
class SecondLookEvaluationTest {
    private static final double[] CONFIDENT = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
    private static final double[] NEAR = {0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5};
    private static final List<Figure> FIGURES = List.of(Figure.AP, Figure.AP50, Figure.AR, Figure.PRECISION);

    private static List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        for (double confident : CONFIDENT) {
            for (double near : NEAR) {
                rules.add(new Rule(confident, near));
            }
        }
        return rules;
    }

    private static BufferedImage photo(String id) throws IOException {
        for (Path photo : Photos.all()) {
            if (photo.getFileName().toString().startsWith(id)) {
                return PhotoReader.read(photo);
            }
        }
        throw new IOException("no photo " + id);
    }

    /** All photos under all rules; the network looks at each person once. */
    private static Map<Rule, List<EvaluatedImage>> moved(List<Grouped> photos) throws IOException {
        Map<Rule, List<EvaluatedImage>> moved = new LinkedHashMap<>();
        rules().forEach(rule -> moved.put(rule, new ArrayList<>()));
        Path file = TrainPhotos.installed(ModelStore.SECOND_LOOK);
        double seconds = 0;
        int people = 0;
        try (SinglePose network = SinglePose.open(file, Execution.cpu(1))) {
            for (Grouped grouped : photos) {
                BufferedImage photo = photo(grouped.image().evidence().id());
                Map<SinglePose.Square, List<SinglePose.Joint>> known = new HashMap<>();
                double start = TrainPhotos.cpuSeconds();
                new SecondLook(
                                (image, square) -> known.computeIfAbsent(square, key -> network.look(image, key)),
                                Rule.CHOSEN)
                        .moved(photo, grouped.problem(), grouped.people());
                seconds += TrainPhotos.cpuSeconds() - start;
                people += grouped.people().size();
                moved.forEach((rule, images) -> images.add(grouped.evaluated(new SecondLook(
                                (image, square) -> known.computeIfAbsent(square, key -> network.look(image, key)), rule)
                        .moved(photo, grouped.problem(), grouped.people()))));
            }
        }
        System.out.printf(Locale.ROOT, "%d people, %.1f ms of CPU per person%n", people, 1000 * seconds / people);
        return moved;
    }

    /** The photos with joints moved by the rule that was chosen. */
    static List<EvaluatedImage> refined(List<Grouped> photos) throws IOException {
        List<EvaluatedImage> images = new ArrayList<>();
        try (SinglePose network = SinglePose.open(TrainPhotos.installed(ModelStore.SECOND_LOOK), Execution.cpu(1))) {
            SecondLook second = new SecondLook(network::look, Rule.CHOSEN);
            for (Grouped grouped : photos) {
                BufferedImage photo = photo(grouped.image().evidence().id());
                images.add(grouped.evaluated(second.moved(photo, grouped.problem(), grouped.people())));
            }
        }
        return images;
    }

    private static double ap(List<EvaluatedImage> images) {
        Comparison comparison = new Comparison(1);
        comparison.add("one", images);
        return comparison.value("one", Figure.AP);
    }

    /** Each fifth of the photos by the rule that is best on the other four. */
    private static List<EvaluatedImage> heldOut(Map<Rule, List<EvaluatedImage>> byRule, int size) {
        List<EvaluatedImage> images = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int fold = Learning.fold(i, size);
            List<EvaluatedImage> best = byRule.values().stream()
                    .max(Comparator.comparingDouble(all -> ap(IntStream.range(0, size)
                            .filter(k -> Learning.fold(k, size) != fold)
                            .mapToObj(all::get)
                            .toList())))
                    .orElseThrow();
            images.add(best.get(i));
        }
        return images;
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void whatASecondLookBuys() throws IOException {
        var seen = TrainPhotos.images(656, Views.ONE);
        List<Grouped> photos = TrainPhotos.grouped(seen, TrainPhotos.models(seen));
        Map<Rule, List<EvaluatedImage>> byRule = moved(photos);
        Map<String, List<EvaluatedImage>> rows = new LinkedHashMap<>();
        rows.put("as found", photos.stream().map(p -> p.evaluated(p.problem())).toList());
        byRule.forEach((rule, images) -> rows.put(rule.toString(), images));
        rows.put("held out", heldOut(byRule, photos.size()));
        Comparison comparison = new Comparison(1);
        rows.forEach((name, images) -> {
            comparison.add(name, images);
            System.out.printf(
                    Locale.ROOT,
                    "%-34s AP %.1f, AP50 %.1f, AR %.1f, precision %.1f, median error %.2f pixels%n",
                    name,
                    comparison.value(name, Figure.AP),
                    comparison.value(name, Figure.AP50),
                    comparison.value(name, Figure.AR),
                    comparison.value(name, Figure.PRECISION),
                    TrainPhotos.medianError(images));
        });
        for (String name : List.of("as found", Rule.CHOSEN.toString(), "held out")) {
            FIGURES.forEach(figure -> System.out.printf(
                    Locale.ROOT,
                    "%s of %s: %s, minus as found %s%n",
                    figure,
                    name,
                    comparison.interval(name, figure),
                    comparison.difference(name, "as found", figure)));
        }
        assertThat(comparison.value("held out", Figure.AP)).isGreaterThan(comparison.value("as found", Figure.AP));
    }
}
