package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.BugDetectors;
import com.code_intelligence.jazzer.api.SilentCloseable;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.jointly.lp.LpEngines;
import dev.jointly.server.cvat.CvatRoutes;
import dev.jointly.server.labelstudio.LabelStudioRoutes;
import dev.jointly.server.tool.ParsedJson;
import dev.jointly.server.tool.ToolServer;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.xanylabeling.XAnyLabelingRoutes;
import dev.jointly.session.Session;
import dev.jointly.solve.Solver;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is sent to any route of the service, it answers, never with a failure of its own, and says what is wrong in the form
 * of docs/service.md. {@code mvn test -Dlane=full} replays the files under {@code FuzzedRoutesTestInputs}; {@code .ci/fuzz} looks for more.
 *
 * <p>An input is a line with method, path as in the route table, and query; lines with headers; an empty line; the body. {@code
 * {id}} stands for a session or job that exists. A first line without a route chooses one by its hash.
 */
@Tag("slow")
class FuzzedRoutesTest {
    private static final int HANGS = 60_000;
    private static final Pattern STATUS = Pattern.compile("(?s)HTTP/1\\.1 (\\d{3}) .*");
    private static final Pattern CONTINUE = Pattern.compile("^(?:HTTP/1\\.1 100 [^\r]*\r\n\r\n)+");
    /** Headers with which both sides would wait for each other; MalformedRequestsTest sends wrong ones. */
    private static final Pattern FRAMING = Pattern.compile("(?i)^(?:content-length|transfer-encoding|connection)");

    private static final Pattern LOCATION = Pattern.compile("(?m)^Location: \\S*/(\\S+)\r$");
    private static final String TINY = """
            {"format":"jointly/problem@1","id":"tiny",\
            "anatomy":{"name":"mini","parts":["neck","head"],"majors":["neck"],"limbs":[["neck","head"]]},"poseCost":1.0,\
            "detections":[{"part":"neck","x":1,"y":2,"cost":-2.0},{"part":"head","x":3,"y":4,"cost":-0.5}],\
            "pairs":[[0,1,-0.75]],"absentPairs":"forbidden"}""";

    private static final Queue<String> LOG = new ConcurrentLinkedQueue<>();

    @TempDir
    static @Nullable Path dir;

    private static @Nullable JointlyServer running;
    private static List<String> endpoints = List.of();
    private static String session = "";
    private static String job = "";

    @BeforeAll
    static void start() throws IOException {
        Path networks = Objects.requireNonNull(dir);
        String card = ToolServer.card(networks).toString();
        ServerLimits limits =
                RunningServer.small().withLongest(Duration.ofMillis(500)).withSizes(1 << 16, 40, 100_000);
        Solver solver = new Solver(LpEngines.onClassPath().create(LpEngines.DEFAULT));
        Detectors detectors = new Detectors(new ModelStore(networks), List.of(card), Execution.cpu(1));
        SolveService solves = new SolveService(solver::solve, detectors, limits);
        RequestLog log = new RequestLog(LOG::add);
        ApiRoutes api = new ApiRoutes(
                solves, (problem, settings) -> new Session(solver, problem, settings), log, new SteppedTime());
        ToolService tools = new ToolService(solves);
        List<Routes> routes = List.of(
                api,
                new PageRoutes("no-page"),
                new LabelStudioRoutes(tools, Optional.empty()),
                new CvatRoutes(tools),
                new XAnyLabelingRoutes(tools));
        JointlyServer server = JointlyServer.start(
                solves, log, List.of(new Listener("127.0.0.1", 0, Access.of("127.0.0.1", Optional.empty()), routes)));
        running = server;
        endpoints = server.routes(0).stream().sorted().toList();
    }

    @AfterAll
    static void stop() {
        Objects.requireNonNull(running).close();
    }

