package dev.jointly.cli.solve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.ProblemTexts;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.SolveFunction;
import dev.jointly.oracle.SymbolicLinks;
import dev.jointly.problem.Pin;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SolveCommandTest {
    @TempDir
    Path dir;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text);
    }

    private List<String> names(Path directory) throws IOException {
        try (Stream<Path> list = Files.list(directory)) {
            return list.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void oneProblemGivesAPrettySolutionOnStandardOutput() throws IOException {
        Run run = Program.withLazySolver().run("solve", write("a.json", ProblemTexts.pretty("a", -2)));
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("{\n  \"format\": \"jointly/solution@1\",\n  \"problem\": \"a\",");
        // omega 1, theta -0.5 and -0.25, phi -2.25
        assertThat(run.err())
                .isEqualTo(
                        "a: 0 people; within 100.0000 % of the best grouping for these scores, proven; cost 0.0, lower bound"
                                + " -2.0; 0.50 s, pcg\n");
    }

    @Test
    void manyProblemsGiveLinesInTheirOrder() {
        Run run = Program.withLazySolver()
                .reading(ProblemTexts.lines("a", "b", "c"))
                .run("solve", "-", "-q");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().map(line -> line.replaceAll(".*\"problem\":\"(.*?)\".*", "$1")))
                .containsExactly("a", "b", "c");
    }

    @Test
    void severalFilesGiveLinesToo() throws IOException {
        Run run = Program.withLazySolver()
                .run(
                        "solve",
                        write("a.json", ProblemTexts.pretty("a", -2)),
                        write("b.json", ProblemTexts.pretty("b", -2)));
        assertThat(run.out().lines()).hasSize(2);
    }

    @Test
    void shardsDealProblemsByPositionOverAllFiles() throws IOException {
        Path first = write("first.ndjson", ProblemTexts.lines("a", "b", "c"));
        Path second = write("second.ndjson", ProblemTexts.lines("d", "e"));
        assertThat(solved(first, second, "0/2")).containsExactly("a", "c", "e");
        assertThat(solved(first, second, "1/2")).containsExactly("b", "d");
        assertThat(solved(first, second, "5/6")).isEmpty();
    }

    private List<String> solved(Path first, Path second, String shard) {
        Run run = Program.withLazySolver().run("solve", "-q", "--shard", shard, first, second);
        assertThat(run.code()).isZero();
        return run.out()
                .lines()
                .map(line -> line.replaceAll(".*\"problem\":\"(.*?)\".*", "$1"))
                .toList();
    }

    @Test
    void aShardIsIndifferentToMistakesInTheOthersAndWritesLines() throws IOException {
        String misspelt = ProblemTexts.line("b", -2).replace("\"poseCost\":1.0", "\"poseCost\":\"dear\"");
        assertThat(misspelt).contains("dear");
        Path file = write("p.ndjson", ProblemTexts.line("a", -2) + misspelt);
        Run good = Program.withLazySolver().run("solve", "-q", "--shard", "0/2", file);
        assertThat(good.code()).isZero();
        assertThat(good.out()).hasLineCount(1);
        Run bad = Program.withLazySolver().run("solve", "-q", "--shard", "1/2", file);
        assertThat(bad.code()).isEqualTo(Exit.NO);
        assertThat(bad.err()).contains("poseCost", "\"dear\"");
    }

    @ParameterizedTest
    @CsvSource({"2/2", "-1/2", "1", "0/0", "a/b", "1/2/3"})
    void aShardIsOneOfSeveralCountedFromNought(String text) {
        Run run = Program.withLazySolver().run("solve", "-", "--shard=" + text);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .contains("--shard", "'" + text + "'", "i/n with i from 0")
                .hasLineCount(1);
    }

    @Test
    void aFileIsWrittenWholeOrNotAtAll() throws IOException {
        Path out = dir.resolve("out.json");
        Path problem = write("a.json", ProblemTexts.pretty("a", -2));
        SolveFunction failing = (p, settings, listener, stopped) -> {
            throw new IllegalStateException("broken on purpose");
        };
        Run failed = new Program(failing).run("solve", problem, "-o", out);
        assertThat(failed.code()).isEqualTo(Exit.WRONG);
        assertThat(failed.err()).startsWith("jointly: internal error").contains("broken on purpose");
        assertThat(names(dir)).containsExactly("a.json");

        assertThat(Program.withLazySolver().run("solve", problem, "-o", out).code())
                .isZero();
        assertThat(names(dir)).containsExactly("a.json", "out.json");
        assertThat(Files.readString(out)).startsWith("{\n").endsWith("}\n");
    }

    @Test
    void outputNamedGzIsCompressed() throws IOException {
        Path out = dir.resolve("out.ndjson.gz");
        Program.withLazySolver().reading(ProblemTexts.lines("a", "b")).run("solve", "-", "-o", out);
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(out)))) {
            assertThat(new String(in.readAllBytes(), UTF_8).lines()).hasSize(2);
        }
    }

    @Test
    void linksAreKeptAndDevicesAreNotReplaced() throws IOException {
        Path real = write("real.json", ProblemTexts.pretty("old", -2));
        Path link = SymbolicLinks.symbolic(dir.resolve("link.json"), real);
        Path problem = write("a.json", ProblemTexts.pretty("a", -2));
        Program.withLazySolver().run("solve", problem, "-o", link);
        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(real)).contains("jointly/solution@1");
        Path nul = Path.of("/dev/null");
        if (Files.exists(nul)) {
            assertThat(Program.withLazySolver().run("solve", problem, "-o", nul).code())
                    .isZero();
            assertThat(Files.isRegularFile(nul)).isFalse();
        }
    }

    @Test
    void aDirectoryGetsAFileForEachAnswer() throws IOException {
        Path out = dir.resolve("solutions");
        Run run = Program.withLazySolver().reading(ProblemTexts.lines("a", "b")).run("solve", "-", "-o", out + "/");
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(names(out)).containsExactly("a.solution.json", "b.solution.json");
        assertThat(Files.readString(out.resolve("a.solution.json"))).startsWith("{\n");
    }

    @ParameterizedTest
    @CsvSource({"a/b", "../a", "..", "a\\b", "a:b"})
    void idsThatAreNoFileNamesStayInsideTheDirectory(String id) throws IOException {
        Path out = Files.createDirectory(dir.resolve("out"));
        Run run = Program.withLazySolver().reading(ProblemTexts.lines(id)).run("solve", "-", "-o", out);
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err())
                .startsWith("jointly: standard input: problem id \"" + id + "\" cannot be a file name")
                .hasLineCount(1);
        assertThat(names(out)).isEmpty();
    }

    @Test
    void anIdThatComesTwiceIsRefusedInADirectory() throws IOException {
        Path out = Files.createDirectory(dir.resolve("out"));
        Run run = Program.withLazySolver().reading(ProblemTexts.lines("a", "a")).run("solve", "-", "-q", "-o", out);
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err()).contains("\"a\" came twice");
    }

    @Test
    void whatIsBesideABadProblemIsSolved() throws IOException {
        Path out = dir.resolve("out.ndjson");
        Run run = Program.withLazySolver()
                .reading(ProblemTexts.lines("a", "b") + "{\"format\": 3}\n" + ProblemTexts.lines("c"))
                .run("solve", "-", "-q", "-o", out);
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err())
                .isEqualTo("jointly: standard input: document 3 (line 3): /format: found 3 but expected"
                        + " \"jointly/problem@1\"\n");
        assertThat(Files.readString(out).lines()).hasSize(3);
    }

    /** Lines that are no problems of a kind that can be solved, each with what is said of it. */
    private static Map<String, String> badLines() {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put(
                ProblemTexts.line("pins", -2, new Pin.Use(0), new Pin.Skip(0)),
                "\"problem\":\"pins\",\"status\":\"failed\",\"reason\":\"pins\",\"error\":\"the pins of problem");
        String huge = "{\"part\":\"neck\",\"cost\":-1e9},".repeat(200);
        lines.put(
                ProblemTexts.line("large", -2).replace("\"detections\":[", "\"detections\":[" + huge),
                "\"problem\":\"large\",\"status\":\"failed\",\"reason\":\"input\",\"error\":\"problem \\\"large\\\" is too large");
        lines.put(
                "{\"format\": 3}\n",
                "\"reason\":\"input\",\"error\":\"standard input: document 7 (line 8): /format: found 3");
        String cut = ProblemTexts.line("cut", -2);
        lines.put(cut.substring(0, cut.indexOf("\"pairs\"")) + "\n", "standard input: line 10, column ");
        lines.put(cut.strip() + " and more\n", "Unrecognized token 'and'");
        lines.put(cut.strip() + cut, "found an object but expected the end of the line, with one document per line");
        lines.put("nonsense\n", "\"line\":16,\"status\":\"failed\"");
        lines.put("[]\n", "found an array but expected a problem");
        lines.put("{\"id\": \"\ud800\"}\n", "found no character at byte");
        return lines;
    }

    @Test
    void everyLineOfStandardInputHasOneLineForAnAnswer() {
        Map<String, String> bad = badLines();
        StringBuilder input = new StringBuilder(ProblemTexts.lines("first") + "\n");
        bad.keySet().forEach(line -> input.append(ProblemTexts.lines("good")).append(line));
        Run run = new Program(new Main.Engine())
                .reading(new ByteArrayInputStream(bytes(input)))
                .run("solve", "-", "-q");
        assertThat(run.code()).isEqualTo(Exit.NO);
        List<String> answers = run.out().lines().toList();
        assertThat(answers).hasSize(1 + 2 * bad.size());
        int at = 1;
        for (String says : bad.values()) {
            assertThat(answers.get(at)).contains("\"problem\":\"good\"", "\"status\":\"optimal\"");
            assertThat(answers.get(at + 1))
                    .startsWith("{")
                    .contains("\"status\":\"failed\"", says)
                    .endsWith("}");
            at += 2;
        }
        assertThat(run.err().lines()).hasSize(bad.size());
    }

    /** In UTF-8, with a byte that is none where half a character is. */
    private static byte[] bytes(CharSequence text) {
        return new String(text.toString().getBytes(UTF_8), ISO_8859_1)
                .replace("\"id\": \"?\"", "\"id\": \"\u00ff\"")
                .getBytes(ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void ofAFileOfLinesABadOneIsOneError(int place) throws IOException {
        for (String bad : badLines().keySet()) {
            if (place == 0 && bad.startsWith("{\"format\"") && !bad.strip().endsWith("}")) {
                // brackets are open at the end of the first line, so documents may be on several
                continue;
            }
            List<String> lines = new ArrayList<>(List.of(ProblemTexts.lines("a"), ProblemTexts.lines("b")));
            lines.add(place, bad);
            Path file = dir.resolve("p.ndjson");
            Files.write(file, bytes(String.join("", lines)));
            Run run = new Program(new Main.Engine()).run("solve", "-q", file);
            assertThat(run.code()).as(bad).isEqualTo(Exit.NO);
            assertThat(run.out().lines().map(line -> line.replaceAll(".*\"problem\":\"(.*?)\".*", "$1")))
                    .as(bad)
                    .containsExactly("a", "b");
            assertThat(run.err()).as(bad).startsWith("jointly: " + file + ": ").hasLineCount(1);
        }
    }

    @Test
    void aFailureIsAnEventOfItsOwn() throws IOException {
        Path pins = write("pins.json", ProblemTexts.line("a", -2, new Pin.Use(0), new Pin.Skip(0)));
        Path bad = write("bad.json", "{\n\"format\": 3}");
        for (Path file : List.of(pins, bad)) {
            Run run = new Program(new Main.Engine()).run("solve", file, "--json-log");
            assertThat(run.code()).isEqualTo(file == pins ? Exit.NO : Exit.WRONG);
            assertThat(run.out()).isEmpty();
            assertThat(run.err().lines().filter(line -> line.startsWith("{\"event\":\"failed\"")))
                    .hasSize(1)
                    .allMatch(line -> line.contains(file.getFileName().toString()));
            assertThat(run.err().lines()).allMatch(line -> line.startsWith("{"));
        }
    }

    @Test
    void proveTurnsAnOpenGapIntoExitCodeOne() {
        String open = ProblemTexts.line("open", -2);
        String closed = ProblemTexts.line("closed", +2);
        assertThat(Program.withLazySolver().reading(open).run("solve", "-").code())
                .isZero();
        assertThat(Program.withLazySolver()
                        .reading(open)
                        .run("solve", "-", "--prove")
                        .code())
                .isEqualTo(Exit.NO);
        assertThat(Program.withLazySolver()
                        .reading(closed)
                        .run("solve", "-", "--prove")
                        .code())
                .isZero();
        assertThat(Program.withLazySolver()
                        .reading(closed + open + closed)
                        .run("solve", "-", "--prove")
                        .code())
                .isEqualTo(Exit.NO);
    }

    @Test
    void optionsReachTheSolver() throws IOException {
        Deque<Settings> seen = new ConcurrentLinkedDeque<>();
        Program program = new Program((problem, settings, listener, stopped) -> {
            seen.add(settings);
            return Program.lazy(problem, settings, listener, stopped);
        });
        Path problem = write("a.json", ProblemTexts.pretty("a", -2));
        program.run("solve", problem, "--no-self-check");
        assertThat(seen.getLast()).isEqualTo(Settings.defaults());
        program.run("solve", problem);
        assertThat(seen.getLast().timeLimit())
                .as("of five minutes the check has the last fifteen seconds")
                .isEqualTo(Duration.ofSeconds(285));
        program.run(
                "solve",
                problem,
                "--no-self-check",
                "--method",
                "pcg",
                "--time-limit",
                "1500ms",
                "--gap",
                "0.01",
                "--threads",
                "3");
        assertThat(seen.getLast())
                .isEqualTo(Settings.defaults()
                        .withMethod(Method.PCG)
                        .withTimeLimit(Duration.ofMillis(1500))
                        .withGap(0.01)
                        .withThreads(3));
        program.run("solve", problem, problem, "--threads", "3");
        assertThat(seen.getLast().threads())
                .as("of many problems each gets one thread")
                .isEqualTo(1);
    }

    @Test
    void theLogIsShownWhenAskedFor() throws IOException {
        Path problem = write("a.json", ProblemTexts.pretty("a", -2));
        assertThat(Program.withLazySolver().run("solve", problem).err()).hasLineCount(1);
        assertThat(Program.withLazySolver().onTerminal().run("solve", problem).err())
                .hasLineCount(1);
        assertThat(Program.withLazySolver()
                        .onTerminal()
                        .run("solve", problem, "-q")
                        .err())
                .isEmpty();
        List<String> lines = Program.withLazySolver()
                .run("solve", problem, "--log")
                .err()
                .lines()
                .toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1).strip().split(" {2,}"))
                .containsExactly("time", "comp", "iter", "columns", "rows", "lower bound", "objective", "gap");
        assertThat(lines.get(2).strip().split(" +"))
                .containsExactly("0.25s", "3", "7", "41", "18", "-2.0", "0.0", "100.0000", "%");
        assertThat(lines.get(1)).hasSameSizeAs(lines.get(2));
    }

    @Test
    void memoryThatRunsOutIsSaidInOneLine() {
        Program program = new Program((problem, settings, listener, stopped) -> {
            throw new OutOfMemoryError("pretended");
        });
        Run run = program.reading(ProblemTexts.lines("a")).run("solve", "-");
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: out of memory").hasLineCount(1);
    }

    @Test
    void problemsAreNotOverwritten() throws IOException {
        Path problem = write("a.json", ProblemTexts.pretty("a", -2));
        Run run = Program.withLazySolver().run("solve", problem, "-o", problem);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: " + problem + ": is a problem to be read");
        assertThat(Files.readString(problem)).isEqualTo(ProblemTexts.pretty("a", -2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "solve|missing required parameter: 'PROBLEM' (see jointly solve --help)",
                "solve nosuch.json|nosuch.json: no such file",
                "solve - -o nosuch/x|cannot write nosuch/x: its directory does not exist",
                "solve - --time-limit soon|found 'soon' but expected a duration such as 300s",
                "solve - --time-limit -1s|found '-1s' but expected a duration such as 300s",
                "solve - --method simplex|found 'simplex' but expected one of auto, bcg, pcg",
                "solve - --method mip|the method mip was removed; use auto, bcg or pcg",
                "solve - --gap 1|--gap is 1.0 but must be from 0 to below 1",
                "solve - --gap -0.1|--gap is -0.1 but must be",
                "solve - --gap NaN|--gap is NaN but must be",
                "solve - --threads 0|--threads is 0 but must be from 1 to 1024",
                "solve - --threads many|'many' is not an int",
                "solve - --threds 2|found '--threds', which is not an option; maybe you meant --threads",
                "solve -|standard input: is empty but expected a problem",
            })
    void misuseIsOneLineAndExitCodeTwo(String line, String says) {
        Run run = Program.withLazySolver().run((Object[]) line.split(" "));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: ").contains(says).hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void debugShowsTheStackTrace() {
        Run run = Program.withLazySolver().run("solve", "--debug", "nosuch.json");
        assertThat(run.err()).contains("BadInputException", "\tat ").endsWith("jointly: nosuch.json: no such file\n");
    }
}
