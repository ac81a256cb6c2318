package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.jointly.cli.Console.Ticker;
import dev.jointly.cli.Program.Run;
import dev.jointly.vision.net.ModelStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;

/**
 * The command lines of the documentation: all of them parse, and those whose inputs exist or can be made are run, page
 * by page and in order. A command line is one that begins with {@code bin/jointly} in a code block. Those that stand
 * in a sentence or a table, with or without {@code bin/}, are parsed.
 */
@Timeout(900)
class DocCommandsTest {
    private static final Path ROOT = Path.of("..");
    private static final String PROGRAM = "bin/jointly ";
    /** With a file; {@code jointly import dlc} names a command, and dots leave something out. */
    private static final Pattern INLINE =
            Pattern.compile("`(?:bin/)?jointly ((?![^`]*\\.\\.\\.)[a-z]+ [^`]*(?:\\.| -o )[^`]*)`");

    /** Commands that are only parsed, by how they begin, and why. */
    private static final Map<String, String> NOT_RUN = Map.ofEntries(
            Map.entry("generate --people 12 ", "ReadmeTest runs it and compares what it prints"),
            Map.entry("solve scene/", "ReadmeTest"),
            Map.entry("verify scene/", "ReadmeTest"),
            Map.entry("pose ", "needs photos; FirstMinuteTest, PoseCommandTest"),
            Map.entry("verify street.problem.json ", "needs the output of pose; PoseCommandTest"),
            Map.entry("compare ", "needs people found by others; CompareCommandTest, RealCompareTest"),
            Map.entry("review ", "needs people found by others and a video; FirstContactTest"),
            Map.entry("fit ", "needs annotated images; FitEvalTest"),
            Map.entry("eval ", "needs annotated images; FitEvalTest"),
            Map.entry("serve", "serves until it is stopped; ServeTest, AnnotationToolOptionsTest"),
            Map.entry("batch ", "needs Spark; the tests of spark-dist"),
            Map.entry("import evidence ", "EvidenceDocTest runs it after the script of the page"),
            Map.entry("solve problems.ndjson -o people.csv ", "EvidenceDocTest"),
            Map.entry("solve $JOINTLY_INSTANCES/", "outside data, and minutes"),
            Map.entry("generate --people 160 ", "the solve it is piped to takes too long"),
            Map.entry("draw solutions.ndjson --tracks tracks.json --video", "DrawVideoTest"),
            Map.entry("track mice.ndjson ", "needs the output of pose; TrackCommandTest"),
            Map.entry("draw mice.ndjson ", "needs a video; DrawVideoTest"),
            Map.entry("export csv mice.ndjson ", "needs the output of pose; ExportTracksTest"),
            Map.entry("solve - ", "a crowd of 160 people"));

    /** A command line and where it stands. */
    private record Shown(Path page, String line) {
        List<String> words() {
            return List.of(line.replaceAll("[\"']", "").split(" +", -1));
        }
    }

    @TempDir
    Path dir;

