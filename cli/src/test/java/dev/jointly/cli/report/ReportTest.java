package dev.jointly.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.HandClock;
import dev.jointly.cli.Main;
import dev.jointly.cli.ProblemTexts;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.StopSignal;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is told on standard error while problems are solved. */
@Timeout(60)
class ReportTest {
    @TempDir
    Path dir;

    @Test
    void severalProblemsAreCountedAndNotListed() {
        Run run = Program.withLazySolver()
                .reading(ProblemTexts.lines("a", "b") + ProblemTexts.line("c", 2))
                .run("solve", "-");
        assertThat(run.err())
                .isEqualTo("3 problems: best grouping proven for 1, 2 not proven, worst gap 100.0000 %; 0.00 s\n");
        Run log = Program.withLazySolver().reading(ProblemTexts.lines("a", "b")).run("solve", "-", "--log");
        assertThat(log.err().lines().filter(line -> line.contains(" people; "))).hasSize(2);
        assertThat(log.err()).endsWith("worst gap 100.0000 %; 0.00 s\n");
    }

    @Test
    void anUncheckedProofIsSaidToBeOne() {
        String problem = ProblemTexts.pretty("a", 2);
        assertThat(Program.withLazySolver().reading(problem).run("solve", "-").err())
                .contains("best grouping for these scores, proven; cost 0.0");
        assertThat(Program.withLazySolver()
                        .reading(problem)
                        .run("solve", "-", "--no-self-check")
                        .err())
                .contains("best grouping for these scores, proven (proof not checked); cost 0.0");
    }

    /** Each solve takes three seconds of the clock; the line is drawn from the second on, four times a second. */
    @Test
    void aTerminalHasOneLineOfProgress() throws IOException {
        for (int i = 0; i < 4; i++) {
            Files.writeString(dir.resolve(i + ".problem.json"), ProblemTexts.line("p" + i, -2));
        }
        HandClock clock = new HandClock();
        Program program = new Program((problem, settings, listener, stopped) -> {
            var solution = Program.lazy(problem, settings, listener, stopped);
            clock.pass(Duration.ofSeconds(3));
            return solution;
        });
        Run run = program.onTerminal().by(clock).run("solve", dir, "-o", dir.resolve("out.ndjson"));
        assertThat(run.code()).isZero();
        assertThat(run.err()).contains("\r[--------------------] 0 of 4 files, 2 s, gap 100.0000 %\u001b[K");
        assertThat(run.err())
                .endsWith("\r\u001b[K4 problems: best grouping proven for 0, 4 not proven, worst gap 100.0000 %"
                        + "; 12.00 s\n");
        assertThat(new Program(Program::lazy)
                        .by(clock)
                        .run("solve", dir, "-o", dir.resolve("out2.ndjson"))
                        .err())
                .as("no terminal, no progress")
                .doesNotContain("\r");
    }

