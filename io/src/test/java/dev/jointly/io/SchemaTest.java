package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import dev.jointly.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schemas say the same as the program. */
class SchemaTest {
    static final JsonSchema EVIDENCE = schema("evidence-1.schema.json");
    private static final JsonSchema PROBLEM = schema("problem-1.schema.json");
    static final JsonSchema SOLUTION = schema("solution-1.schema.json");

    static JsonSchema schema(String file) {
        try {
            Path path = Path.of("..", "docs", "schema", file);
            return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(Files.readString(path));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Set<ValidationMessage> complaints(JsonSchema schema, String text) {
        return schema.validate(text, InputFormat.JSON);
    }

    @Test
    void writtenProblemsAreValid() {
        assertThat(complaints(PROBLEM, Samples.PROBLEM)).isEmpty();
        for (long seed = 0; seed < 100; seed++) {
            String text = new String(Samples.write(Samples.random(seed), Layout.PRETTY), UTF_8);
            assertThat(complaints(PROBLEM, text)).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void writtenSolutionsAreValid() throws IOException {
        Problem problem = Samples.read(Samples.PROBLEM);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SolutionWriter.write(Samples.solution(problem), problem, Layout.PRETTY, out);
        assertThat(complaints(SOLUTION, out.toString(UTF_8))).isEmpty();
        assertThat(complaints(SOLUTION, out.toString(UTF_8).replace("\"bounded\"", "\"proven\"")))
                .isNotEmpty();
        assertThat(complaints(SOLUTION, out.toString(UTF_8).replace("lambda3", "lambda9")))
                .isNotEmpty();
        String nowhere = out.toString(UTF_8).replace("\"x\": 12.5", "\"x\": \"left\"");
        assertThat(complaints(SOLUTION, nowhere)).isNotEmpty();
        String nobody = out.toString(UTF_8).replace("\"strength\": 0", "\"strength\": \"strong\", \"a\": 0");
        assertThat(complaints(SOLUTION, nobody)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "problem@1|problem@2",
                "\"id\":\"sample\",|",
                "\"sample\"|\"\"",
                "\"sample\"|\"a\\u0007\"",
                "\"width\":640|\"width\":0",
                "[\"neck\"],|[],",
                "[\"head\",\"hand\"]|[\"head\"]",
                "6.5|\"6.5\"",
                "6.5|2e9",
                "[1,2,0.5]|[1,2]",
                "[1,2,0.5]|[1,2,0.5,1]",
                "[1,2,0.5]|[1.5,2,0.5]",
                "[1,2,0.5]|[-1,2,0.5]",
                "\"zero\"|\"none\"",
                "{\"use\":2}|{}",
                "{\"use\":2}|{\"use\":2,\"skip\":1}",
                "[0,4]}|[4,4]}",
                "0.93|null",
                "\"cost\":-1}|\"x\":-1}"
            })
    void whatTheSchemaRefusesTheReaderRefusesToo(String change) {
        List<String> fromTo = List.of(change.split("\\|", -1));
        String text = Samples.PROBLEM.replace(fromTo.get(0), fromTo.get(1));
        assertThat(complaints(PROBLEM, text)).isNotEmpty();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> Samples.read(text))
                .isInstanceOf(BadInputException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "certificate@3|certificate@1",
                "certificate@3|certificate@2",
                "\"scaleBits\":2|\"scaleBits\":2,\"lambda2\":[0,0,0,0,0]",
                "\"scaleBits\":2|\"scaleBits\":2,\"note\":1",
                "\"detections\":[0,3],|",
                "\"detections\":[0,3]|\"detections\":[0,3],\"note\":1",
                "\"nodes\":[{\"join\"|\"nodes\":7,\"a\":[{\"join\"",
                "\"nodes\":[{\"join\"|\"nodes\":[7,{\"join\"",
                "\"join\":[0,0],|",
                "\"join\":[0,0]|\"join\":[0]",
                "\"join\":[0,0]|\"join\":[0,0,0]",
                "\"join\":[0,0]|\"join\":[0,0],\"local\":[0,3]",
                "\"join\":[0,0]|\"join\":[0,0],\"shift\":1",
                "\"join\":[0,0]|\"join\":[0,0],\"note\":1",
                "\"in\":1,|",
                "\"in\":1|\"in\":1.5",
                "\"in\":1|\"in\":{}",
                "\"shift\":9|\"shift\":9.5",
                "\"shift\":9|\"in\":9",
                "\"shift\":9|\"note\":9",
                "\"lambda1\":[-7,8],|",
                "[-7,8]|[-7,8.5]"
            })
    void whatTheSchemaRefusesInASolutionTheReaderRefusesToo(String change) {
        refusedByBoth(Samples.SOLUTION, change);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"use\":[0],|",
                "\"use\":[0]|\"use\":7",
                "\"use\":[0]|\"note\":7,\"use\":[0]",
                "\"trees\"|\"cuts\":[{\"use\":[1,2,4],\"host\":[2],\"sigma\":70}],\"trees\"",
                "\"host\":[3]}|\"host\":[3],\"sigma\":1}",
                "\"sigma\":[8,0]|\"sigma\":8",
                "\"out\":4|\"out\":4,\"sigma\":[1,1]"
            })
    void whatTheSchemaRefusesInACutTheReaderRefusesToo(String change) {
        refusedByBoth(Samples.CUT_SOLUTION, change);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"pose\":0,\"pins\"|{\"pins\"",
                "\"pose\":0,\"detection\":1|\"pose\":-1,\"detection\":1",
                "\"detection\":1|\"detection\":1.5",
                "\"pins\":[{\"apart\":[0,1]}],|",
                "{\"apart\":[0,1]}|{\"apart\":[0]}",
                "{\"skip\":3}|{}",
                "\"atLeast\":4.25,|",
                "\"atLeast\":4.25|\"atLeast\":-4.25",
                "\"atMost\":4.25|\"atMost\":-1",
                "\"fixed\":true|\"fixed\":1",
                "[1,77,0]|[1,77]",
                "[1,77,0]|[1,77,0,0]",
                "[1,77,0]|[1,7.5,0]",
                "[1,77,0]|7",
                "\"certificate\":{\"format\":\"jointly/certificate@3\",\"scaleBits\":1,|\"prices\":[],\"certificate\":{\"format\":\"jointly/certificate@3\",\"scaleBits\":1,",
                "\"certificate\":{\"format\":\"jointly/certificate@3\",\"scaleBits\":1,|\"certificate\":{\"format\":\"jointly/certificate@3\","
            })
    void whatTheSchemaRefusesInAMarginTheReaderRefusesToo(String change) {
        refusedByBoth(Samples.MARGIN_SOLUTION, change);
    }

    private static void refusedByBoth(String solution, String change) {
        List<String> fromTo = List.of(change.split("\\|", -1));
        assertThat(solution).contains(fromTo.get(0));
        String good = solution.replace("00ff", "0f".repeat(32));
        assertThat(complaints(SOLUTION, good)).isEmpty();
        String text = good.replace(fromTo.get(0), fromTo.get(1));
        assertThat(complaints(SOLUTION, text)).isNotEmpty();
        try (ClaimReader reader = ClaimReader.of("s", Samples.stream(text))) {
            org.assertj.core.api.Assertions.assertThatThrownBy(reader::next).isInstanceOf(BadInputException.class);
        }
    }

    @Test
    void instancesAreValidAndReadable() throws IOException {
        String dir = System.getenv("JOINTLY_INSTANCES");
        assumeTrue(dir != null, "JOINTLY_INSTANCES does not name a directory of problems");
        try (Stream<Path> list = Files.list(Path.of(dir))) {
            List<Path> files = list.filter(f -> f.toString().endsWith(".problem.json.gz"))
                    .sorted()
                    .toList();
            assertThat(files).isNotEmpty();
            for (Path file : files) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                    assertThat(complaints(PROBLEM, new String(in.readAllBytes(), UTF_8)))
                            .as(file.toString())
                            .isEmpty();
                }
                Problem problem = ProblemReader.one(file);
                assertThat(file.getFileName()).hasToString(problem.id() + ".problem.json.gz");
                assertThat(problem.size()).isPositive();
            }
        }
    }
}
