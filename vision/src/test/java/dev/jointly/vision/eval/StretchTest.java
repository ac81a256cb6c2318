package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import dev.jointly.vision.eval.Stretch.TooLong;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StretchTest {
    private static final Anatomy CHAIN = Anatomy.of(
            "chain",
            List.of("a", "b", "c", "d", "e"),
            List.of("a"),
            List.of(List.of("a", "b"), List.of("b", "c"), List.of("c", "d"), List.of("d", "e")));

    /** Of 2,000 people in line, with limbs of 1, two have a last limb of 1.5, and one of 4: the 99.9 % quantile is 1.5. */
    private static final Stretch STRETCH = Stretch.of(CHAIN, List.of(new Truth("t", null, CHAIN.parts(), people())));

    private static List<Person> people() {
        List<Person> people = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            double last = i == 0 ? 4 : i <= 2 ? 1.5 : 1;
            people.add(new Person(
                    Arrays.stream(new double[] {0, 1, 2, 3, 3 + last})
                            .mapToObj(x -> new Joint(x, 0, Mark.VISIBLE))
                            .toList(),
                    null,
                    1,
                    false));
        }
        return people;
    }

    private static Found at(double... x) {
        return new Found(x, Arrays.stream(x).map(v -> Double.isNaN(v) ? v : 0).toArray(), 0);
    }

    @Test
    void aLongLimbIsMeasuredInThePersonsOwnScale() {
        assertThat(STRETCH.tooLong(at(0, 10, 20, 30, 40))).isEmpty();
        assertThat(STRETCH.tooLong(at(0, 10, 20, 30, 44.9))).isEmpty();
        List<TooLong> links = STRETCH.tooLong(at(0, 10, 20, 30, 60));
        assertThat(links).hasSize(1);
        assertThat(links.get(0).a()).isEqualTo(3);
        assertThat(links.get(0).b()).isEqualTo(4);
        assertThat(links.get(0).times()).isCloseTo(2, within(1e-9));
    }

    @Test
    void otherLimbsHaveTheirOwnLimit() {
        assertThat(STRETCH.tooLong(at(0, 14, 24, 34, 44))).hasSize(1);
    }

    @Test
    void aMissingPartDoesNotHideALongWay() {
        double missing = Double.NaN;
        assertThat(STRETCH.tooLong(at(0, 10, 20, missing, 40))).isEmpty();
        assertThat(STRETCH.tooLong(at(0, 10, 20, missing, 90)))
                .singleElement()
                .satisfies(link -> assertThat(List.of(link.a(), link.b())).containsExactly(2, 4));
    }

    @Test
    void twoLimbsAreNoConsensus() {
        double missing = Double.NaN;
        assertThat(STRETCH.tooLong(at(0, 10, 90, missing, missing))).isEmpty();
    }
}