    @Test
    void theLineOfProgressHasRateAndTimeLeft() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        HandClock clock = new HandClock();
        Console console = new Console(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(err, true, UTF_8),
                true,
                false,
                clock);
        try (ProgressBar bar = new ProgressBar(console, true, "files", 400)) {
            for (int i = 0; i < 100; i++) {
                bar.step();
            }
            bar.gaps().accept(new SolveEvent.Iteration(1, 1, 1, 1, 1, -1_010_000, -1_000_000));
            Consumer<SolveEvent> closed = bar.gaps();
            closed.accept(new SolveEvent.Iteration(1, 1, 1, 1, 1, -2_000_000, -1_000_000));
            closed.accept(new SolveEvent.Finished(1, Solution.Status.OPTIMAL, -1_000_000, -1_000_000, 1));
            clock.pass(Duration.ofSeconds(2));
            assertThat(err.toString(UTF_8))
                    .isEqualTo("\r[#####---------------] 100 of 400 files, 2 s, 50 per second, 6 s left, gap 0.9901 %"
                            + "\u001b[K");
            err.reset();
            bar.say("a line");
            assertThat(err.toString(UTF_8)).isEqualTo("\r\u001b[Ka line\n");
        }
        err.reset();
        try (ProgressBar bar = new ProgressBar(console, true, "problems", ProgressBar.UNKNOWN)) {
            clock.pass(Duration.ofSeconds(2));
            bar.step();
            clock.pass(Duration.ofMinutes(4));
        }
        assertThat(err.toString(UTF_8))
                .startsWith("\rsolving, 2 s\u001b[K")
                .endsWith("\r1 problems, 4 min, 242.0 s each\u001b[K\r\u001b[K");
    }

    @Test
    void programsGetJsonLines() throws IOException {
        Path bad = Files.writeString(dir.resolve("bad.problem.json"), "{");
        Path good = Files.writeString(dir.resolve("good.problem.json"), ProblemTexts.line("a", -2));
        Run run = Program.withLazySolver().onTerminal().run("solve", bad, good, "--json-log", "--threads", "2");
        assertThat(run.code()).isEqualTo(Exit.NO);
        List<String> lines = run.err().lines().toList();
        assertThat(lines).allMatch(line -> line.startsWith("{\"event\":\"") && line.endsWith("}"));
        assertThat(lines)
                .extracting(line -> line.replaceFirst("\\{\"event\":\"(\\w+).*", "$1"))
                .containsExactly("failed", "started", "iteration", "solved", "finished", "message");
        assertThat(lines.get(3))
                .isEqualTo("{\"event\":\"solved\",\"problem\":\"a\",\"status\":\"bounded\",\"people\":0,\"weak\":0,"
                        + "\"objective\":0.0,\"lowerBound\":-2.0,\"gap\":1.0,\"seconds\":0.5,\"wrote\":[]}");
        assertThat(lines.get(4)).startsWith("{\"event\":\"finished\",\"problems\":1,\"proven\":0,\"failed\":1,");
        assertThat(Program.withLazySolver()
                        .run("solve", good, "--json-log", "-q")
                        .err())
                .startsWith("jointly: --json-log cannot be combined with --quiet");
    }

    @Test
    void coloursAreForTerminalsThatWantThem() {
        assertThat(Console.showsColours(Map.of("TERM", "xterm-256color"))).isTrue();
        assertThat(Console.showsColours(Map.of("TERM", "xterm", "NO_COLOR", "")))
                .isTrue();
        assertThat(Console.showsColours(Map.of("TERM", "xterm", "NO_COLOR", "1")))
                .isFalse();
        assertThat(Console.showsColours(Map.of("TERM", "dumb"))).isFalse();
        assertThat(Console.showsColours(Map.of())).isFalse();
        for (boolean coloured : new boolean[] {true, false}) {
            Console console = new Console(
                    InputStream.nullInputStream(),
                    OutputStream.nullOutputStream(),
                    new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
                    true,
                    coloured,
                    new HandClock());
            assertThat(console.paint(Console.Colour.GREEN, "well"))
                    .isEqualTo(coloured ? "\u001b[32mwell\u001b[0m" : "well");
        }
    }

    /** The next line is written when the answer to the one before is there, as a worker behind a pipe would. */
    @Test
    void standardInputIsAnsweredLineByLine() throws Exception {
        PipedInputStream toProgram = new PipedInputStream(1 << 16);
        PipedOutputStream requests = new PipedOutputStream(toProgram);
        PipedInputStream answers = new PipedInputStream(1 << 16);
        PipedOutputStream fromProgram = new PipedOutputStream(answers);
        AtomicInteger code = new AtomicInteger(-1);
        Console console = new Console(
                toProgram,
                fromProgram,
                new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
                false,
                false,
                new HandClock());
        Thread program = new Thread(() ->
                code.set(new Main(console, new StopSignal(), Program::lazy, new dev.jointly.vision.net.ModelStore(dir))
                        .run("solve", "-")));
        program.start();
        for (int i = 0; i < 100; i++) {
            // no answer is awaited in vain
            String line = ProblemTexts.line("p" + i, -2);
            requests.write((i % 3 == 1 ? line.replace("poseCost", "p") : line).getBytes(UTF_8));
            requests.flush();
            StringBuilder answer = new StringBuilder();
            for (int next = answers.read(); next != '\n'; next = answers.read()) {
                assertThat(next).isNotNegative();
                answer.append((char) next);
            }
            assertThat(answer).contains(i % 3 == 1 ? "document " + (i + 1) : "\"problem\":\"p" + i + "\"");
        }
        requests.close();
        program.join();
        assertThat(code).hasValue(Exit.NO);
    }
}
