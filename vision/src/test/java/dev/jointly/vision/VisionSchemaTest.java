package dev.jointly.vision;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Measure;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.cost.Feature;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.fixture.TinyNetworks;
import dev.jointly.vision.net.ModelCardReader;
import dev.jointly.vision.net.ModelStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schemas of model cards and cost models say the same as their readers. */
class VisionSchemaTest {
    private static final JsonSchema CARD = schema("model-1.schema.json");
    private static final JsonSchema COSTS = schema("costs-1.schema.json");

    private static JsonSchema schema(String file) {
        try {
            Path path = Path.of("..", "docs", "schema", file);
            return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String shipped(Class<?> beside, String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(file))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    private static String costs() {
        Anatomy bust = Anatomy.of("bust", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            CostModelWriter.write(CostModel.defaults(bust, Measure.FIELD), Layout.LINE, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(UTF_8);
    }

    private static void assertValid(JsonSchema schema, String text) {
        assertThat(schema.validate(text, InputFormat.JSON)).isEmpty();
    }

    @Test
    void whatIsShippedIsValid() throws IOException {
        assertValid(CARD, shipped(ModelStore.class, "openpose-mobilenet.model.json"));
        assertValid(CARD, shipped(ModelStore.class, "movenet-multipose.model.json"));
        assertValid(CARD, TinyNetworks.CARD);
        assertValid(COSTS, shipped(ShippedCosts.class, "openpose-mobilenet.costs.json"));
    }

    /** The format is frozen: a card of today stays one. */
    @Test
    void theRecordedCardIsStillRead() throws IOException {
        assertThat(ModelCardReader.read(Path.of("..", "conformance", "frozen", "model.json")))
                .isNotNull();
    }

    @Test
    void whatIsWrittenIsValidWithEveryFeature() {
        assertValid(COSTS, costs());
        for (String feature : Feature.labels()) {
            assertValid(COSTS, costs().replace("\"affinity\"", "\"" + feature + "\""));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "costs@1|costs@2",
                "\"poseCost\":|\"price\":",
                "\"weight\":0.5|\"weight\":0",
                "\"weight\":0.5|\"weight\":\"0.5\"",
                "\"affinity\"|\"affection\"",
                "\"majors\":[\"neck\"]|\"majors\":[]",
                "\"part\":\"head\"|\"part\":\"\"",
                "\"hopeless\":5.0|\"hopeless\":-5",
                "\"bias\":|\"base\":"
            })
    void whatTheSchemaOfCostsRefusesTheReaderRefusesToo(String change) {
        List<String> fromTo = List.of(change.split("\\|", -1));
        String text = costs().replace(fromTo.get(0), fromTo.get(1));
        assertThat(text).isNotEqualTo(costs());
        assertThat(COSTS.validate(text, InputFormat.JSON)).isNotEmpty();
        assertThatThrownBy(() -> CostModelReader.read("costs", new ByteArrayInputStream(text.getBytes(UTF_8))))
                .isInstanceOf(BadInputException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "model@1|model@2",
                "\"threshold\"|\"threshhold\"",
                "\"RGB\"|\"CMYK\"",
                "\"NCHW\"|\"CHWN\"",
                "\"channel\": 1|\"channel\": -1",
                "[\"neck\", \"head\"]|[\"neck\"]",
                "\"affinities\": [|\"decoder\": {}, \"no\": [",
                "\"affinities\": [|\"decoder\": {\"faces\": {}}, \"no\": [",
                "\"affinities\": [|\"decoder\": {\"fields\": {}}, \"no\": [",
                "\"affinities\": [|\"no\": [",
                "\"affinities\": [|\"decoder\": {\"fields\": {\"affinities\": []}}, \"affinities\": ["
            })
    void whatTheSchemaOfCardsRefusesTheReaderRefusesToo(String change) {
        List<String> fromTo = List.of(change.split("\\|", -1));
        String text = TinyNetworks.CARD.replace(fromTo.get(0), fromTo.get(1));
        assertThat(text).isNotEqualTo(TinyNetworks.CARD);
        assertThat(CARD.validate(text, InputFormat.JSON)).isNotEmpty();
        assertThatThrownBy(() -> ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8))))
                .isInstanceOf(BadInputException.class);
    }
}
