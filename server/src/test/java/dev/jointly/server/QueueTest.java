package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class QueueTest {
    private final Problem problem = Generator.generate("two", 2, Crowding.EASY, 3);
    private final byte[] body = Answers.json(problem);
    private final HttpClient http = HttpClient.newHttpClient();

    private CompletableFuture<HttpResponse<String>> posted(RunningServer server, String query) {
        return http.sendAsync(
                HttpRequest.newBuilder(server.uri("/api/v1/solve" + query))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofString());
    }

    /** The request as bytes, so that the connection can be cut at will. */
    private Socket cutOff(RunningServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.server.port(0));
        OutputStream out = socket.getOutputStream();
        String head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        return socket;
    }

    @Test
    void aFullQueueRefusesTheRestAtOnce() throws Exception {
        Gate gate = new Gate();
        try (RunningServer server =
                RunningServer.with(gate, ServerLimits.defaults().withQueue(1, 2))) {
            List<CompletableFuture<HttpResponse<String>>> accepted = new ArrayList<>();
            accepted.add(posted(server, ""));
            gate.begun.acquire();
            accepted.add(posted(server, ""));
            accepted.add(posted(server, ""));
            awaitWaiting(server, 2);
            HttpResponse<String> refused = posted(server, "").join();
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(refused.body()).contains("all 1 workers are busy and 2 requests wait already");
            assertThat(server.get("/metrics").body())
                    .contains("jointly_queue_length 2.0", "jointly_running 1.0", "jointly_rejected_total");
            gate.open();
            for (CompletableFuture<HttpResponse<String>> each : accepted) {
                assertThat(Judge.verdict(problem, each.join().body()).accepted())
                        .isTrue();
            }
        }
    }

    @Test
    void workWhoseDeadlinePassesInTheQueueIsNeverStarted() throws Exception {
        Gate gate = new Gate();
        try (RunningServer server =
                RunningServer.stepped(gate, ServerLimits.defaults().withQueue(1, 2))) {
            CompletableFuture<HttpResponse<String>> first = posted(server, "");
            gate.begun.acquire();
            CompletableFuture<HttpResponse<String>> second = posted(server, "?timeLimit=30s");
            awaitWaiting(server, 1);
            server.clock.advance(Duration.ofSeconds(31));
            assertThat(second.join().statusCode()).isEqualTo(503);
            assertThat(second.join().body()).contains("too-late");
            assertThat(gate.begun.availablePermits()).isZero();
            assertThat(first).isNotDone();
            gate.open();
            assertThat(first.join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theServersOwnDeadlineCapsTheClients() throws Exception {
        Gate gate = new Gate();
        ServerLimits limits = ServerLimits.defaults().withQueue(1, 2).withLongest(Duration.ofSeconds(3));
        try (RunningServer server = RunningServer.stepped(gate, limits)) {
            CompletableFuture<HttpResponse<String>> first = posted(server, "");
            gate.begun.acquire();
            CompletableFuture<HttpResponse<String>> second = posted(server, "?timeLimit=1000");
            awaitWaiting(server, 1);
            server.clock.advance(Duration.ofSeconds(4));
            assertThat(second.join().statusCode()).isEqualTo(503);
            gate.open();
            assertThat(first.join().statusCode()).isEqualTo(200);
        }
    }

    /** What a body does after its deadline is its own affair; its client does not wait for it. */
    @Test
    void aClientOfWorkThatDoesNotEndIsAnsweredAllTheSame() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        SolveService.Solving deaf = (of, settings, listener, stopped) -> {
            begun.countDown();
            awaitIgnoring(end);
            return RunningServer.solver().solve(of, settings, listener, stopped);
        };
        try (RunningServer server =
                RunningServer.stepped(deaf, ServerLimits.defaults().withQueue(1, 2))) {
            CompletableFuture<HttpResponse<String>> answer = posted(server, "?timeLimit=1s");
            begun.await();
            server.clock.advance(Duration.ofSeconds(1).plus(WorkQueue.OVERTIME));
            assertThat(answer.join().statusCode()).isEqualTo(503);
            assertThat(server.solves.queue().running()).isEqualTo(1);
            end.countDown();
        }
    }

    private static void awaitIgnoring(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Also for a request that asks for no time. */
    @Test
    void workWithoutTimeCountsTowardsTheQueue() throws Exception {
        Gate gate = new Gate();
        try (RunningServer server =
                RunningServer.with(gate, ServerLimits.defaults().withQueue(1, 1))) {
            assertThat(posted(server, "?timeLimit=0").join().statusCode()).isEqualTo(503);
            CompletableFuture<HttpResponse<String>> first = posted(server, "");
            gate.begun.acquire();
            CompletableFuture<HttpResponse<String>> second = posted(server, "");
            awaitWaiting(server, 1);
            assertThat(posted(server, "?timeLimit=0").join().statusCode()).isEqualTo(429);
            gate.open();
            assertThat(first.join().statusCode()).isEqualTo(200);
            assertThat(second.join().statusCode()).isEqualTo(200);
        }
    }

    /** A change of pins waits for a worker however little patience its client has. */
    @Test
    void aChangeOfPinsWithoutPatienceWaitsLikeAnyOther() throws Exception {
        Gate gate = new Gate();
        try (RunningServer server =
                RunningServer.with(gate, ServerLimits.defaults().withQueue(1, 2))) {
            String session = server.post("/api/v1/sessions?patience=60s", body)
                    .headers()
                    .firstValue("Location")
                    .orElseThrow();
            CompletableFuture<HttpResponse<String>> holding = posted(server, "");
            gate.begun.acquire();
            CompletableFuture<HttpResponse<String>> change = http.sendAsync(
                    HttpRequest.newBuilder(server.uri(session + "/pins?patience=0"))
                            .POST(HttpRequest.BodyPublishers.ofString("{\"skip\":0}"))
                            .build(),
                    BodyHandlers.ofString());
            awaitWaiting(server, 1);
            assertThat(change).isNotDone();
            gate.open();
            assertThat(holding.join().statusCode()).isEqualTo(200);
            assertThat(change.join().statusCode()).isEqualTo(200);
        }
    }

    private static void awaitWaiting(RunningServer server, int requests) {
        while (server.solves.queue().waiting() < requests) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anErrorIsAProblemDetailToo() throws Exception {
        SolveService.Solving broken = (of, settings, listener, stopped) -> {
            throw new OutOfMemoryError("Java heap space");
        };
        try (RunningServer server = RunningServer.with(broken, ServerLimits.defaults())) {
            HttpResponse<String> answer = posted(server, "").join();
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(answer.body())
                    .contains("urn:jointly:error:internal", "\"requestId\":\"")
                    .doesNotContain("\"none\"");
            assertThat(server.log).anyMatch(line -> line.contains("Java heap space"));
        }
    }

    @Test
    void aClientThatLeavesFreesItsWorker() throws Exception {
        Gate gate = new Gate();
        try (RunningServer server =
                RunningServer.with(gate, ServerLimits.defaults().withQueue(1, 1))) {
            try (Socket running = cutOff(server)) {
                gate.begun.acquire();
                assertThat(running.isConnected()).isTrue();
            }
            // nothing but the cut connection can have stopped it: the gate is closed and the deadline a minute away
            gate.stopped.acquire();
            CompletableFuture<HttpResponse<String>> next = posted(server, "");
            gate.begun.acquire();
            gate.open();
            assertThat(next.join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatLeavesTheQueueIsNeverServed() throws Exception {
        Gate gate = new Gate();
        try (RunningServer server =
                RunningServer.with(gate, ServerLimits.defaults().withQueue(1, 1))) {
            CompletableFuture<HttpResponse<String>> first = posted(server, "");
            gate.begun.acquire();
            try (Socket waiting = cutOff(server)) {
                awaitWaiting(server, 1);
                assertThat(waiting.isConnected()).isTrue();
            }
            while (server.solves.queue().waiting() > 0) {
                Thread.onSpinWait();
            }
            gate.open();
            assertThat(first.join().statusCode()).isEqualTo(200);
            assertThat(gate.begun.availablePermits()).isZero();
        }
    }

    @Test
    void pipelinedRequestsAreBothAnswered() throws Exception {
        Gate gate = new Gate();
        try (RunningServer server =
                        RunningServer.with(gate, ServerLimits.defaults().withQueue(1, 1));
                Socket socket = cutOff(server)) {
            gate.begun.acquire();
            socket.getOutputStream()
                    .write("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            // long enough that the waiting thread has met the second request
            assertThat(gate.stopped.tryAcquire(500, TimeUnit.MILLISECONDS)).isFalse();
            gate.open();
            String both = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(both).contains("jointly/solution@1").endsWith("live\n");
        }
    }

    @Test
    void stoppingEndsAcceptedWorkWithItsBounds() throws Exception {
        Gate gate = new Gate();
        RunningServer server = RunningServer.with(gate, ServerLimits.defaults().withQueue(1, 1));
        CompletableFuture<HttpResponse<String>> running = posted(server, "");
        gate.begun.acquire();
        CompletableFuture<HttpResponse<String>> waiting = posted(server, "");
        awaitWaiting(server, 1);
        server.close();
        assertThat(Judge.verdict(problem, running.join().body()).accepted()).isTrue();
        assertThat(Judge.verdict(problem, waiting.join().body()).accepted()).isTrue();
        assertThat(server.log).anyMatch(line -> line.contains("\"unanswered\":0"));
    }
}
