package dev.jointly.vision.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.CostModel.Kinds;
import dev.jointly.vision.cost.Logistic.Term;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostModelTest {
    /** Log-odds are the score's own, ten times affinity - 0.5 on limbs, and 1 for twin and reach. */
    private static CostModel model() {
        Logistic even = new Logistic(1, List.of());
        Logistic limb = new Logistic(0, List.of(new Term(Feature.AFFINITY, 0.5, 10)));
        return new CostModel(
                "hand-made",
                Sample.CHAIN,
                2.5,
                new Kinds(new Kind(1, 0), new Kind(0.5, 0), new Kind(2, 0.25), new Kind(1, 0)),
                3,
                3.8,
                List.of(10.0, 40.0),
                0.5,
                Collections.nCopies(3, new Logistic(0, List.of(new Term(Feature.SCORE_LOGIT, 0, 1)))),
                Map.of(
                        new Limb(0, 0), even,
                        new Limb(1, 1), even,
                        new Limb(2, 2), even,
                        new Limb(0, 1), limb,
                        new Limb(1, 2), limb,
                        new Limb(0, 2), even),
                null);
    }

    @Test
    void costsAreNegativeLogOddsWeighed() {
        Problem problem = model().problem(Sample.two());
        assertThat(problem.poseCost()).isEqualTo(Micro.of(2.5));
        assertThat(problem.cost(0)).isEqualTo(Micro.of(-Math.log(4)));
        assertThat(problem.cost(1)).isZero();
        // weight 0.5 times 10 (0.9 - 0.5)
        assertThat(problem.pairs().cost(0, 2)).isEqualTo(Micro.of(-2));
        // -2 (1 + 0.25)
        assertThat(problem.pairs().cost(0, 4)).isEqualTo(Micro.of(-2.5));
        assertThat(problem.pairs().cost(0, 1)).isEqualTo(Micro.of(-1));
    }

    @Test
    void theHopelessIsForbiddenAndTheUnmeasuredIsEven() {
        PairCosts pairs = model().problem(Sample.two()).pairs();
        // -10 * (0.1 - 0.5) = 4 is more than 3.8; 0.3 makes 2, and 1 by the weight of 0.5
        assertThat(pairs.cost(3, 4)).isEqualTo(PairCosts.FORBIDDEN);
        assertThat(pairs.cost(0, 3)).isEqualTo(Micro.of(1));
        assertThat(pairs.cost(3, 5)).isZero();
    }

    @Test
    void nobodyIsLongerThanAllHisLimbsInOneLine() {
        // usual limbs are 10 and 40 long; the first body has 10 and 30, scale 0.875, the second 20 and one unseen,
        // scale 2
        double longest = (10 + 40) * Math.sqrt(0.875 * 2);
        assertThat(model().problem(Sample.two(longest - 0.1)).pairs().cost(0, 1))
                .isEqualTo(Micro.of(-1));
        assertThat(model().problem(Sample.two(longest + 0.1)).pairs().cost(0, 1))
                .isEqualTo(PairCosts.FORBIDDEN);
    }

    @Test
    void aDetectorOfOtherPartsIsNamed() {
        assertThatThrownBy(() -> model().requireFits("c.json", "model birds", List.of("head", "foot", "wing"), true))
                .isInstanceOf(BadInputException.class)
                .hasMessage("c.json: needs the part neck but model birds has the parts head, foot, wing;"
                        + " use costs fitted to these detections");
        Evidence birds = new Evidence("b1", null, List.of("beak", "wing"), List.of(), List.of());
        assertThatThrownBy(() -> model().problem(birds))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(
                        "cost model \"hand-made\": needs the parts head, neck, foot but image \"b1\" has the parts beak, wing");
        assertThatThrownBy(() -> model().requireFits("c.json", "p.json", Sample.CHAIN.parts(), false))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("c.json: weighs affinities of pairs but p.json has none");
        CostModel.defaults(Sample.CHAIN, Measure.NONE).requireFits("c.json", "p.json", Sample.CHAIN.parts(), false);
    }

    @Test
    void partsThatTheModelDoesNotHaveAreLeftOut() {
        Evidence two = Sample.two();
        List<String> parts = new ArrayList<>(List.of("cage"));
        parts.addAll(two.parts());
        List<Evidence.Candidate> candidates = new ArrayList<>(List.of(new Evidence.Candidate(0, 5, 5, 0.9)));
        two.candidates().forEach(c -> candidates.add(new Evidence.Candidate(c.part() + 1, c.x(), c.y(), c.score())));
        List<Evidence.Edge> edges = two.edges().stream()
                .map(edge -> new Evidence.Edge(edge.a() + 1, edge.b() + 1, edge.affinity()))
                .toList();
        Evidence more = new Evidence(two.id(), two.image(), parts, candidates, edges);
        assertThat(ProblemDigest.sha256(model().problem(more))).isEqualTo(ProblemDigest.sha256(model().problem(two)));
    }

    @Test
    void noCostIsBeyondTheMost() {
        CostModel loud =
                model().withBalance(new Kinds(new Kind(100, 0), new Kind(100, 0), new Kind(1, 0), new Kind(1, 0)), 0);
        Problem problem = loud.problem(Sample.two());
        assertThat(problem.cost(0)).isEqualTo(Micro.of(-3));
        assertThat(problem.pairs().cost(0, 2)).isEqualTo(Micro.of(-3));
    }

    @Test
    void aFileGivesTheSameModel() throws IOException {
        for (CostModel model : List.of(model(), CostModel.defaults(Sample.CHAIN, Measure.NONE))) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            CostModelWriter.write(model, Layout.PRETTY, out);
            CostModel again = CostModelReader.read("costs.json", new ByteArrayInputStream(out.toByteArray()));
            assertThat(again).isEqualTo(model);
        }
    }

    @Test
    void wrongFilesAreOneLineThatNamesThePlace() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CostModelWriter.write(model(), Layout.LINE, out);
        String good = out.toString(StandardCharsets.UTF_8);
        assertBad(good.replace("\"affinity\"", "\"affection\""), "/terms/0/feature: found \"affection\"");
        assertBad(good.replace("\"poseCost\":2.5,", ""), "/poseCost: found nothing");
        assertBad(good.replace("\"weight\":0.5", "\"weight\":-1"), "/kinds/limb/weight: found -1");
        assertBad(good.replace("[\"head\",\"foot\"]", "[\"head\",\"neck\"]"), "a second time");
        assertBad(good.replace("{\"part\":\"head\"", "{\"part\":\"nose\""), "/unary: found 0 models of \"head\"");
        assertBad(good.replace("costs@1", "costs@9"), "/format");
        assertBad("{", "costs.json");
    }

    private static void assertBad(String text, String complaint) {
        assertThatThrownBy(() -> CostModelReader.read(
                        "costs.json", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("costs.json")
                .hasMessageContaining(complaint);
    }

    @Test
    void everyMeasureHasDefaultsThatPreferTheTrueLimbs() {
        for (Measure measure : Measure.values()) {
            PairCosts pairs = CostModel.defaults(Sample.CHAIN, measure)
                    .problem(Sample.two())
                    .pairs();
            assertThat(pairs.cost(0, 2)).as(measure.name()).isNegative().isLessThan(pairs.cost(1, 2));
        }
    }
}
