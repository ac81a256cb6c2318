package dev.jointly.anatomy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MirroredPartsTest {
    @Test
    void leftAndRightChangePlaces() {
        assertThat(MirroredParts.of(List.of("nose", "r-hip", "l-hip", "left_ear", "right_ear", "EarL", "earR")))
                .containsExactly(0, 2, 1, 4, 3, 6, 5);
    }

    @Test
    void aPartWithoutACounterpartStays() {
        assertThat(MirroredParts.of(List.of("left_ear", "lip", "tail"))).containsExactly(0, 1, 2);
        assertThat(MirroredParts.rightOf(1, List.of("r-hip", "l-hip"))).isZero();
        assertThat(MirroredParts.rightOf(0, List.of("r-hip", "l-hip"))).isEqualTo(-1);
    }
}
