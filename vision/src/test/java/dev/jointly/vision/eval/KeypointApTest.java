package dev.jointly.vision.eval;

import static dev.jointly.vision.eval.Cast.found;
import static dev.jointly.vision.eval.Cast.person;
import static dev.jointly.vision.eval.Cast.scene;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import dev.jointly.vision.eval.KeypointAp.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeypointApTest {
    private static Figures of(EvaluatedImage... evaluated) {
        return of(List.of(evaluated));
    }

    private static Figures of(List<EvaluatedImage> evaluated) {
        return KeypointAp.figures(
                evaluated.stream().map(one -> KeypointAp.judge(one, Cast.OKS)).toList());
    }

    @Test
    void perfectPeopleAreOne() {
        assertThat(of(Cast.perfect(3), Cast.perfect(5))).isEqualTo(new Figures(1, 1, 1, 1));
    }

    @Test
    void nobodyFoundIsZero() {
        assertThat(of(scene(List.of(person(0))))).isEqualTo(new Figures(0, 0, 0, 0));
    }

    @Test
    void nobodyToBeFoundIsNoNumber() {
        assertThat(of(scene(List.of(), found(0, 1))).ap()).isNaN();
    }

    @Test
    void readsPrecisionAtHundredAndOneLevels() {
        // of two people one is found, after one that is wrong: precision 1/2 up to recall 1/2, which is 51 levels
        Figures figures = of(scene(List.of(person(0), person(300)), found(900, 0.9), found(0, 0.8)));
        assertThat(figures.ap()).isCloseTo(0.5 * 51 / 101, within(1e-12));
        assertThat(figures.ar()).isEqualTo(0.5);
    }

    @Test
    void aWrongOneBelowAllRightOnesCostsNothing() {
        assertThat(of(scene(List.of(person(0)), found(0, 0.9), found(900, 0.1))).ap())
                .isEqualTo(1);
    }

    @Test
    void eachThresholdCountsATenth() {
        // d = 5 pixels: exp(-1/8) = 0.88 passes eight of the ten thresholds
        Figures figures = of(scene(List.of(person(0)), found(5, 1)));
        assertThat(figures.ap()).isCloseTo(0.8, within(1e-12));
        assertThat(figures.ap50()).isEqualTo(1);
        assertThat(figures.ar()).isCloseTo(0.8, within(1e-12));
    }

    @Test
    void aPersonIsFoundOnce() {
        // the second on the same person is wrong, and ranks before the one on the other
        Figures figures = of(scene(List.of(person(0), person(300)), found(0, 0.9), found(0, 0.8), found(300, 0.7)));
        assertThat(figures.ap()).isCloseTo((51 + 50 * 2.0 / 3) / 101, within(1e-12));
    }

    @Test
    void aCrowdSwallowsAnyNumberAndNeedNotBeFound() {
        Figures figures = of(
                scene(List.of(person(0), person(300, 10_000, true)), found(300, 0.9), found(300, 0.8), found(0, 0.7)));
        assertThat(figures).isEqualTo(new Figures(1, 1, 1, 1));
    }

    @Test
    void somebodyWithoutMarksIsIgnoredOnceAndTheNextThereIsWrong() {
        EvaluatedImage one = scene(List.of(person(0), Cast.unmarked(600)), found(600, 0.9), found(0, 0.7));
        assertThat(of(one).ap()).isEqualTo(1);
        EvaluatedImage two =
                scene(List.of(person(0), Cast.unmarked(600)), found(600, 0.9), found(600, 0.8), found(0, 0.7));
        assertThat(of(two).ap()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void aMarkedPersonGoesBeforeOneToBeIgnored() {
        // the crowd is a perfect match, the person a moderate one
        Figures figures = of(scene(List.of(person(0, 10_000, true), person(5)), found(0, 1)));
        assertThat(figures.ar()).isCloseTo(0.8, within(1e-12));
        assertThat(figures.ap()).isCloseTo(0.8, within(1e-12));
    }

    @Test
    void onlyTheTwentyHighestRankedOfAnImageAreMatched() {
        List<Found> found = new ArrayList<>();
        for (int i = 0; i < KeypointAp.MAX_FOUND; i++) {
            found.add(found(10_000 + i, 0.9));
        }
        found.add(found(0, 0.1));
        assertThat(of(scene(List.of(person(0)), found.toArray(Found[]::new))).ar())
                .isZero();
    }

    @Test
    void theOrderInWhichPeopleAreListedMeansNothing() {
        long seed = 20261115;
        Random random = new Random(seed);
        List<EvaluatedImage> evaluated = new ArrayList<>();
        List<EvaluatedImage> shuffled = new ArrayList<>();
        for (int s = 0; s < 20; s++) {
            List<Person> people = new ArrayList<>();
            List<Found> found = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                people.add(person(40 * i, 10_000, random.nextInt(6) == 0));
                found.add(found(40 * i + 20 * random.nextGaussian(), random.nextDouble()));
            }
            evaluated.add(scene(people, found.toArray(Found[]::new)));
            Collections.shuffle(people, random);
            Collections.shuffle(found, random);
            shuffled.add(scene(people, found.toArray(Found[]::new)));
        }
        Collections.shuffle(shuffled, random);
        Figures figures = of(evaluated);
        assertThat(figures.ap()).as("seed " + seed).isStrictlyBetween(0.05, 0.95);
        assertThat(of(shuffled)).as("seed " + seed).isEqualTo(figures);
    }
}
