package dev.jointly.io.dlc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.BadInputException;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DlcConfigTest {
    /** With what such files have besides: comments, indented ones too, an empty field, paths as long keys. */
    private static final String MICE = """
                # Project definitions (do not edit)
            Task: trimice
            scorer: Anna
            multianimalproject: true
            identity:

                # Annotation data set configuration
            video_sets:
              ? /a/very/long/path/that/goes/on/and/on/and/on/and/on/and/on/and/on/and/on/and/on/and/on/and/on/and/on/and/on/m1.mp4
              : crop: 0, 640, 0, 480
              C:\\videos\\m2.mp4:
                crop: 0, 640, 0, 480
            individuals:
            - mus1
            - mus2
            - mus3
            uniquebodyparts:
            - corner
            multianimalbodyparts:
            - snout
            - leftear
            - rightear
            - 4
            bodyparts: MULTI!
            skeleton:
            - - snout
              - leftear
            - [snout, rightear]
            - - leftear
              - rightear
            - [rightear, 4]
            - [corner, snout]
            skeleton_color: black
            TrainingFraction:
            - 0.95
            """;

    private static DlcConfig read(String text) {
        return DlcConfig.read("-", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    @Test
    void partsAnimalsAndSkeletonAreRead() {
        DlcConfig config = read(MICE);
        assertThat(config.parts()).containsExactly("snout", "leftear", "rightear", "4");
        assertThat(config.uniqueParts()).containsExactly("corner");
        assertThat(config.individuals()).containsExactly("mus1", "mus2", "mus3");
        assertThat(config.animals()).isEqualTo(3);
        assertThat(config.skeleton()).hasSize(5).contains(List.of("rightear", "4"));
        assertThat(config.limbs().ignored())
                .containsExactly(
                        "leftear-rightear, which closes a cycle", "corner-snout, which are not two parts of an animal");
        assertThat(config.anatomy(List.of("leftear")))
                .isEqualTo(Anatomy.of(
                        "deeplabcut",
                        List.of("snout", "leftear", "rightear", "4"),
                        List.of("leftear"),
                        List.of(List.of("snout", "leftear"), List.of("snout", "rightear"), List.of("rightear", "4"))));
    }

    @Test
    void aSkeletonThatWasNeverFilledInIsAnError() {
        String start = "multianimalbodyparts: [snout, tail]\nindividuals: [a]\n";
        for (String skeleton : List.of("", "skeleton:", "skeleton: []", "skeleton: [[bodypart1, bodypart2]]")) {
            DlcConfig config = read(start + skeleton);
            assertThatThrownBy(config::limbs)
                    .isInstanceOf(BadInputException.class)
                    .hasMessage("standard input: skeleton: found no pairs that join tail with snout but expected a"
                            + " skeleton that joins all 2 parts; correct skeleton, or name the limbs with --limbs"
                            + " (import without --config reports the ones it chooses)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax.script.ScriptEngineManager", "python/object/apply:os.system"})
    void tagsThatWouldMakeObjectsAreRefused(String tag) {
        assertThatThrownBy(() -> read("multianimalbodyparts: [a]\nother: !!" + tag + " [x]\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessage("standard input: line 2: is not YAML: Global tag is not allowed: tag:yaml.org,2002:" + tag);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|found no fields but expected config.yaml of a DeepLabCut project",
                "just text|found no fields",
                "a: 1|multianimalbodyparts: found none but expected names of parts, which a DeepLabCut project of several animals has",
                "multianimalbodyparts: snout|line 1: multianimalbodyparts: found \"snout\" but expected a list",
                "multianimalbodyparts: [a, [b]]|line 1: multianimalbodyparts: found something else but expected a name",
                "multianimalbodyparts: [a, a]|multianimalbodyparts: found 2 parts but expected 1 to 200, all different",
                "a: [1|line 1: is not YAML: expected ',' or ']', but got <stream end>",
                "{multianimalbodyparts: [a], skeleton: [a]}|line 1: skeleton: found \"a\" but expected a list",
            })
    void whatIsWrongIsSaid(String text, String message) {
        assertThatThrownBy(() -> read(text == null ? "" : text))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("standard input: " + message);
    }

    @Test
    void aFileThatGrowsByReferencesIsRejected() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]%n".formatted(i, i, i - 1, i - 1));
        }
        assertThatThrownBy(() -> read(bomb + "multianimalbodyparts: *a59\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("standard input: ");
    }
}
