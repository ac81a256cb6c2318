package dev.jointly.anatomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy.Limb;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AnatomyTest {
    private static final List<String> ARM = List.of("neck", "shoulder", "elbow", "wrist");
    private static final List<List<String>> ARM_LIMBS =
            List.of(List.of("neck", "shoulder"), List.of("wrist", "elbow"), List.of("elbow", "shoulder"));

    @Test
    void limbsAndMajorsAreSorted() {
        Anatomy anatomy = Anatomy.of("arm", ARM, List.of("wrist", "neck"), ARM_LIMBS);

        assertThat(anatomy.majors()).containsExactly(0, 3);
        assertThat(anatomy.limbs()).containsExactly(new Limb(0, 1), new Limb(1, 2), new Limb(2, 3));
        assertThat(new Limb(2, 1)).isEqualTo(new Limb(1, 2));
        assertThat(anatomy.size()).isEqualTo(4);
        assertThat(anatomy.partNamed("elbow")).isEqualTo(2);
    }

    @Test
    void whatMayPair() {
        Anatomy anatomy = Anatomy.of("arm", ARM, List.of("neck"), ARM_LIMBS);

        List<String> pairs = new ArrayList<>();
        for (int a = 0; a < 4; a++) {
            for (int b = a; b < 4; b++) {
                assertThat(anatomy.mayPair(b, a)).isEqualTo(anatomy.mayPair(a, b));
                if (anatomy.mayPair(a, b)) {
                    pairs.add(a + "" + b);
                }
            }
        }
        // one part with itself, limbs, the neck with everything; not shoulder and wrist
        assertThat(pairs).containsExactly("00", "01", "02", "03", "11", "12", "22", "23", "33");
    }

    @Test
    void aPartOfItsOwn() {
        Anatomy anatomy = Anatomy.of("dot", List.of("dot"), List.of("dot"), List.of());

        assertThat(anatomy.mayPair(0, 0)).isTrue();
        assertThat(anatomy.limbs()).isEmpty();
    }

    @Test
    void laterChangesOfTheListsDoNotMatter() {
        List<String> parts = new ArrayList<>(ARM);
        Anatomy anatomy = Anatomy.of("arm", parts, List.of("neck"), ARM_LIMBS);
        parts.set(0, "tail");

        assertThat(anatomy.parts()).isEqualTo(ARM);
    }

    @Test
    void wrongParts() {
        refused(() -> Anatomy.of("none", List.of(), List.of(), List.of()), "an anatomy needs at least one part");
        refused(
                () -> Anatomy.of("twice", List.of("neck", "neck"), List.of("neck"), List.of()),
                "part \"neck\" is listed twice");
        refused(
                () -> Anatomy.of("empty", List.of("neck", ""), List.of("neck"), List.of()),
                "part name \"\" must be non-empty and free of control characters");
        refused(
                () -> Anatomy.of("feed", List.of("a\nb"), List.of("a\nb"), List.of()),
                "part name \"a\nb\" must be non-empty and free of control characters");
    }

    @Test
    void wrongMajors() {
        refused(() -> Anatomy.of("arm", ARM, List.of(), ARM_LIMBS), "expected 1 to 3 major parts but found 0");
        refused(() -> Anatomy.of("arm", ARM, ARM, ARM_LIMBS), "expected 1 to 3 major parts but found 4");
        refused(
                () -> Anatomy.of("arm", ARM, List.of("neck", "neck"), ARM_LIMBS),
                "major part \"neck\" is listed twice");
        refused(
                () -> Anatomy.of("arm", ARM, List.of("tail"), ARM_LIMBS),
                "unknown part \"tail\"; the parts are [neck, shoulder, elbow, wrist]");
        refused(
                () -> new Anatomy("dot", List.of("dot"), List.of(1), List.of()),
                "major part 1 is not a position in [dot]");
    }

    @Test
    void wrongLimbs() {
        refused(
                () -> Anatomy.of("arm", ARM, List.of("neck"), ARM_LIMBS.subList(0, 2)),
                "expected 3 limbs joining all 4 parts into one tree but found 2");
        refused(
                () -> Anatomy.of(
                        "loop",
                        ARM,
                        List.of("neck"),
                        List.of(List.of("neck", "shoulder"), List.of("elbow", "shoulder"), List.of("elbow", "neck"))),
                "closes a cycle; limbs must form a tree");
        refused(
                () -> Anatomy.of("self", ARM, List.of("neck"), List.of(List.of("neck", "neck"))),
                "limb \"neck\"-\"neck\" closes a cycle; limbs must form a tree");
        refused(
                () -> Anatomy.of("three", ARM, List.of("neck"), List.of(ARM.subList(0, 3))),
                "limb [neck, shoulder, elbow] must name exactly two parts");
        refused(
                () -> new Anatomy("out", List.of("a", "b"), List.of(0), List.of(new Limb(0, 2))),
                "names a position outside [a, b]");
    }

    private static void refused(ThrowingCallable making, String message) {
        assertThatThrownBy(making).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }
}
