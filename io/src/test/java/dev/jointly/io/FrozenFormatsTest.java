package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jointly.io.BothCheckers.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The section on frozen formats of {@code conformance/README.md}: recorded files keep their verdicts, schemas only grow. */
class FrozenFormatsTest {
    private static final Path FOLDER = Path.of("..", "conformance");
    private static final Path FROZEN = FOLDER.resolve("frozen");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void everyRecordedCaseIsThereAndKeepsItsVerdict() throws Exception {
        List<String> lines = Files.readAllLines(FROZEN.resolve("cases.txt"));
        assertThat(lines).hasSizeGreaterThanOrEqualTo(173);
        for (String line : lines) {
            String[] recorded = line.split("\t", -1);
            byte[] problem = recorded(recorded[0], "problem.json", recorded[3]);
            byte[] solution = recorded(recorded[0], "solution.json", recorded[4]);
            OptionalInt asked =
                    recorded[1].isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(recorded[1]));
            String said = BothCheckers.java(new Pair(problem, solution, asked));
            String verdict = said.startsWith("2 ") ? "UNREADABLE" : said.substring(2);
            assertThat(verdict).as(recorded[0]).startsWith(recorded[2]);
        }
    }

    private static byte[] recorded(String name, String file, String sha256) throws Exception {
        byte[] bytes = Files.readAllBytes(FOLDER.resolve("cases").resolve(name).resolve(file));
        assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)))
                .as("%s of %s", file, name)
                .isEqualTo(sha256);
        return bytes;
    }

    /** Model cards are read by another module, which reads the recorded one. */
    @ParameterizedTest
    @ValueSource(strings = {"tracks.json", "evidence.json", "model.json"})
    void everyRecordedDocumentStaysValid(String file) throws IOException {
        byte[] bytes = Files.readAllBytes(FROZEN.resolve(file));
        String schema = file.replaceFirst("[-.].*", "") + "-1.schema.json";
        assertThat(SchemaTest.complaints(SchemaTest.schema(schema), new String(bytes, UTF_8)))
                .isEmpty();
        if (file.startsWith("tracks")) {
            TracksReader.of(file, Files.newInputStream(FROZEN.resolve(file))).next();
        } else if (file.startsWith("evidence")) {
            EvidenceReader.of(file, Files.newInputStream(FROZEN.resolve(file))).next();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"problem", "solution", "tracks", "evidence", "model"})
    void schemasDifferByOptionalFieldsOnly(String format) throws IOException {
        String file = format + "-1.schema.json";
        JsonNode published = JSON.readTree(Files.readString(Path.of("..", "docs", "schema", file)));
        assertThat(SchemaGrowth.complaints(recordedSchema(file), published)).isEmpty();
    }

    private static ObjectNode recordedSchema(String file) throws IOException {
        return (ObjectNode) JSON.readTree(Files.readString(FROZEN.resolve(file)));
    }

    @Test
    void whatIsMoreThanAnOptionalFieldIsNoticed() throws IOException {
        unnoticed(schema -> at(schema, "/properties").putObject("colour").put("type", "string"));
        unnoticed(schema -> schema.put("description", "another"));
        unnoticed(schema -> at(schema, "/properties/gap").remove("minimum"));
        unnoticed(schema -> ((ArrayNode) schema.at("/properties/method/enum")).add("other"));
        unnoticed(schema -> at(schema, "/properties/poses/items/properties").putObject("colour"));
        noticed("/required", schema -> ((ArrayNode) schema.get("required")).add("method"));
        noticed("/properties/gap", schema -> at(schema, "/properties").remove("gap"));
        noticed("/additionalProperties", schema -> schema.put("additionalProperties", false));
        noticed("/properties/method/enum", schema -> ((ArrayNode) schema.at("/properties/method/enum")).remove(0));
        noticed("/properties/maxPoses/maximum", schema -> at(schema, "/properties/maxPoses")
                .put("maximum", 9));
        noticed("/properties/gap/minimum", schema -> at(schema, "/properties/gap")
                .put("minimum", 0.5));
        noticed("/properties/gap/maximum", schema -> at(schema, "/properties/gap")
                .put("maximum", 1));
        noticed("/properties/gap/type", schema -> at(schema, "/properties/gap").put("type", "integer"));
        noticed("/properties/problem/pattern", schema -> at(schema, "/properties/problem")
                .put("pattern", "a"));
        noticed(
                "/properties/poses/items/required",
                schema -> ((ArrayNode) schema.at("/properties/poses/items/required")).add("local"));
        // nothing may change in a certificate, not even by a field more or a wider range
        noticed("/$defs/certificate3", schema -> at(schema, "/$defs/certificate3/properties")
                .putObject("colour"));
        noticed("/$defs/shift", schema -> at(schema, "/$defs/shift").put("maximum", 63));
        noticed("/$defs/node", schema -> at(schema, "/$defs/node").remove("oneOf"));
    }

    private static ObjectNode at(ObjectNode schema, String path) {
        return (ObjectNode) schema.at(path);
    }

    private static void unnoticed(Consumer<ObjectNode> change) throws IOException {
        assertThat(complaints(change)).isEmpty();
    }

    private static void noticed(String path, Consumer<ObjectNode> change) throws IOException {
        assertThat(complaints(change)).isNotEmpty().allSatisfy(complaint -> assertThat(complaint)
                .startsWith(path));
    }

    private static List<String> complaints(Consumer<ObjectNode> change) throws IOException {
        ObjectNode changed = recordedSchema("solution-1.schema.json");
        change.accept(changed);
        return new ArrayList<>(SchemaGrowth.complaints(recordedSchema("solution-1.schema.json"), changed));
    }
}
