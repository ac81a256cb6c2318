package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GivenLimbsTest {
    private static final List<String> CHAIN = List.of("snout", "neck", "spine", "tail");

    private static List<String> pair(String a, String b) {
        return List.of(a, b);
    }

    @Test
    void aTreeIsTakenAsItIsAndItsCentreIsTheMajorPart() {
        GivenLimbs limbs =
                GivenLimbs.of(CHAIN, List.of(pair("tail", "spine"), pair("spine", "neck"), pair("neck", "snout")));
        assertThat(limbs.ignored()).isEmpty();
        Anatomy anatomy = limbs.anatomy("mouse", List.of());
        assertThat(anatomy.parts()).isEqualTo(CHAIN);
        assertThat(anatomy.limbs()).containsExactly(new Limb(0, 1), new Limb(1, 2), new Limb(2, 3));
        // neck and spine are both in the middle of a chain of four
        assertThat(anatomy.majors()).containsExactly(1);
        assertThat(limbs.anatomy("mouse", List.of("tail", "snout")).majors()).containsExactly(0, 3);
        assertThatThrownBy(() -> limbs.anatomy("mouse", List.of("wing")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown part \"wing\"");
    }

    @Test
    void theCentreHasTheLeastSumOfDistances() {
        List<String> parts = List.of("a", "b", "c", "d", "e");
        GivenLimbs star = GivenLimbs.of(parts, List.of(pair("a", "d"), pair("b", "d"), pair("c", "d"), pair("e", "c")));
        // sums by hand: a 8, b 8, c 6, d 5, e 9
        assertThat(star.anatomy("star", List.of()).majors()).containsExactly(3);
    }

    @Test
    void laterPairsOfACycleAndPairsOfOtherPartsAreReported() {
        GivenLimbs limbs = GivenLimbs.of(
                List.of("bodypart1", "bodypart2", "bodypart3"),
                List.of(
                        pair("bodypart1", "bodypart2"),
                        pair("bodypart2", "corner"),
                        pair("bodypart2", "bodypart3"),
                        pair("bodypart1", "bodypart3"),
                        List.of("bodypart1"),
                        pair("bodypart3", "bodypart3")));
        assertThat(limbs.anatomy("x", List.of()).limbs()).containsExactly(new Limb(0, 1), new Limb(1, 2));
        assertThat(limbs.ignored())
                .containsExactly(
                        "bodypart2-corner, which are not two parts of an animal",
                        "bodypart1-bodypart3, which closes a cycle",
                        "bodypart1, which are not two parts of an animal",
                        "bodypart3-bodypart3, which closes a cycle");
    }

    @Test
    void partsThatNothingJoinsAreAnError() {
        assertThatThrownBy(() -> GivenLimbs.of(CHAIN, List.of(pair("snout", "neck"), pair("spine", "tail"))))
                .isInstanceOf(BadInputException.class)
                .hasMessage("found no pairs that join spine, tail with snout but expected a skeleton that joins all 4"
                        + " parts");
        assertThat(GivenLimbs.of(List.of("snout"), List.of())
                        .anatomy("x", List.of())
                        .limbs())
                .isEmpty();
    }

    @Test
    void namesMayHaveHyphens() {
        List<String> known = List.of("l-ear", "ear", "snout", "l", "ear-snout");
        assertThat(GivenLimbs.pair("l-ear-ear", known)).containsExactly("l-ear", "ear");
        assertThat(GivenLimbs.pair(" snout - l ", known)).containsExactly("snout", "l");
    }

    @ParameterizedTest
    @ValueSource(strings = {"snout", "snout-", "snout-wing", "l-ear-snout", ""})
    void whatIsNotTwoPartsIsRejected(String text) {
        assertThatThrownBy(() -> GivenLimbs.pair(text, List.of("l-ear", "ear", "snout", "l", "ear-snout")))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("found \"" + text + "\" but expected two of the parts l-ear, ear, snout,");
    }
}