    @Test
    void everyCommandLineParses() throws IOException {
        List<Shown> all = shown();
        assertThat(all).hasSizeGreaterThan(25);
        List<String> wrong = new ArrayList<>();
        for (Shown one : all) {
            Throwable thrown = catchThrowable(() -> parse(one.words()));
            if (thrown != null) {
                wrong.add(one + ": " + thrown.getMessage());
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyCommandInASentenceParses() throws IOException {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            for (Path page :
                    docs.filter(file -> file.toString().endsWith(".md")).toList()) {
                for (MatchResult inline :
                        INLINE.matcher(Files.readString(page, UTF_8)).results().toList()) {
                    count++;
                    String words = inline.group(1).replaceAll("[\"']", "").replace("\\|", "|");
                    Throwable thrown = catchThrowable(() -> parse(List.of(words.split("\\s+", -1))));
                    if (thrown != null) {
                        wrong.add(page + ": " + words + ": " + thrown.getMessage());
                    }
                }
            }
        }
        assertThat(count).isGreaterThan(10);
        assertThat(wrong).isEmpty();
    }

    @Test
    void aMisspeltOptionWouldBeNoticed() {
        assertThatThrownBy(() -> parse(List.of("solve", "a.json", "--time-limt", "3s")))
                .isInstanceOf(ParameterException.class);
        assertThatThrownBy(() -> parse(List.of("generate", "--people", "3")))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("--crowding");
    }

    @Tag("slow")
    @Test
    void commandsWhoseInputsCanBeMadeRun() throws IOException, InterruptedException {
        Map<Path, List<Shown>> pages = new TreeMap<>();
        for (Shown one : shown()) {
            if (NOT_RUN.keySet().stream().noneMatch(one.line()::startsWith)) {
                pages.computeIfAbsent(one.page(), page -> new ArrayList<>()).add(one);
            }
        }
        assertThat(pages.keySet())
                .extracting(Path::getFileName)
                .map(Path::toString)
                .contains("getting-started.md", "faq.md");
        for (List<Shown> page : pages.values()) {
            Path folder = Files.createTempDirectory(dir, "page");
            Files.copy(
                    ROOT.resolve("io/src/test/resources/dev/jointly/io/dlc/video-p4.pickle"),
                    folder.resolve("session_full.pickle"));
            Files.writeString(folder.resolve("config.yaml"), """
                    multianimalbodyparts: [head, tail]
                    uniquebodyparts: [corner]
                    individuals: [a, b]
                    skeleton: [[head, tail]]
                    """);
            Files.writeString(folder.resolve("pins.json"), "{\"pins\": []}");
            for (Shown one : page) {
                run(one, folder);
            }
        }
    }

    @Test
    void everyReasonNotToRunIsNeeded() throws IOException {
        TreeSet<String> unused = new TreeSet<>(NOT_RUN.keySet());
        for (Shown one : shown()) {
            unused.removeIf(one.line()::startsWith);
        }
        assertThat(unused).isEmpty();
    }

    /** The FAQ says that the best grouping of two people has three, and that a pin makes it two at a higher cost. */
    @Test
    void theProvenOptimumOfTheFaqIsWrong() throws IOException {
        Program program = new Program(new Main.Engine());
        assertThat(program.run("generate", "--people", 2, "--crowding", "easy", "--seed", 13, "-o", dir)
                        .code())
                .isZero();
        Path problem = dir.resolve("easy-2p-s13.problem.json");
        assertThat(people(program, problem)).isEqualTo("3 people, cost -150.02");

        String pin = "\"pins\": [{\"together\": [1, 3]}]";
        String page = Files.readString(ROOT.resolve("docs/faq.md"));
        assertThat(page).contains(pin, "3 people, cost -150.02", "2 people, cost -146.52");
        Files.writeString(problem, Files.readString(problem).replace("\"absentPairs\"", pin + ",\n  \"absentPairs\""));
        assertThat(people(program, problem)).isEqualTo("2 people, cost -146.52");
    }

    /** What the proven solution of a problem says. */
    private String people(Program program, Path problem) throws IOException {
        Path solution = dir.resolve("solution.json");
        assertThat(program.run("solve", "-q", problem, "-o", solution).code()).isZero();
        Run verified = program.run("verify", problem, solution);
        assertThat(verified.out()).endsWith("PROVEN OPTIMAL\n");
        double cost = Double.parseDouble(verified.out().replaceFirst("(?s).*objective (\\S+)\n.*", "$1"));
        int people = Files.readString(solution).split("\"global\"", -1).length - 1;
        return people + " people, cost " + Math.round(cost * 100) / 100.0;
    }

    /** Parses a command line as the program does, and runs nothing. */
    static void parse(List<String> words) {
        Console silent = new Console(
                System.in,
                new ByteArrayOutputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                false,
                false,
                Ticker.ofTheMachine());
        String[] args = words.toArray(String[]::new);
        new Main(silent, new StopSignal(), Program::lazy, new ModelStore(Path.of("no-such-folder")))
                .commandLine(args)
                .parseArgs(args);
    }

    /** As a separate process, in a folder of its own. */
    private void run(Shown one, Path folder) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // each is over in a second or two
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words.addAll(one.words());
        Path out = Files.createTempFile(dir, "run", ".out");
        Path err = Files.createTempFile(dir, "run", ".err");
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("%s", one).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as("%s%n%s", one, Files.readString(err, UTF_8))
                .isZero();
    }

    private static List<Shown> shown() throws IOException {
        List<Shown> all = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> cases = Files.list(ROOT.resolve("conformance"));
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> dev = Files.walk(ROOT.resolve("dev"))) {
            for (Path page : Stream.of(top, cases, docs, dev)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                code(Files.readString(page, UTF_8))
                        .flatMap(DocCommandsTest::commands)
                        .forEach(command -> all.add(new Shown(page, command)));
            }
        }
        return all;
    }

    /** The lines of shell blocks, and those that are indented by four. */
    private static Stream<String> code(String page) {
        List<String> lines = new ArrayList<>();
        String fence = "";
        for (String line : page.replace("\\\n", " ").lines().toList()) {
            if (line.strip().startsWith("```")) {
                fence = fence.isEmpty() ? line.strip() : "";
            } else if (fence.equals("```sh") || (fence.isEmpty() && line.startsWith("    "))) {
                lines.add(line.strip());
            }
        }
        assertThat(lines).as("name it bin/jointly").noneMatch(line -> line.matches("jointly (fit|eval|pose) [^\\[]*"));
        return lines.stream();
    }

    /** The commands of ours in a line of shell, without the program's name and where the output goes. */
    private static Stream<String> commands(String line) {
        return Stream.of(line.split(" \\| ", -1))
                .map(part -> part.strip().replaceFirst("^(time |[A-Z_]+=\\S+ )+", ""))
                .filter(part -> part.startsWith(PROGRAM))
                .map(part -> part.substring(PROGRAM.length()).replaceFirst(" >.*| #.*", ""));
    }
}
