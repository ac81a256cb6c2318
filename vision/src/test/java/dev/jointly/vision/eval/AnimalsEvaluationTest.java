package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.eval.Comparison.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Mice and birds of DeepLabCut: costs and thresholds are learnt from four fifths of the frames and judged on the fifth, in turn;
 * a fifth is a run of frames, so that neighbours are on the same side. Prints the table of dev/evaluation.md; the
 * longer rows with -Djointly.tables=true only.
 */
@Tag("slow")
class AnimalsEvaluationTest {
    private static final int FOLDS = 5;

    static final Anatomy MOUSE = Anatomy.of(
            "mouse",
            List.of(
                    "snout",
                    "leftear",
                    "rightear",
                    "shoulder",
                    "spine1",
                    "spine2",
                    "spine3",
                    "spine4",
                    "tailbase",
                    "tail1",
                    "tail2",
                    "tailend"),
            List.of("shoulder", "spine2", "tailbase"),
            List.of(
                    List.of("snout", "leftear"),
                    List.of("snout", "rightear"),
                    List.of("snout", "shoulder"),
                    List.of("shoulder", "spine1"),
                    List.of("spine1", "spine2"),
                    List.of("spine2", "spine3"),
                    List.of("spine3", "spine4"),
                    List.of("spine4", "tailbase"),
                    List.of("tailbase", "tail1"),
                    List.of("tail1", "tail2"),
                    List.of("tail2", "tailend")));

    static final Anatomy BIRD = Anatomy.of(
            "bird",
            List.of("head", "tail", "leftwing", "rightwing"),
            List.of("head", "tail", "leftwing"),
            List.of(List.of("head", "tail"), List.of("head", "leftwing"), List.of("head", "rightwing")));

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void sixtyFramesOfMice() {
        compare("dlc_trimouse_eval60.json.gz", MOUSE);
    }

    @Test
    void tenFramesOfMice() {
        compare("dlc_trimouse_eval10.json.gz", MOUSE);
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void thirtyFramesOfBirds() {
        compare("dlc_montblanc_eval30.json.gz", BIRD);
    }

    private static void compare(String file, Anatomy anatomy) {
        List<LabelledImage> images = TrainingImages.animals(file, anatomy);
        Function<Problem, List<Pose>> solver = PeopleEvaluationTest.solver();
        Comparison comparison = new Comparison(1);
        System.out.println(file);
        comparison.add(
                "ours",
                inTurn(
                        images,
                        rest -> new OptimalGrouping(
                                new Learning(anatomy, TuningMetric.F1, solver, (tolerance, model, value) -> {})
                                        .learn("fold", rest),
                                solver)));
        comparison.add("greedy", inTurn(images, rest -> BaselineChoice.greedy(anatomy, rest, TuningMetric.F1)));
        comparison.add("hungarian", inTurn(images, rest -> BaselineChoice.hungarian(anatomy, rest, TuningMetric.F1)));
        comparison.add(
                "ideal",
                images.stream()
                        .map(image -> EvaluatedImage.of(image.evidence(), Ideal.people(image), image.truth()))
                        .toList());
        PeopleEvaluationTest.print(
                comparison, List.of(Figure.F1, Figure.ACCURACY, Figure.PRECISION), List.of("greedy", "hungarian"));
        assertThat(comparison.interval("ours", Figure.F1).value()).isGreaterThan(75);
    }

    /** Each fold's scenes by a method learnt from the other folds. */
    static List<EvaluatedImage> inTurn(List<LabelledImage> images, Function<List<LabelledImage>, Baseline> learn) {
        List<EvaluatedImage> evaluated = new ArrayList<>();
        for (int fold = 0; fold < FOLDS; fold++) {
            List<LabelledImage> rest = new ArrayList<>();
            List<LabelledImage> own = new ArrayList<>();
            for (int i = 0; i < images.size(); i++) {
                (i * FOLDS / images.size() == fold ? own : rest).add(images.get(i));
            }
            Baseline baseline = learn.apply(rest);
            for (LabelledImage image : own) {
                evaluated.add(EvaluatedImage.of(image.evidence(), baseline.people(image.evidence()), image.truth()));
            }
        }
        return evaluated;
    }
}
