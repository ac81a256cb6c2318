package dev.jointly.vision.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"l-shoulder", "left_shoulder", "LShoulder", "leftShoulder", "Left Shoulder"})
    void spellingsOfOnePart(String name) {
        assertThat(PartNames.find(name, List.of("right_shoulder", "left_shoulder")))
                .isEqualTo(1);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(PartNames.find("neck", List.of("nose", "left_neck"))).isEqualTo(-1);
        assertThat(PartNames.find("leftear", List.of("leftear"))).isZero();
    }

    @Test
    void aMessageNamesSomeParts() {
        assertThat(PartNames.some(List.of("a"))).isEqualTo("part a");
        assertThat(PartNames.some(List.of("a", "b", "c", "d"))).isEqualTo("parts a, b, c, d");
        assertThat(PartNames.some(List.of("a", "b", "c", "d", "e"))).isEqualTo("parts a, b, c and 2 more");
    }
}
