package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.certify.Checker;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.ProblemTexts;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program as it is delivered: real solver, and for signals a real process. */
@Timeout(300)
class RealSolverTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "bcg", "pcg"})
    void generateSolveVerify(String method) {
        Program program = new Program(new Main.Engine());
        assertThat(program.run("generate", "--people", 3, "--crowding", "easy", "--seed", 1, "--count", 4, "-o", dir)
                        .code())
                .isZero();
        for (int seed = 1; seed <= 4; seed++) {
            Path problem = dir.resolve("easy-3p-s" + seed + ".problem.json");
            Path solution = dir.resolve("easy-3p-s" + seed + ".solution.json");
            Run solved = program.run("solve", problem, "--prove", "--method", method, "-o", solution);
            assertThat(solved.code()).as(solved.err()).isZero();
            Run verified = program.run("verify", problem, solution);
            assertThat(verified.out()).as("seed %d", seed).endsWith("PROVEN OPTIMAL\n");
            assertThat(verified.code()).isZero();
        }
    }

    /** Files that the removed method wrote stay valid. */
    @Test
    void solutionsByMipAreVerified() throws IOException {
        Program program = new Program(new Main.Engine());
        program.run("generate", "--people", 2, "--crowding", "crowded", "--seed", 1, "-o", dir);
        Path problem = dir.resolve("crowded-2p-s1.problem.json");
        Path solution = dir.resolve("by-mip.solution.json");
        assertThat(program.run("solve", problem, "-o", solution).code()).isZero();
        String text = Files.readString(solution);
        assertThat(text).contains("\"method\": \"pcg\",");
        Files.writeString(
                solution, text.replace("\"method\": \"pcg\",", "\"method\": \"mip\", \"engineFinished\": true,"));
        assertThat(program.run("verify", problem, solution).code()).isZero();
        assertThat(program.run("draw", solution, "--problem", problem, "-o", dir.resolve("by-mip.svg"))
                        .code())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bcg", "pcg"})
    void pinsAreHonouredAndImpossibleOnesNamed(String method) throws IOException {
        Program program = new Program(new Main.Engine());
        Path problems = dir.resolve("pinned.ndjson");
        Path answers = dir.resolve("answers.ndjson");
        Files.writeString(
                problems,
                ProblemTexts.line("apart", -2, new Pin.Apart(0, 1))
                        + ProblemTexts.line(
                                "impossible", -2, new Pin.Use(1), new Pin.Use(0), new Pin.Apart(1, 0), new Pin.Skip(0))
                        + ProblemTexts.line("forced", 5, new Pin.Together(0, 1)));
        Run solved = program.run("solve", problems, "-q", "--method", method, "-o", answers);
        assertThat(solved.code()).isEqualTo(Exit.NO);
        assertThat(solved.err())
                .isEqualTo(
                        "jointly: " + problems + ": the pins of problem \"impossible\" cannot all hold: use 0, skip 0"
                                + " exclude each other\n");
        // the neck alone gains nothing, head and neck together cost what they are pinned to
        assertThat(Files.readAllLines(answers))
                .satisfiesExactly(
                        apart -> assertThat(apart).contains("\"objective\":0.0,"),
                        forced -> assertThat(forced).contains("\"objective\":5.0,"));
        Path possible = dir.resolve("possible.ndjson");
        Files.writeString(
                possible,
                ProblemTexts.line("apart", -2, new Pin.Apart(0, 1))
                        + ProblemTexts.line("forced", 5, new Pin.Together(0, 1)));
        Run verified = program.run("verify", possible, answers);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"INT, 130, 2", "TERM, 143, 15"})
    void aSignalLeavesAValidAnswerForTheProblemInHand(String name, int code, int number)
            throws IOException, InterruptedException {
        assumeTrue(File.pathSeparatorChar == ':', "this system has no kill to send SIG" + name + " by");
        assumeTrue(!ignored(number), "SIG" + name + " is ignored by whoever started these tests, so by Java too");
        int count = 12;
        Path problems = dir.resolve("problems.ndjson");
        Path answers = dir.resolve("answers.ndjson");
        Run made = Program.withLazySolver()
                .run("generate", "--people", 70, "--crowding", "adversarial", "--seed", 1, "--count", count, "-o", "-");
        Files.writeString(problems, made.out());

        Path log = dir.resolve("log");
        Process process = start(log, "solve", problems, "--log", "--time-limit", "1h", "-o", answers);
        while (!Files.readString(log).contains("detections")) {
            assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
            Thread.sleep(20);
        }
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ends").isTrue();
        assertThat(process.exitValue()).isEqualTo(code);

        List<String> lines = Files.readAllLines(answers);
        assertThat(lines.size()).as(Files.readString(log)).isBetween(1, count - 1);
        try (ProblemReader reader = ProblemReader.open(problems);
                ClaimReader claims = ClaimReader.open(answers)) {
            while (claims.hasNext()) {
                Problem problem = reader.next();
                ClaimDocument claim = claims.next();
                assertThat(claim.problemId()).hasValue(problem.id());
                assertThat(Checker.check(problem, claim.claim(problem)).reasons())
                        .isEmpty();
            }
        }
        try (var files = Files.list(dir)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrder("problems.ndjson", "answers.ndjson", "log");
        }
    }

    @Test
    void anEngineThatIsNotThereIsOneClearLine() throws IOException, InterruptedException {
        Run made =
                Program.withLazySolver().run("generate", "--people", 1, "--crowding", "easy", "--seed", 1, "-o", dir);
        assertThat(made.code()).isZero();
        Path log = dir.resolve("log");
        Path problem = dir.resolve("easy-1p-s1.problem.json");
        Process process = start(Map.of("JOINTLY_HIGHS", "no-such-library"), log, "solve", problem);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(Files.readAllLines(log))
                .containsExactly("jointly: JOINTLY_HIGHS is no-such-library but there is no such file;"
                        + " it must name a HiGHS shared library, or be unset");
    }

    @Test
    void helpAsARealProcess() throws IOException, InterruptedException {
        Path log = dir.resolve("log");
        Process process = start(log, "--help");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(Files.readString(log)).startsWith("Usage: jointly");
    }

    private static Process start(Path log, Object... args) throws IOException {
        return start(Map.of(), log, args);
    }

    private static Process start(Map<String, String> environment, Path log, Object... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Children inherit ignored signals; a shell that puts a job in the background ignores Ctrl-C for it. */
    private static boolean ignored(int signal) throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        String mask = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElse("SigIgn: 0")
                .substring("SigIgn:".length())
                .strip();
        return (Long.parseUnsignedLong(mask, 16) >> (signal - 1) & 1) != 0;
    }
}
