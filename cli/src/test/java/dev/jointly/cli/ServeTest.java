package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.cli.Program.Run;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service as a process: its start, its load, its end. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ServeTest {
    private static final int WORKERS = 2;
    private static final int QUEUE = 8;
    /** Of the whole process with a heap of 512 MB; docs/service.md states it. */
    private static final long MAX_MEGABYTES = 900;

    @TempDir
    Path dir = Path.of("");

    private static byte[] json(Problem problem) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ProblemWriter.write(problem, Layout.LINE, out);
        return out.toByteArray();
    }

    private static Verdict verdict(Problem problem, String answer) {
        try (ClaimReader reader = ClaimReader.of("answer", new ByteArrayInputStream(answer.getBytes(UTF_8)))) {
            return Checker.check(problem, reader.next().claim(problem));
        }
    }

    private static ServedProgram served() throws IOException {
        return ServedProgram.start("-Xmx512m", "--workers", "" + WORKERS, "--queue", "" + QUEUE, "--time-limit", "20s");
    }

    @Test
    void refusesToServeTheWorldWithoutAToken() throws IOException {
        Run open = Program.withLazySolver().run("serve", "--port", "0", "--host", "0.0.0.0");
        assertThat(open.code()).isEqualTo(Exit.WRONG);
        assertThat(open.err()).contains("needs a token; set JOINTLY_TOKEN or --token-file, or use --host 127.0.0.1");
        Path token = Files.writeString(dir.resolve("token"), "short\n");
        Run weak = Program.withLazySolver().run("serve", "--port", "0", "--token-file", token);
        assertThat(weak.err()).contains("the token has 5 characters but must have at least 16");
        Run none = Program.withLazySolver().run("serve", "--port", "0", "--token-file", dir.resolve("none"));
        assertThat(none.err()).contains("cannot read the token from ");
        Run port = Program.withLazySolver().run("serve", "--port", "99999");
        assertThat(port.err()).contains("port is 99999 but must be from 0 to 65535");
    }

    /** At four times the rate that its workers can sustain. */
    @Tag("slow")
    @Test
    void overloadIsRefusedAndEverythingAcceptedIsAnswered() throws Exception {
        Problem problem = Generator.generate("load", 8, Crowding.CROWDED, 11);
        byte[] body = json(problem);
        try (ServedProgram server = served()) {
            for (int i = 0; i < 20; i++) {
                assertThat(server.post("/api/v1/solve", body).join().statusCode())
                        .isEqualTo(200);
            }
            double rate = sustained(server, body);
            int seconds = Trials.count(3, 60);
            long pause = (long) (1e9 / (4 * rate));
            int requests = (int) (seconds * 4 * rate);
            AtomicInteger refused = new AtomicInteger();
            AtomicInteger answered = new AtomicInteger();
            List<CompletableFuture<Void>> ends = new ArrayList<>();
            long next = System.nanoTime();
            for (int i = 0; i < requests; i++) {
                LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
                next += pause;
                boolean looked = i % 10 == 0;
                ends.add(server.post("/api/v1/solve", body).thenAccept(answer -> {
                    if (answer.statusCode() == 429) {
                        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
                        refused.incrementAndGet();
                        return;
                    }
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                    assertThat(answer.body()).contains("\"selfCheck\":");
                    if (looked) {
                        assertThat(verdict(problem, answer.body()).accepted()).isTrue();
                    }
                    answered.incrementAndGet();
                }));
            }
            ends.forEach(CompletableFuture::join);
            System.out.printf(
                    "sustained %.0f/s; %d requests in %d s: %d answered, %d refused, peak %d MB%n",
                    rate, requests, seconds, answered.get(), refused.get(), server.peakMegabytes());
            assertThat(answered.get() + refused.get()).isEqualTo(requests);
            assertThat(answered.get()).isPositive();
            assertThat(server.peakMegabytes()).isLessThan(MAX_MEGABYTES);
            assertThat(server.get("/readyz")).isEqualTo("ready\n");
        }
    }

    /** Requests per second with as many clients as workers. */
    private static double sustained(ServedProgram server, byte[] body) {
        int each = Trials.count(40, 200);
        long start = System.nanoTime();
        List<CompletableFuture<?>> clients = new ArrayList<>();
        for (int c = 0; c < WORKERS; c++) {
            CompletableFuture<?> chain = CompletableFuture.completedFuture(null);
            for (int i = 0; i < each; i++) {
                chain = chain.thenCompose(before -> server.post("/api/v1/solve", body));
            }
            clients.add(chain);
        }
        clients.forEach(CompletableFuture::join);
        return WORKERS * each / ((System.nanoTime() - start) / 1e9);
    }

    @Test
    void terminationLosesNoAcceptedJobSilently() throws Exception {
        assumeTrue(!System.getProperty("os.name", "").startsWith("Windows"), "Windows has no SIGTERM");
        Problem hard = Generator.generate("hard", 20, Crowding.ADVERSARIAL, 1);
        byte[] body = json(hard);
        try (ServedProgram server = served()) {
            server.port();
            List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
            String unwatched = "";
            for (int i = 0; i < WORKERS + QUEUE; i++) {
                if (i % 2 == 0) {
                    waiting.add(server.post("/api/v1/solve", body));
                    continue;
                }
                HttpResponse<String> job = server.post("/api/v1/jobs", body).join();
                assertThat(job.statusCode()).isEqualTo(202);
                unwatched = job.headers().firstValue("Location").orElseThrow();
            }
            while (server.metric("jointly_running") + server.metric("jointly_queue_length") < WORKERS + QUEUE) {
                Thread.onSpinWait();
            }
            server.terminated();
            for (CompletableFuture<HttpResponse<String>> each : waiting) {
                HttpResponse<String> answer = each.join();
                assertThat(answer.statusCode()).isIn(200, 503);
                if (answer.statusCode() == 200) {
                    assertThat(verdict(hard, answer.body()).kind()).isNotEqualTo(Verdict.Kind.REJECTED);
                } else {
                    assertThat(answer.body()).contains("shutting-down");
                }
            }
            String id = unwatched.substring(unwatched.lastIndexOf('/') + 1);
            assertThat(server.log).anyMatch(line -> line.contains("job-not-fetched") && line.contains(id));
            assertThat(server.log).anyMatch(line -> line.contains("\"unanswered\":0"));
        }
    }
}
