package dev.jointly.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StrengthTest {
    private static Problem problem(@Nullable Image image) {
        Anatomy anatomy =
                Anatomy.of("bust", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));
        List<Detection> detections = List.of(
                new Detection(0, 0.0, 0.0, 0.5, -1),
                new Detection(1, 3.0, 4.0, 0.5, -1),
                new Detection(1, 30.0, 40.0, 0.5, -1),
                new Detection(1, null, null, null, -1));
        return new Problem("bust", image, anatomy, 0, detections, new PairCosts.Builder().build(4, false), List.of());
    }

    @Test
    void sizeAndScoresCount() {
        // two scores of a half: 1 / 2^0.75; a box with a diagonal of 5 pixels in an image of 80
        assertThat(Strength.of(problem(new Image("a.jpg", 80, 60)), List.of(0, 1)))
                .isCloseTo(Math.pow(2, -0.75) * Math.pow(5 / 80.0, 0.25), within(1e-12));
        // ten times the extent
        assertThat(Strength.of(problem(null), List.of(0, 2)))
                .isCloseTo(Math.pow(10, 0.25) * Strength.of(problem(null), List.of(0, 1)), within(1e-12));
    }

    /** Strength, two joints, extent, and one link of cost 3: by hand. */
    @Test
    void theScoreIsLogistic() {
        Problem bust = problem(new Image("a.jpg", 80, 60));
        PairCosts.Builder pairs = new PairCosts.Builder();
        pairs.add(0, 1, Micro.of(3));
        Problem linked = new Problem(
                bust.id(), bust.image(), bust.anatomy(), 0, bust.detections(), pairs.build(4, false), List.of());
        assertThat(Strength.score(linked, Map.of(0, 0, 1, 1))).isEmpty();
        assertThat(Strength.weak(linked, Map.of(0, 0, 1, 1))).isFalse();
        Problem scored = linked.withPersonScore(new PersonScore(0.5, 2, -0.25, 8, 1, 0.5, 0.2));
        double strength = Math.pow(2, -0.75) * Math.pow(5 / 80.0, 0.25);
        double logOdds = 0.5 + 2 * strength - 0.25 * 2 + 8 * 5 / 80.0 - 3 - 0.5 * 3;
        assertThat(Strength.score(scored, Map.of(0, 0, 1, 1)).getAsDouble())
                .isCloseTo(1 / (1 + Math.exp(-logOdds)), within(1e-12))
                .isLessThan(0.2);
        assertThat(Strength.weak(scored, Map.of(0, 0, 1, 1))).isTrue();
        // a joint alone has no links that speak against it
        assertThat(Strength.weak(scored, Map.of(0, 0))).isFalse();
    }

    @Test
    void anExtentThatIsNoNumberGivesNoScore() {
        List<Detection> far = List.of(
                new Detection(0, -Double.MAX_VALUE, 0.0, 0.5, -1), new Detection(1, Double.MAX_VALUE, 0.0, 0.5, -1));
        Problem scored = new Problem(
                        "far",
                        null,
                        problem(null).anatomy(),
                        0,
                        far,
                        new PairCosts.Builder().build(2, false),
                        List.of())
                .withPersonScore(new PersonScore(0, 0, 0, 0, 0, 0, 1));
        assertThat(Strength.score(scored, Map.of(0, 0, 1, 1))).isEmpty();
        assertThat(Strength.weak(scored, Map.of(0, 0, 1, 1))).isFalse();
    }

    @Test
    void whatIsNotKnownIsNoError() {
        assertThat(Strength.of(problem(null), List.of())).isZero();
        // no place and no score: a score of 1, of the least extent
        assertThat(Strength.of(problem(null), List.of(3))).isCloseTo(Math.pow(0.01, 0.25), within(1e-12));
    }
}
