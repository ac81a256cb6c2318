package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AccessTest {
    private static final String TOKEN = "0123456789abcdef-right";

    private static JointlyServer server(Access access) {
        SolveService solves =
                new SolveService(RunningServer.solver(), RunningServer.noDetectors(), RunningServer.small());
        RequestLog log = new RequestLog(line -> {});
        ApiRoutes api = new ApiRoutes(
                solves,
                (problem, settings) -> {
                    throw new UnsupportedOperationException("no sessions here");
                },
                log,
                InstantSource.system());
        return JointlyServer.start(
                solves, log, List.of(new Listener("127.0.0.1", 0, access, List.of(api, new PageRoutes("no-page")))));
    }

    /** Sent by hand, since clients choose Host and Origin themselves. */
    private static String got(JointlyServer server, String path, String... headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port(0))) {
            String request =
                    "GET " + path + " HTTP/1.1\r\nConnection: close\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void otherMachinesNeedAToken() {
        assertThatThrownBy(() -> Access.of("0.0.0.0", Optional.empty()))
                .hasMessage("host 0.0.0.0 can be reached from other machines, which needs a token; set JOINTLY_TOKEN or"
                        + " --token-file, or use --host 127.0.0.1");
        assertThatThrownBy(() -> Access.of("0.0.0.0", Optional.of("short")))
                .hasMessageContaining("the token has 5 characters but must have at least 16");
        Access.of("::1", Optional.empty());
        Access.of("localhost", Optional.empty());
    }

    @Test
    void withoutATokenOnlyTheLoopbackNamesAreServed() throws IOException {
        try (JointlyServer server = server(Access.of("127.0.0.1", Optional.empty()))) {
            assertThat(got(server, "/metrics", "Host: localhost:99")).startsWith("HTTP/1.1 200 ");
            assertThat(got(server, "/metrics", "Host: 127.0.0.1")).startsWith("HTTP/1.1 200 ");
            assertThat(got(server, "/metrics", "Host: [::1]:80")).startsWith("HTTP/1.1 200 ");
            assertThat(got(server, "/metrics", "Host: rebound.example:80")).startsWith("HTTP/1.1 421 ");
            assertThat(got(server, "/metrics", "Host: localhost.rebound.example"))
                    .startsWith("HTTP/1.1 421 ");
        }
    }

    @Test
    void pagesOfOtherOriginsAreRefused() throws IOException {
        try (JointlyServer server = server(Access.of("127.0.0.1", Optional.empty()))) {
            String own = got(server, "/metrics", "Host: localhost:8080", "Origin: http://localhost:8080");
            assertThat(own).startsWith("HTTP/1.1 200 ").doesNotContainIgnoringCase("Access-Control");
            String other = got(server, "/metrics", "Host: localhost:8080", "Origin: https://evil.example");
            assertThat(other).startsWith("HTTP/1.1 403 ").doesNotContainIgnoringCase("Access-Control");
        }
    }

    @Test
    void aBrowserAsksAPersonForTheToken() throws IOException {
        try (JointlyServer server = server(Access.of("127.0.0.1", Optional.of(TOKEN)))) {
            assertThat(got(server, "/", "Host: jointly.example"))
                    .startsWith("HTTP/1.1 401 ")
                    .contains("WWW-Authenticate: Basic realm=");
            String password = Base64.getEncoder().encodeToString(("anyone:" + TOKEN).getBytes(StandardCharsets.UTF_8));
            assertThat(got(server, "/", "Host: jointly.example", "Authorization: Basic " + password))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void theTokenOpensAllAndHealthNeedsNone() throws IOException {
        try (JointlyServer server = server(Access.of("127.0.0.1", Optional.of(TOKEN)))) {
            String without = got(server, "/metrics", "Host: jointly.example");
            assertThat(without)
                    .startsWith("HTTP/1.1 401 ")
                    .contains("WWW-Authenticate: Bearer")
                    .doesNotContain(TOKEN);
            for (String wrong : List.of(TOKEN + "x", TOKEN.substring(1), "", "Bearer " + TOKEN)) {
                assertThat(got(server, "/metrics", "Host: a.example", "Authorization: Bearer " + wrong))
                        .startsWith("HTTP/1.1 401 ");
            }
            assertThat(got(server, "/metrics", "Host: a.example", "Authorization: Basic " + TOKEN))
                    .startsWith("HTTP/1.1 401 ");
            assertThat(got(server, "/metrics", "Host: a.example", "Authorization: Bearer " + TOKEN))
                    .startsWith("HTTP/1.1 200 ");
            assertThat(got(server, "/readyz", "Host: a.example")).startsWith("HTTP/1.1 200 ");
            // no route at all is told only to who has the token
            assertThat(got(server, "/nothing", "Host: a.example")).startsWith("HTTP/1.1 401 ");
        }
    }

    @Test
    void aHeaderDoesNotChangeTheMethod() throws Exception {
        try (RunningServer server = RunningServer.real()) {
            HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.uri("/livez"))
                    .header("X-HTTP-Method-Override", "DELETE")
                    .GET());
            assertThat(answer.body()).isEqualTo("live\n");
        }
    }
}
