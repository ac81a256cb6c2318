package dev.jointly.bench.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.io.json.JsonSource;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Annotation files in, problems out. */
class SimulatedPeopleTest {
    @TempDir
    Path folder;

    @Test
    void cocosOwnFormatIsRead() throws IOException {
        Path file = MadeUpPeople.write(folder.resolve("person_keypoints.json"), 3, 4, 1);
        SortedMap<Long, Truth> pictures = AnnotatedImages.read(file);
        assertThat(pictures).hasSize(3);
        assertThat(pictures.getOrDefault(1L, new Truth("", null, List.of(), List.of()))
                        .people())
                .hasSize(4)
                .allSatisfy(person -> {
                    assertThat(person.marked()).isEqualTo(14);
                    // between the shoulders, which COCO marks
                    assertThat(person.joints().get(0).x())
                            .isEqualTo((person.joints().get(2).x()
                                            + person.joints().get(5).x())
                                    / 2);
                });
    }

    @Test
    void theSameDiceMakeTheSameProblem() throws IOException {
        SimulatedPeople people = SimulatedPeople.shipped();
        people.add("coco", MadeUpPeople.write(folder.resolve("people.json"), 12, 7, 2));
        List<Recipe> recipes = people.draw(6, 3);
        assertThat(recipes).hasSize(6).filteredOn(Recipe::crowd).hasSize(3);
        assertThat(recipes).allSatisfy(recipe -> {
            assertThat(Recipe.of(recipe.line())).isEqualTo(recipe);
            assertThat(ProblemDigest.sha256(people.problem(people.evidence(recipe))))
                    .isEqualTo(recipe.sha256());
        });
        assertThat(recipes.stream().filter(Recipe::crowd).map(people::evidence))
                .allSatisfy(evidence -> assertThat(evidence.candidates()).hasSizeGreaterThan(200));
    }

    /** A detector estimated from the output of a detector errs like it: every share is within a few points. */
    @Tag("slow")
    @Test
    void theEstimateFindsWhatWasPutIn() throws IOException {
        SimulatedPeople people = SimulatedPeople.shipped();
        people.add("coco", MadeUpPeople.write(folder.resolve("people.json"), 60, 5, 4));
        List<LabelledImage> seen = new ArrayList<>();
        for (Recipe recipe : people.draw(100, 5)) {
            if (!recipe.crowd()) {
                Evidence evidence = people.evidence(recipe);
                seen.add(new LabelledImage(evidence, people.crowd(recipe).everybody()));
            }
        }
        DetectorModel first;
        try (var in = SimulatedPeople.class.getResourceAsStream(SimulatedPeople.DETECTOR)) {
            first = DetectorModel.read(JsonSource.any(SimulatedPeople.DETECTOR, in));
        }
        DetectorModel again = DetectorEstimate.of(seen);
        // generated people are all of one size and visible
        int size = DetectorModel.classOf(MadeUpPeople.SHARE, first.sizeEdges());
        double missed = 0;
        for (double more : first.missOfPart()) {
            missed += Math.min(1, first.miss()[1][size] * more) / first.missOfPart().length;
        }
        int own = DetectorModel.classOf(MadeUpPeople.SHARE, again.sizeEdges());
        double estimated = again.miss()[1][own];
        assertThat(estimated).isBetween(missed - 0.08, missed + 0.08);
        assertThat(again.score().get(1).get(own).value(0.5))
                .isBetween(
                        first.score().get(1).get(size).value(0.35),
                        first.score().get(1).get(size).value(0.65));
        assertThat(again.scoreKinship()).isBetween(first.scoreKinship() - 0.2, first.scoreKinship() + 0.2);
    }

    /** Every recipe that comes with the program makes the problem it says, of the real people. One in fifty is tried. */
    @Test
    void recipesHold() {
        String data = System.getenv("JOINTLY_DATA");
        Assumptions.assumeTrue(data != null, "JOINTLY_DATA is not set: no real people to make problems of");
        Path coco = Path.of(String.valueOf(data), "coco/coco_val2017_people.json.gz");
        Path crowdpose = Path.of(String.valueOf(data), "crowdpose/crowdpose_val.json");
        Assumptions.assumeTrue(Files.exists(coco) && Files.exists(crowdpose), "no annotations in JOINTLY_DATA");
        SimulatedPeople people = SimulatedPeople.shipped();
        people.add("coco", coco);
        people.add("crowdpose", crowdpose);
        List<Recipe> recipes = SimulatedPeople.shippedRecipes();
        assertThat(recipes).hasSize(688).allMatch(people::has);
        for (int i = 0; i < recipes.size(); i += 50) {
            Recipe recipe = recipes.get(i);
            assertThat(ProblemDigest.sha256(people.problem(people.evidence(recipe))))
                    .as(recipe.id())
                    .isEqualTo(recipe.sha256());
        }
    }
}
