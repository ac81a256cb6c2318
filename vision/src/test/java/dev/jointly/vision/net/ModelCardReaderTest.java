package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import dev.jointly.io.fixture.HumanDetections;
import dev.jointly.vision.fixture.TinyNetworks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelCardReaderTest {
    @TempDir
    Path dir;

    private static ModelCard read(String text) {
        return ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    @Test
    void aWholeCard() {
        ModelCard card = read(TinyNetworks.CARD);
        assertThat(card.name()).isEqualTo("colours");
        assertThat(card.network()).isEqualTo("colours.onnx");
        assertThat(card.input().colours()).isEqualTo(ModelCard.Colours.RGB);
        assertThat(card.input().longSide()).isEqualTo(160);
        assertThat(card.output()).isEqualTo(new ModelCard.Output(ModelCard.Layout.NCHW, List.of(), 4, 4));
        assertThat(card.parts()).containsExactly(new ModelCard.Part("neck", 0), new ModelCard.Part("head", 1));
        assertThat(card.decoder())
                .isEqualTo(new FieldDecoder(List.of(new FieldDecoder.Affinity(0, 1, 2, 3)), List.of()));
        assertThat(card.anatomy().orElseThrow().parts()).containsExactly("neck", "head");
    }

    @Test
    void theShippedCardFitsItsNetworksDescription() {
        ModelCard card = new ModelStore(dir).named("openpose-mobilenet").card();
        assertThat(card.partNames()).isEqualTo(HumanDetections.PARTS);
        FieldDecoder decoder = (FieldDecoder) card.decoder();
        assertThat(decoder.affinities()).hasSize(19);
        // every channel of the 38 fields is used once, x before y
        Set<Integer> channels = new HashSet<>();
        for (FieldDecoder.Affinity affinity : decoder.affinities()) {
            assertThat(affinity.y()).isEqualTo(affinity.x() + 1);
            assertThat(channels.add(affinity.x())).isTrue();
            assertThat(affinity.x()).isBetween(19, 55);
        }
        assertThat(card.anatomy().orElseThrow().limbs()).hasSize(17);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jointly/model@1 | jointly/model@2 | card: /format: found \"jointly/model@2\" but expected",
                "\"NCHW\" | \"NHCW\" | card: /input/layout: found \"NHCW\" but expected one of [NCHW, NHWC]",
                "\"longSide\": 160 | \"longSide\": 161 | card: /input: long side 161 must be a multiple of 4",
                "\"longSide\": 160 | \"longSide\": 1000000 | card: /input: long side 1000000 must be",
                "\"longSide\": 160 | \"longside\": 160 | maybe you meant \"longSide\"",
                "\"mean\": [0, 0, 0] | \"mean\": [0, 0] | card: /input/mean: found the end of the array but expected three",
                "\"mean\": [0, 0, 0] | \"mean\": [0, 0, 0, 0] | card: /input/mean/3: found more than 3 entries",
                "\"stride\": 4 | \"stride\": 0 | card: /output: stride 0 must be from 1 to 64",
                "\"stride\": 4 | \"stride\": 8 | multipleOf 4 must be a multiple of the stride 8",
                "\"threshold\": 0.1 | \"threshold\": 2 | threshold 2.0 must be above 0 and below 1",
                "\"channel\": 1 | \"channel\": 4 | channel 4 must be from 0 to 3",
                "\"name\": \"head\" | \"name\": \"neck\" | part \"head\"",
                "[\"neck\", \"head\"], \"x\" | [\"neck\", \"tail\"], \"x\" | /affinities/0/parts/1: found part \"tail\" but",
                "[\"neck\", \"head\"], \"x\" | [\"neck\", \"neck\"], \"x\" | must join two parts, once",
                "\"majors\": [\"neck\"] | \"majors\": [] | expected 1 to 3 major parts but found 0",
                "\"threshold\": 0.1, | '' | card: /threshold: found nothing but expected a number above 0",
            })
    void whatIsWrongIsSaid(String right, String wrong, String complaint) {
        assertThat(TinyNetworks.CARD).contains(right);
        assertThatThrownBy(() -> read(TinyNetworks.CARD.replace(right, wrong)))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("card: ")
                .hasMessageContaining(complaint);
    }

    private static final String AFFINITIES = "\"affinities\": [{\"parts\": [\"neck\", \"head\"], \"x\": 2, \"y\": 3}]";

    @Test
    void affinitiesAreShortForTheDecoderOfFields() {
        assertThat(TinyNetworks.CARD).contains(AFFINITIES);
        String longer = TinyNetworks.CARD.replace(AFFINITIES, "\"decoder\": {\"fields\": {" + AFFINITIES + "}}");
        assertThat(read(longer)).isEqualTo(read(TinyNetworks.CARD));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | card: /decoder: found nothing but expected an object with one field, one of [",
                "3 | card: /decoder: found 3 but expected an object with one field, one of [",
                "{\"field\": {}} | card: /decoder/field: found an unknown field \"field\", maybe you meant \"fields\"",
                "{\"wholebody\": {}} | card: /decoder/wholebody: found an unknown field \"wholebody\" but expected only centres, fields, people",
                "{\"fields\": {}} | card: /decoder/fields/affinities: found nothing but expected an array of affinities",
                "{\"fields\": {\"affinities\": []}, \"other\": {}} | card: /decoder/other: found an unknown field \"other\" but expected only",
            })
    void whatIsWrongWithADecoderIsSaid(String decoder, String complaint) {
        assertThatThrownBy(() -> read(TinyNetworks.CARD.replace(AFFINITIES, "\"decoder\": " + decoder)))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(complaint);
    }

    @Test
    void aCardHasOneDecoder() {
        String both =
                TinyNetworks.CARD.replace(AFFINITIES, AFFINITIES + ", \"decoder\": {\"fields\": {\"affinities\": []}}");
        assertThatThrownBy(() -> read(both))
                .hasMessage("card: /affinities: found both affinities and decoder but expected one of them");
        assertThatThrownBy(() -> read(TinyNetworks.CARD.replace(AFFINITIES + ",", "")))
                .hasMessageStartingWith("card: /affinities: found nothing but expected an array of affinities");
    }

    @Test
    void theExampleInTheDocumentationIsACard() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "your-network.md"));
        ModelCard card = read(page.split("```json\n", -1)[1].split("```", -1)[0]);
        assertThat(card.output().names()).containsExactly("heatmaps", "fields");
        assertThat(card.anatomy()).isPresent();
    }

    @Test
    void aCardWithoutAnatomyIsEnoughToLook() {
        String without = TinyNetworks.CARD.replaceFirst("(?s),\\s*\"anatomy\".*", "}");
        assertThat(read(without).anatomy()).isEmpty();
    }

    @Test
    void namesAndFiles() throws IOException {
        ModelStore store = new ModelStore(dir);
        assertThat(store.find("openpose-mobilenet").bundled()).isTrue();
        assertThatThrownBy(() -> store.find("openpose"))
                .hasMessage(
                        "found model openpose, which is neither one of openpose-mobilenet, movenet-multipose nor a file: a model card or an ONNX network");
        Path card = Files.writeString(dir.resolve("mine.json"), TinyNetworks.CARD);
        assertThat(store.find(card.toString()).network()).isEqualTo(dir.resolve("colours.onnx"));
        Files.createFile(dir.resolve("openpose-mobilenet.onnx"));
        assertThat(store.find("openpose-mobilenet").network()).isEqualTo(dir.resolve("openpose-mobilenet.onnx"));
        assertThat(store.find("openpose-mobilenet").bundled()).isFalse();
    }

    @Test
    void cachesLieWhereTheSystemKeepsThem() {
        Path home = dir.resolve("home");
        Path other = dir.resolve("other");
        assertThat(ModelStore.of(Map.of(), home, "Linux").folder()).isEqualTo(home.resolve(".cache/jointly/models"));
        assertThat(ModelStore.of(Map.of("XDG_CACHE_HOME", other.toString()), home, "Linux")
                        .folder())
                .isEqualTo(other.resolve("jointly/models"));
        // relative ones are to be ignored, says the standard
        assertThat(ModelStore.of(Map.of("XDG_CACHE_HOME", "c"), home, "Linux").folder())
                .isEqualTo(home.resolve(".cache/jointly/models"));
        assertThat(ModelStore.of(Map.of(), home, "Mac OS X").folder())
                .isEqualTo(home.resolve("Library/Caches/jointly/models"));
        assertThat(ModelStore.of(Map.of(), home, "Windows 11").folder())
                .isEqualTo(home.resolve("AppData/Local/jointly/models"));
    }
}
