package dev.jointly.vision.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.vision.draw.Overlay.Sides;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SidesTest {
    private static Anatomy body(String... parts) {
        List<List<String>> limbs = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            limbs.add(List.of(parts[0], parts[i]));
        }
        return Anatomy.of("body", List.of(parts), List.of(parts[0]), limbs);
    }

    @ParameterizedTest
    @CsvSource({
        "lshoulder, rshoulder",
        "l-hip, r-hip",
        "left_ear, right_ear",
        "LKnee, RKnee",
        "leftear, rightear",
        "ear_left, ear_right",
        "EarL, EarR",
        "paw_l, paw_r",
        "leftWrist, RightWrist"
    })
    void namesOfManyTools(String left, String right) {
        Sides sides = new Sides(body("neck", right, left));
        assertThat(sides.left(2)).isTrue();
        assertThat(sides.left(1)).isFalse();
        assertThat(sides.left(0, 2)).isTrue();
        assertThat(sides.left(2, 0)).isTrue();
        assertThat(sides.left(0, 1)).isFalse();
        // from one side to the other, such as between the hips
        assertThat(sides.left(1, 2)).isFalse();
    }

    @Test
    void aLetterAloneIsNoSide() {
        Sides sides = new Sides(body("leg", "tail", "rump", "limb"));
        for (int part = 0; part < 4; part++) {
            assertThat(sides.left(part)).isFalse();
        }
    }
}
