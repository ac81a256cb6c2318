package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.Program.Run;
import dev.jointly.evidence.Measure;
import dev.jointly.io.EvidenceReader;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** docs/your-detections.md: its script writes what its commands read. */
@Timeout(120)
class EvidenceDocTest {
    private static final Path DOC = Path.of("..", "docs", "your-detections.md");

    @TempDir
    Path dir;

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("(?s)```" + language + "\n(.*?)```")
                .matcher(Files.readString(DOC))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private void python(String script) throws IOException, InterruptedException {
        Path said = dir.resolve("python.out");
        Process process;
        try {
            process = new ProcessBuilder("python3", "-c", script)
                    .directory(dir.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "skipped: there is no python3");
            return;
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();
    }

    /** A command of the page, with its files in the temporary folder. */
    private Run run(String command) {
        Object[] words = List.of(command.split(" +", -1)).stream()
                .skip(1)
                .map(word -> word.equals("my.costs.json")
                        ? dir.resolve("my.costs.json").toString()
                        : word.matches("[a-z]+\\.(ndjson|csv)")
                                ? dir.resolve(word).toString()
                                : word)
                .toArray();
        return new Program(new Main.Engine()).run(words);
    }

    @Test
    void theScriptAndTheCommandsOfThePageFindTwoPeople() throws Exception {
        List<String> scripts = blocks("python");
        assertThat(scripts).hasSize(1);
        python(scripts.get(0));
        try (EvidenceReader reader = EvidenceReader.open(dir.resolve("evidence.ndjson"))) {
            assertThat(reader.next().candidates()).hasSize(6);
        }
        List<String> commands = blocks("sh").stream().flatMap(String::lines).toList();
        assertThat(commands).hasSize(3).allMatch(line -> line.startsWith("bin/jointly "));
        for (String command : commands.subList(0, 2)) {
            Run run = run(command);
            assertThat(run.code()).as("%s%n%s", command, run.err()).isZero();
        }
        List<String> rows = Files.readAllLines(dir.resolve("people.csv"), UTF_8);
        assertThat(rows.get(0)).isEqualTo(blocks("text").get(0).strip());
        // the detections of each person as the script made them
        assertThat(rows.stream().skip(1).map(row -> row.replaceFirst("^street,(.),.*?,.*?,(.*)$", "$1 $2")))
                .containsExactly(
                        "1 neck,0,100.0,80.0,0.9",
                        "1 nose,2,102.0,50.0,0.9",
                        "1 r-shoulder,4,80.0,84.0,0.8",
                        "2 neck,1,300.0,82.0,0.8",
                        "2 nose,3,298.0,51.0,0.7",
                        "2 r-shoulder,5,279.0,85.0,0.9");

        costs("my.costs.json", Measure.FIELD);
        Run fitted = run(commands.get(2));
        assertThat(fitted.code()).as(fitted.err()).isZero();
        assertThat(fitted.err())
                .as("the body of the cost model")
                .startsWith("wrote 1 problem to " + dir.resolve("problems.ndjson")
                        + "; hub nose; limbs nose-neck, neck-r-shoulder");
        try (ProblemReader reader = ProblemReader.open(dir.resolve("problems.ndjson"))) {
            Problem problem = reader.next();
            assertThat(problem.anatomy().name()).isEqualTo("bust");
            assertThat(problem.size()).isEqualTo(6);
            assertThat(problem.image()).isEqualTo(new Image("street.jpg", 640, 480));
        }
    }

    /** Of the parts of the page, with another major part than would be chosen. */
    private Path costs(String name, Measure measure) throws IOException {
        Anatomy bust = Anatomy.of(
                "bust",
                List.of("nose", "neck", "r-shoulder"),
                List.of("nose"),
                List.of(List.of("nose", "neck"), List.of("neck", "r-shoulder")));
        Path file = dir.resolve(name);
        try (OutputStream stream = Files.newOutputStream(file)) {
            CostModelWriter.write(CostModel.defaults(bust, measure), Layout.PRETTY, stream);
        }
        return file;
    }

    @Test
    void aCostModelNeedsNoEdgesAndKeepsItsMajorParts() throws IOException {
        Path evidence = Files.writeString(
                dir.resolve("e.json"),
                "{\"format\":\"jointly/evidence@1\",\"id\":\"a\",\"parts\":[\"neck\",\"r-shoulder\",\"nose\"],\"candidates\":[[0,1,2,0.5]]}");
        Path out = dir.resolve("p.ndjson");
        Program program = Program.withLazySolver();
        Run run = program.run(
                "import",
                "evidence",
                evidence,
                "--costs",
                costs("c.json", Measure.NONE),
                "-o",
                out,
                "--size",
                "64x48",
                "-q");
        assertThat(run.code()).as(run.err()).isZero();
        try (ProblemReader reader = ProblemReader.open(out)) {
            assertThat(reader.next().image()).isEqualTo(new Image("a", 64, 48));
        }
        Run chosen = program.run("import", "evidence", evidence, "-o", out);
        assertThat(chosen.code()).isEqualTo(Exit.WRONG);
        assertThat(chosen.err()).contains("no limbs can be chosen").hasLineCount(1);
        Run hub = program.run(
                "import", "evidence", evidence, "--costs", dir.resolve("c.json"), "-o", out, "--hub", "neck");
        assertThat(hub.code()).isEqualTo(Exit.WRONG);
        assertThat(hub.err()).contains("--hub cannot be combined with --costs").hasLineCount(1);
    }
}
