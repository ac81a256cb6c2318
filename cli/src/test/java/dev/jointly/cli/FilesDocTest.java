package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Program.Run;
import dev.jointly.io.EvidenceReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in docs/formats.md and docs/commands.md are what they say they are. */
class FilesDocTest {
    private static final Path FORMATS = Path.of("..", "docs", "formats.md");
    private static final Path COMMANDS = Path.of("..", "docs", "commands.md");

    @Test
    void theExampleSolutionIsProvenOptimal(@TempDir Path dir) throws IOException {
        List<String> blocks = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(FORMATS))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(blocks).hasSize(3);
        try (EvidenceReader evidence = EvidenceReader.of(
                "evidence", new ByteArrayInputStream(blocks.get(2).getBytes(UTF_8)))) {
            assertThat(evidence.next().candidates()).hasSize(3);
        }
        Path problem = Files.writeString(dir.resolve("p"), blocks.get(0));
        Path solution = Files.writeString(dir.resolve("s"), blocks.get(1));
        Run run = Program.withLazySolver().run("verify", problem, solution);
        assertThat(run.out()).isEqualTo("""
                        proven lower bound   -2.5
                        recomputed objective -2.5
                        PROVEN OPTIMAL
                        """);
        assertThat(run.code()).isZero();
    }

    @Test
    void theExampleErrorIsOneTheProgramGives(@TempDir Path dir) throws IOException {
        String bad = ProblemTexts.lines("a") // two detections only, so the path differs in its index
                .replace("\"cost\":-0.25", "\"cost\":\"high\"");
        Path file =
                Files.writeString(dir.resolve("crowd.ndjson"), ProblemTexts.lines("1", "2", "3", "4", "5", "6") + bad);
        Run run = Program.withLazySolver().run("solve", "-q", file);
        assertThat(run.err().strip().replace(file.toString(), "crowd.ndjson").replace("/1/", "/3/"))
                .isEqualTo(shown("    jointly: crowd"));
    }

    @Test
    void theExampleOfManyFilesIsOneTheProgramGives(@TempDir Path dir) throws IOException {
        Path folder = Files.createDirectory(dir.resolve("frames"));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(ProblemTexts.pretty("17", -2).getBytes(UTF_8));
        }
        Files.write(folder.resolve("17.problem.json"), Arrays.copyOf(packed.toByteArray(), packed.size() / 2));
        Files.writeString(folder.resolve("18.problem.json"), ProblemTexts.pretty("18", -2));
        Run run = Program.withLazySolver().run("solve", "-q", folder);
        assertThat(run.err().replace(folder.toString(), "frames").lines())
                .containsExactly(shown("    jointly: frames"), "2 files: 1 done, 1 failed");
        assertThat(shown("    1000 files").replaceAll("[0-9]+", "N")).isEqualTo("N files: N done, N failed");
    }

    /** The only line of the page of commands that begins with this. */
    private static String shown(String start) throws IOException {
        List<String> lines = Files.readAllLines(COMMANDS).stream()
                .filter(line -> line.startsWith(start))
                .toList();
        assertThat(lines).hasSize(1);
        return lines.get(0).strip();
    }
}
