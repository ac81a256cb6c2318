package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More changes of one session than may wait. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class BusySessionTest {
    /** One that is made and four that wait. */
    private static final int ROOM = 5;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void oneChangeTooManyIsRefusedAndTheOthersAreMade() throws Exception {
        byte[] problem = Answers.json(Generator.generate("two", 2, Crowding.EASY, 3));
        Gate gate = new Gate();
        try (RunningServer server =
                RunningServer.with(gate, RunningServer.small().withQueue(1, ROOM))) {
            String session = server.post("/api/v1/sessions?patience=60s", problem)
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();
            // the only worker is held, so that no change is done before the gate opens
            CompletableFuture<HttpResponse<String>> holding = send(HttpRequest.newBuilder(server.uri("/api/v1/solve"))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(problem)));
            gate.begun.acquire();
            List<CompletableFuture<HttpResponse<String>>> changes = new ArrayList<>();
            for (int i = 0; i <= ROOM; i++) {
                changes.add(send(HttpRequest.newBuilder(server.uri(session + "/pins?patience=60s"))
                        .POST(HttpRequest.BodyPublishers.ofString("{\"skip\":" + i + "}"))));
            }
            CompletableFuture.anyOf(changes.toArray(CompletableFuture<?>[]::new))
                    .join();
            List<HttpResponse<String>> early = changes.stream()
                    .filter(CompletableFuture::isDone)
                    .map(CompletableFuture::join)
                    .toList();
            assertThat(early).hasSize(1);
            assertThat(early.get(0).statusCode()).isEqualTo(429);
            assertThat(early.get(0).body()).contains("session-busy", "4 changes of this session wait already");
            assertThat(early.get(0).headers().firstValue("Retry-After")).hasValue("1");
            gate.open();
            assertThat(holding.join().statusCode()).isEqualTo(200);
            assertThat(changes.stream().map(each -> each.join().statusCode()).filter(status -> status == 200))
                    .hasSize(ROOM);
            assertThat(server.get(session).body().split("\\{\"skip\":", -1)).hasSize(ROOM + 1);
        }
    }

    private CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
