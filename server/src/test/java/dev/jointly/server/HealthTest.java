package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthTest {
    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void listenersServeTheirOwnRoutesBesideHealth() throws Exception {
        SolveService solves = new SolveService(
                (problem, settings, listener, stopped) -> {
                    throw new UnsupportedOperationException("nothing to solve here");
                },
                RunningServer.noDetectors(),
                ServerLimits.defaults());
        Access access = Access.of("127.0.0.1", Optional.empty());
        Routes one = routes -> routes.get("/one", ctx -> ctx.result("1"));
        Routes two = routes -> routes.get("/two", ctx -> ctx.result("2"));
        try (JointlyServer server = JointlyServer.start(
                solves,
                new RequestLog(line -> {}),
                List.of(
                        new Listener("127.0.0.1", 0, access, List.of(one)),
                        new Listener("127.0.0.1", 0, Access.open(), List.of(two))))) {
            assertThat(get(server.port(0), "/livez").statusCode()).isEqualTo(200);
            assertThat(get(server.port(0), "/readyz").statusCode()).isEqualTo(200);
            assertThat(get(server.port(0), "/one").body()).isEqualTo("1");
            assertThat(get(server.port(0), "/two").statusCode()).isEqualTo(404);
            assertThat(get(server.port(1), "/two").body()).isEqualTo("2");
        }
    }

    private HttpResponse<String> get(int port, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
