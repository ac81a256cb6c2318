package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SolveRoutesTest {
    private final RunningServer server = RunningServer.real();
    private final Problem problem = Generator.generate("three", 3, Crowding.CROWDED, 7);

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpResponse<String> solve(String query) throws Exception {
        return server.post("/api/v1/solve" + query, Answers.json(problem));
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(out)) {
            packing.write(bytes);
        }
        return out.toByteArray();
    }

    private static void refused(HttpResponse<String> answer, int status, String type, String detail) {
        assertThat(answer.body()).contains("\"type\":\"urn:jointly:error:" + type + "\"", detail);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        String id = answer.headers().firstValue("X-Request-Id").orElseThrow();
        assertThat(answer.body()).contains("\"requestId\":\"" + id + "\"", "\"status\":" + status);
    }

    @Test
    void solvesToAProvenOptimum() throws Exception {
        HttpResponse<String> answer = solve("?timeLimit=30s&method=bcg&gap=0");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.body()).contains("\"method\":\"bcg\"");
        assertThat(Judge.verdict(problem, answer.body()).kind()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
    }

    /** A problem whose tables would take more than the share of the heap that is for them. */
    @Test
    void tablesThatWouldNotFitAreRefusedBeforeTheyAreMade() throws Exception {
        long cells = Runtime.getRuntime().maxMemory() / 3 / (3 * Long.BYTES);
        String detections = String.join(
                ",", Collections.nCopies((int) Math.sqrt((double) cells) + 1, "{\"part\":\"p\",\"cost\":-2}"));
        String large =
                "{\"format\":\"jointly/problem@1\",\"id\":\"large\",\"anatomy\":{\"name\":\"a\",\"parts\":[\"p\"],\"majors\":[\"p\"],"
                        + "\"limbs\":[]},\"poseCost\":1,\"detections\":[" + detections + "],\"pairs\":[]}";
        HttpResponse<String> answer = server.post("/api/v1/solve", large.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(413);
        assertThat(answer.body()).contains("problem-too-large", "tables of pair costs take about");
    }

    @Test
    void takesGzip() throws Exception {
        byte[] packed = gzip(Answers.json(problem));
        assertThat(server.post("/api/v1/solve", packed).statusCode()).isEqualTo(200);
        HttpRequest.Builder named = HttpRequest.newBuilder(server.uri("/api/v1/solve"))
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(packed));
        assertThat(server.send(named).statusCode()).isEqualTo(200);
        refused(server.post("/api/v1/solve", gzip(packed)), 400, "bad-gzip", "compressed twice");
    }

    @Test
    void answersInTheFormatsOfOtherTools() throws Exception {
        HttpResponse<String> coco = solve("?format=coco-results");
        assertThat(coco.body()).contains("\"keypoints\"");
        assertThat(coco.headers().firstValue("Content-Type")).contains("application/json");
        HttpResponse<String> csv = solve("?format=csv");
        assertThat(csv.headers().firstValue("Content-Type")).contains("text/csv; charset=utf-8");
        refused(solve("?format=word"), 400, "bad-parameter", "found format \\\"word\\\" but expected one of json, ");
    }

    @Test
    void verifies() throws Exception {
        String solution = solve("").body();
        String right = "{\"solution\":" + solution + ",\"problem\":"
                + new String(Answers.json(problem), StandardCharsets.UTF_8) + "}";
        HttpResponse<String> proven = server.post("/api/v1/verify", right.getBytes(StandardCharsets.UTF_8));
        assertThat(proven.body()).contains("\"verdict\":\"proven-optimal\"", "\"reasons\":[]");
        String wrong = right.replaceFirst("\"objective\":-[0-9.]+", "\"objective\":-1");
        HttpResponse<String> rejected = server.post("/api/v1/verify", wrong.getBytes(StandardCharsets.UTF_8));
        assertThat(rejected.statusCode()).isEqualTo(200);
        assertThat(rejected.body()).contains("\"verdict\":\"rejected\"");
        // a limit is part of the question
        String limited = server.post("/api/v1/solve", Answers.json(problem.withAtMost(1)))
                .body();
        byte[] few = right.replace(solution, limited).getBytes(StandardCharsets.UTF_8);
        assertThat(server.post("/api/v1/verify", few).body())
                .contains("\"verdict\":\"rejected\"", "maxPoses is 1 but the number of poses is not limited");
        assertThat(server.post("/api/v1/verify?maxPeople=1", few).body()).contains("\"verdict\":\"proven-optimal\"");
        refused(
                server.post("/api/v1/verify?maxPeople=-1", few),
                400,
                "bad-parameter",
                "found maxPeople \\\"-1\\\" but expected a whole number from 0 to 100000");
        refused(
                server.post("/api/v1/verify", Answers.json(problem)),
                400,
                "bad-input",
                "the body: /problem: found nothing but expected a problem");
    }

    @Test
    void impossiblePinsAreAConflict() throws Exception {
        Problem impossible = problem.withPins(List.of(new Pin.Use(2), new Pin.Use(1), new Pin.Skip(1)));
        HttpResponse<String> answer = server.post("/api/v1/solve", Answers.json(impossible));
        refused(answer, 409, "pins-conflict", "\"conflict\":[{\"use\":1},{\"skip\":1}]");
    }

    @Test
    void saysWhatIsWrongAndWhatWasExpected() throws Exception {
        refused(solve("?timeLimit=soon"), 400, "bad-parameter", "found timeLimit \\\"soon\\\" but expected seconds");
        refused(solve("?gap=1"), 400, "bad-parameter", "found gap \\\"1\\\" but expected a number from 0 to below 1");
        refused(solve("?method=magic"), 400, "bad-parameter", "expected one of auto, bcg, pcg");
        refused(solve("?gab=0"), 400, "bad-parameter", "found parameter \\\"gab\\\" but expected one of timeLimit");
        refused(solve("?gap=0&gap=0"), 400, "bad-parameter", "found parameter gap twice");
        refused(server.get("/api/v1/solve"), 405, "wrong-method", "found GET but this path takes POST");
        refused(server.get("/api/v2/solve"), 404, "no-such-route", "nothing is served at this path");
        refused(
                server.post("/api/v1/solve", new byte[0]),
                400,
                "bad-input",
                "the body: is empty but expected a problem");
    }

    @Test
    void takesAnIdThatIsSensible() throws Exception {
        HttpRequest.Builder own = HttpRequest.newBuilder(server.uri("/livez")).header("X-Request-Id", "mine-17");
        assertThat(server.send(own).headers().firstValue("X-Request-Id")).contains("mine-17");
        HttpRequest.Builder odd = HttpRequest.newBuilder(server.uri("/livez")).header("X-Request-Id", "a b\"c");
        assertThat(server.send(odd).headers().firstValue("X-Request-Id"))
                .get()
                .asString()
                .matches("[0-9a-f-]{36}");
        assertThat(server.log).anyMatch(line -> line.contains("\"id\":\"mine-17\"") && line.contains("\"status\":200"));
    }
}
