package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Verdict;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.TinyNetworks;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoseRouteTest {
    private static final String SOLUTION = ",\"solution\":";

    @TempDir
    Path dir = Path.of("");

    private String card = "";
    private RunningServer server = RunningServer.real();

    @BeforeEach
    void start() throws IOException {
        server.close();
        card = Files.writeString(dir.resolve("colours.json"), TinyNetworks.CARD).toString();
        TinyNetworks.write(dir.resolve("colours.onnx"));
        Detectors detectors =
                new Detectors(new ModelStore(dir), List.of(card, ModelStore.SHIPPED.get(0)), Execution.cpu(1));
        ServerLimits limits = RunningServer.small().withSizes(1 << 20, 1000, 100_000);
        server = RunningServer.with(RunningServer.solver(), limits, detectors);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static byte[] photo(int width, int people) throws IOException {
        BufferedImage image = Photos.plain(width, 160, Color.BLUE);
        for (int i = 0; i < people; i++) {
            Photos.dot(image, 50 + 90 * i, 110, 12, Color.RED);
            Photos.dot(image, 50 + 90 * i, 50, 12, Color.GREEN);
        }
        return Photos.encoded(image, "png");
    }

    @Test
    void peopleAndTheirProblem() throws Exception {
        HttpResponse<String> answer = server.post("/api/v1/pose?name=street.png", photo(320, 2));
        assertThat(answer.statusCode()).isEqualTo(200);
        Problem problem = problem(answer.body());
        assertThat(problem.id()).isEqualTo("street");
        String solution = solution(answer.body());
        assertThat(Judge.verdict(problem, solution).accepted()).isTrue();
        assertThat(Judge.claim(problem, solution).poses()).as("two people").hasSize(2);
    }

    private static Problem problem(String answer) {
        int start = answer.indexOf("\"problem\":") + "\"problem\":".length();
        byte[] text = answer.substring(start, answer.indexOf(SOLUTION)).getBytes(StandardCharsets.UTF_8);
        return ProblemReader.of("answer", new ByteArrayInputStream(text)).next();
    }

    /** The last member of an answer. */
    private static String solution(String answer) {
        return answer.substring(answer.indexOf(SOLUTION) + SOLUTION.length(), answer.length() - 1);
    }

    @Test
    void anImageBecomesASession() throws Exception {
        HttpResponse<String> begun = server.post("/api/v1/sessions?patience=30s&name=street.png", photo(320, 2));
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
        Problem problem = problem(begun.body());
        assertThat(problem.id()).isEqualTo("street");
        String session = begun.headers().firstValue("Location").orElseThrow();
        assertThat(begun.body()).contains("\"people\":[0,1]");
        // without the neck of the first only the second is left, and keeps its number
        int neck = Judge.claim(problem, solution(begun.body()))
                .poses()
                .get(0)
                .global()
                .values()
                .iterator()
                .next();
        String pins = "{\"pins\":[{\"skip\":" + neck + "}]}";
        HttpResponse<String> repaired = server.send(HttpRequest.newBuilder(server.uri(session + "/pins?patience=30s"))
                .PUT(HttpRequest.BodyPublishers.ofString(pins)));
        assertThat(repaired.statusCode()).as(repaired.body()).isEqualTo(200);
        assertThat(repaired.body()).contains("\"people\":[1]");
        Problem pinned = problem.withPins(List.of(new Pin.Skip(neck)));
        assertThat(Judge.verdict(pinned, solution(repaired.body())).kind()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
    }

    @Test
    void exports() throws Exception {
        HttpResponse<String> answer = server.post("/api/v1/pose?format=coco", photo(320, 1));
        assertThat(answer.body()).contains("\"annotations\"", "\"file_name\": \"image\"");
    }

    @Test
    void refusals() throws Exception {
        HttpResponse<String> none = server.post("/api/v1/pose", "hello".getBytes(StandardCharsets.UTF_8));
        assertThat(none.statusCode()).isEqualTo(400);
        assertThat(none.body()).contains("the image: is not an image in a format that can be read");
        HttpResponse<String> large = server.post("/api/v1/pose", Photos.claiming(1000, 1000));
        assertThat(large.statusCode()).isEqualTo(400);
        assertThat(large.body()).contains("is 1000 x 1000 pixels but expected at most 100000; make it smaller first");
        HttpResponse<String> heavy = server.post("/api/v1/pose", new byte[(1 << 20) + 1]);
        assertThat(heavy.statusCode()).isEqualTo(413);
        HttpResponse<String> other = server.post("/api/v1/pose?model=/etc/passwd", photo(320, 1));
        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(other.body()).contains("found model \\\"/etc/passwd\\\" but expected one of ");
    }

    @Test
    void aModelThatIsMissingIsTheServersFault() throws Exception {
        HttpResponse<String> answer = server.post("/api/v1/pose?model=openpose-mobilenet", photo(320, 1));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("its network is in the artifact jointly-models");
    }
}
