package dev.jointly.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Problem;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That problems are those of {@code jointly import}, {@code ServedImportTest} of the command line says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImportRoutesTest {
    private static final Path PICKLE =
            Path.of("..", "io", "src", "test", "resources", "dev", "jointly", "io", "dlc", "video-p4.pickle");

    private final RunningServer server =
            RunningServer.with(RunningServer.solver(), RunningServer.small().withSizes(1 << 20, 50, 1000));

    @AfterAll
    void stop() {
        server.close();
    }

    /** @param heads that are detected */
    private static String evidence(String id, int heads) {
        String candidates =
                IntStream.range(0, heads).mapToObj(i -> ",[1," + i + ",20,0.9]").collect(Collectors.joining());
        String row = IntStream.range(0, heads).mapToObj(i -> "0.8").collect(Collectors.joining(","));
        return "{\"format\":\"jointly/evidence@1\",\"id\":\"" + id
                + "\",\"parts\":[\"neck\",\"head\"],\"candidates\":[[0,10,30,0.9]" + candidates
                + "],\"edges\":[{\"parts\":[0,1],\"affinity\":[[" + row + "]]}]}\n";
    }

    private HttpResponse<String> imported(String query, byte[] body) throws Exception {
        return server.post("/api/v1/import" + query, body);
    }

    private static List<Problem> problems(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
        List<Problem> problems = new ArrayList<>();
        try (ProblemReader reader = ProblemReader.of(
                "the answer", new ByteArrayInputStream(answer.body().getBytes(UTF_8)))) {
            reader.forEachRemaining(problems::add);
        }
        assertThat(answer.body().lines()).hasSameSizeAs(problems);
        return problems;
    }

    @Test
    void framesOfAPickleAreProblemsOfItsClip() throws Exception {
        byte[] pickle = Files.readAllBytes(PICKLE);
        assertThat(problems(imported("?name=walk_full.pickle", pickle)))
                .extracting(Problem::id)
                .containsExactly("walk/frame0", "walk/frame1");
        List<Problem> plain = problems(imported("", pickle));
        assertThat(plain).extracting(Problem::id).containsExactly("frame0", "frame1");
        assertThat(plain.get(0).anatomy().parts()).containsExactly("head", "tail", "corner");
        assertThat(plain.get(0).size()).isEqualTo(4);
    }

    @Test
    void evidenceKeepsItsIds() throws Exception {
        String two = evidence("street", 1) + evidence("park", 2);
        List<Problem> problems = problems(imported("?name=found.ndjson", two.getBytes(UTF_8)));
        assertThat(problems).extracting(Problem::id).containsExactly("street", "park");
        assertThat(problems.get(1).pairs().size()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | the body: is empty but expected a document of evidence",
                "{} | the body: /format: found nothing but expected \\\"jointly/evidence@1\\\"",
                "oops | the body: ",
                "\u0080 | the body: "
            })
    void whatIsNeitherIsRefused(String body, String message) throws Exception {
        HttpResponse<String> refused = imported("", body.getBytes(UTF_8));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains(message).doesNotContain("standard input");
    }

    @Test
    void brokenPicklesAreRefused() throws Exception {
        byte[] pickle = Files.readAllBytes(PICKLE);
        HttpResponse<String> half = imported("", Arrays.copyOf(pickle, pickle.length / 2));
        assertThat(half.statusCode()).isEqualTo(400);
        assertThat(half.body()).contains("\"detail\":\"the body: ");
        // os.system: what it names is never called
        HttpResponse<String> hostile = imported("", "\u0080\u0004cos\nsystem\n.".getBytes(ISO_8859_1));
        assertThat(hostile.statusCode()).isEqualTo(400);
        assertThat(hostile.body()).contains("os.system");
    }

    @Test
    void limitsHold() throws Exception {
        assertThat(imported("", evidence("few", 49).getBytes(UTF_8)).statusCode())
                .isEqualTo(200);
        HttpResponse<String> many = imported("", evidence("many", 50).getBytes(UTF_8));
        assertThat(many.statusCode()).isEqualTo(413);
        assertThat(many.body()).contains("frame \\\"many\\\" has 51 detections", "at most 50 detections");
        assertThat(imported("", new byte[(1 << 20) + 1]).statusCode()).isEqualTo(413);
        HttpResponse<String> twice = imported("", evidence("same", 1).repeat(2).getBytes(UTF_8));
        assertThat(twice.statusCode()).isEqualTo(400);
        assertThat(twice.body()).contains("found frame \\\"same\\\" a second time");
        assertThat(imported("?name=%00", evidence("a", 1).getBytes(UTF_8)).statusCode())
                .isEqualTo(400);
    }
}