    @FuzzTest
    void requests(byte[] bytes) throws IOException {
        int port = Objects.requireNonNull(running).port(0);
        // Jazzer reports any other connection: the service must open none
        try (SilentCloseable ours = BugDetectors.allowNetworkConnections((host, to) -> to == port)) {
            assertThat(ours).isNotNull();
            exchange(bytes);
        }
    }

    private static void exchange(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\n\n");
        List<String> head = (end < 0 ? text : text.substring(0, end)).lines().toList();
        String first = head.isEmpty() ? "" : head.get(0);
        int question = first.indexOf('?');
        String endpoint = endpoint(question < 0 ? first : first.substring(0, question));
        String line = target(endpoint) + (question < 0 ? "" : first.substring(question));
        Answer answer = exchanged(
                line, head.subList(Math.min(1, head.size()), head.size()), end < 0 ? "" : text.substring(end + 2));
        requireAnswered(line, answer);
        if (answer.status() == 404 || endpoint.startsWith("DELETE")) {
            session = "";
            job = "";
        }
        assertThat(exchanged("GET /livez", List.of(), "").status()).isEqualTo(200);
    }

    private static void requireAnswered(String line, Answer answer) {
        List<String> failures = LOG.stream()
                .filter(each -> each.contains("\"event\":\"failure\""))
                .toList();
        LOG.clear();
        assertThat(failures).as(line).isEmpty();
        // 503 says that the queue is full or that a network is missing
        assertThat(answer.status() < 500 || answer.status() == 503)
                .as("%s: %s", line, answer.text())
                .isTrue();
        if (answer.status() >= 400) {
            String[] parts = answer.text().split("\r\n\r\n", 2);
            assertThat(parts[0]).as(line).contains("Content-Type: application/problem+json");
            assertThat(ParsedJson.of(parts[1]).value()).isInstanceOfSatisfying(Map.class, detail -> {
                assertThat(String.valueOf(detail.get("type"))).startsWith("urn:jointly:error:");
                assertThat(detail.get("status")).isEqualTo((double) answer.status());
                assertThat(String.valueOf(detail.get("detail"))).isNotBlank().doesNotContain("Exception", "\tat ");
                assertThat(detail.get("requestId")).isNotNull();
            });
        }
    }

    private static String endpoint(String line) {
        return endpoints.contains(line) ? line : endpoints.get(Math.floorMod(line.hashCode(), endpoints.size()));
    }

    private static String target(String endpoint) throws IOException {
        if (endpoint.contains("sessions/{id}") && session.isEmpty()) {
            session = made("POST /api/v1/sessions");
        }
        if (endpoint.contains("jobs/{id}") && job.isEmpty()) {
            job = made("POST /api/v1/jobs");
        }
        return endpoint.replace("{id}", endpoint.contains("jobs") ? job : session)
                .replace("{index}", "0")
                .replaceAll("[{]\\w+[}]", "x");
    }

    /** A full queue or too many sessions: then the route is tried with an id that does not exist. */
    private static String made(String line) throws IOException {
        Matcher location = LOCATION.matcher(exchanged(line, List.of(), TINY).text());
        return location.find() ? location.group(1) : "none";
    }

    private record Answer(int status, String text) {}

    private static Answer exchanged(String line, List<String> headers, String body) throws IOException {
        int port = Objects.requireNonNull(running).port(0);
        StringBuilder request = new StringBuilder(line).append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        headers.stream().filter(header -> !FRAMING.matcher(header).find()).forEach(header -> request.append(header)
                .append("\r\n"));
        request.append("Content-Length: ")
                .append(body.length())
                .append("\r\n\r\n")
                .append(body);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(HANGS);
            try {
                socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
            } catch (SocketException e) {
                // refused before it was read to the end; the answer may be there all the same
            }
            String received = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            String text = CONTINUE.matcher(received).replaceFirst("");
            Matcher status = STATUS.matcher(text);
            assertThat(status.matches()).as("%s: %s", line, text).isTrue();
            return new Answer(Integer.parseInt(status.group(1)), text);
        }
    }
}
