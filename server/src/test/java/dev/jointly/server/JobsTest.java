package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class JobsTest {
    private final Problem problem = Generator.generate("two", 2, Crowding.EASY, 3);
    private final Gate gate = new Gate();
    private final RunningServer server =
            RunningServer.with(gate, ServerLimits.defaults().withQueue(1, 2));

    @AfterEach
    void stop() {
        server.close();
    }

    private String submitted(Problem wanted) throws Exception {
        HttpResponse<String> answer = server.post("/api/v1/jobs", Answers.json(wanted));
        assertThat(answer.statusCode()).isEqualTo(202);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private BufferedReader events(String job) throws Exception {
        HttpResponse<InputStream> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.uri(job + "/events")).build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).get().asString().startsWith("text/event-stream");
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    /** Names of events, and the data of the last. */
    private static List<String> read(BufferedReader events) throws Exception {
        List<String> names = new ArrayList<>();
        String last = "";
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith("event: ")) {
                names.add(line.substring("event: ".length()));
            } else if (line.startsWith("data: ")) {
                last = line.substring("data: ".length());
            }
        }
        names.add(last);
        return names;
    }

    @Test
    void aJobIsWatchedToItsAnswer() throws Exception {
        String job = submitted(problem);
        gate.begun.acquire();
        assertThat(server.get(job).body()).contains("\"state\":\"queued\"");
        BufferedReader events = events(job);
        gate.open();
        List<String> seen = read(events);
        assertThat(seen.get(seen.size() - 2)).isEqualTo("solution");
        assertThat(seen.subList(0, seen.size() - 2)).allMatch("bounds"::equals);
        assertThat(Judge.verdict(problem, seen.get(seen.size() - 1)).accepted()).isTrue();
        String answer = server.get(job).body();
        assertThat(answer).contains("\"state\":\"done\"");
        String solution = answer.substring(answer.indexOf("\"solution\":") + 11, answer.length() - 1);
        assertThat(solution).isEqualTo(seen.get(seen.size() - 1));
    }

    @Test
    void aCancelledJobFreesItsWorker() throws Exception {
        String job = submitted(problem);
        gate.begun.acquire();
        BufferedReader events = events(job);
        HttpResponse<String> gone =
                server.send(HttpRequest.newBuilder(server.uri(job)).DELETE());
        assertThat(gone.statusCode()).isEqualTo(204);
        gate.stopped.acquire();
        assertThat(read(events)).startsWith("cancelled");
        assertThat(server.get(job).statusCode()).isEqualTo(404);
        assertThat(server.get(job).body()).contains("no job has this id");
    }

    @Test
    void aJobThatFailsSaysWhy() throws Exception {
        gate.open();
        String job = submitted(problem.withPins(List.of(new Pin.Use(1), new Pin.Skip(1))));
        List<String> seen = read(events(job));
        assertThat(seen.get(seen.size() - 2)).isEqualTo("error");
        assertThat(seen.get(seen.size() - 1)).contains("pins-conflict", "\"conflict\":[{\"use\":1},{\"skip\":1}]");
        assertThat(server.get(job).body()).contains("\"state\":\"failed\"", "pins-conflict");
    }

    @Test
    void aFullQueueTakesNoMoreJobs() throws Exception {
        submitted(problem);
        gate.begun.acquire();
        submitted(problem);
        submitted(problem);
        HttpResponse<String> refused = server.post("/api/v1/jobs", Answers.json(problem));
        assertThat(refused.statusCode()).isEqualTo(429);
        gate.open();
    }

    @Test
    void oldAnswersGo() throws Exception {
        gate.open();
        String job = submitted(problem);
        read(events(job));
        assertThat(server.get(job).statusCode()).isEqualTo(200);
        server.clock.advance(Duration.ofMinutes(11));
        assertThat(server.get(job).statusCode()).isEqualTo(404);
    }

    @Test
    void stoppingTellsWhoWatchesAndLogsWhatNobodyFetched() throws Exception {
        String watched = submitted(problem);
        gate.begun.acquire();
        String waiting = submitted(problem);
        BufferedReader events = events(watched);
        server.close();
        List<String> seen = read(events);
        assertThat(seen.get(seen.size() - 2)).isEqualTo("solution");
        assertThat(Judge.verdict(problem, seen.get(seen.size() - 1)).accepted()).isTrue();
        String id = waiting.substring(waiting.lastIndexOf('/') + 1);
        assertThat(server.log)
                .anyMatch(line -> line.contains("job-not-fetched") && line.contains(id) && line.contains("done"));
        assertThat(server.log)
                .noneMatch(line -> line.contains("job-not-fetched")
                        && line.contains(watched.substring(watched.lastIndexOf('/') + 1)));
    }
}
