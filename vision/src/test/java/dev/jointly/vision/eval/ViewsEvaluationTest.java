package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.eval.TrainPhotos.Grouped;
import dev.jointly.vision.net.Views;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What flips, scales and sizes buy and cost; on photos of train2017 only. */
@Tag("slow")
class ViewsEvaluationTest {
    private static final String PLAIN = "656";

    private record Setting(String name, int longSide, Views views) {}

    private static final List<Setting> SETTINGS = List.of(
            new Setting(PLAIN, 656, Views.ONE),
            new Setting("656, flip", 656, new Views(true, List.of(1.0))),
            new Setting("656, scales 1,0.5", 656, new Views(false, List.of(1.0, 0.5))),
            new Setting("656, flip, scales 1,0.5", 656, new Views(true, List.of(1.0, 0.5))),
            new Setting("656, scales 1,1.5", 656, new Views(false, List.of(1.0, 1.5))),
            new Setting("448", 448, Views.ONE),
            new Setting("832", 832, Views.ONE));

    /** With the costs that were fitted without any of it, as users have them. */
    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void whatViewsBuy() throws IOException {
        Comparison comparison = new Comparison(1);
        List<CostModel> usual = List.of();
        for (Setting setting : SETTINGS) {
            double start = TrainPhotos.cpuSeconds();
            List<LabelledImage> images = TrainPhotos.images(setting.longSide(), setting.views());
            double seconds = TrainPhotos.cpuSeconds() - start;
            usual = usual.isEmpty() ? TrainPhotos.models(images) : usual;
            List<Grouped> photos = TrainPhotos.grouped(images, usual);
            add(
                    comparison,
                    setting.name(),
                    photos.stream()
                            .map(photo -> photo.evaluated(photo.problem()))
                            .toList());
            System.out.printf(Locale.ROOT, "%.2f s of CPU per image%n", seconds / images.size());
            add(comparison, setting.name() + ", refined", SecondLookEvaluationTest.refined(photos));
        }
        assertThat(comparison.value(PLAIN, Figure.AP)).isPositive();
    }

    private static String text(Bootstrap.Interval interval) {
        return String.format(Locale.ROOT, "%+.1f [%+.1f, %+.1f]", interval.value(), interval.low(), interval.high());
    }

    private static void add(Comparison comparison, String name, List<EvaluatedImage> evaluated) {
        comparison.add(name, evaluated);
        System.out.printf(
                Locale.ROOT,
                "%-32s AP %.1f, minus %s %s, AP50 %.1f, AR %.1f, precision %.1f, F1 %.1f, median error %.2f pixels%n",
                name,
                comparison.value(name, Figure.AP),
                PLAIN,
                text(comparison.difference(name, PLAIN, Figure.AP)),
                comparison.value(name, Figure.AP50),
                comparison.value(name, Figure.AR),
                comparison.value(name, Figure.PRECISION),
                comparison.value(name, Figure.F1),
                TrainPhotos.medianError(evaluated));
    }
}
