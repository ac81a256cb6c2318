package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.cli.Program.Run;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in the output after a run that did not come to its end. */
@Timeout(120)
class EndingsTest {
    @TempDir
    Path dir;

    private List<String> names(Path directory) throws IOException {
        try (Stream<Path> list = Files.list(directory)) {
            return list.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static List<String> ids(Path file) throws IOException {
        String text;
        if (file.toString().endsWith(".gz")) {
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
                text = new String(in.readAllBytes(), UTF_8);
            }
        } else {
            text = Files.readString(file);
        }
        assertThat(text).endsWith("}\n");
        return text.lines()
                .map(line -> line.replaceAll("^\\{.*\"problem\":\"(.*?)\".*\\}$", "$1"))
                .toList();
    }

    private static String[] numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "n" + i).toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({"out.ndjson,16", "out.ndjson.gz,2"})
    void aFullDiskKeepsTheAnswersThatFit(String name, int blocks) throws Exception {
        Path problems = Files.writeString(dir.resolve("p.ndjson"), ProblemTexts.lines(numbered(100)));
        Path out = dir.resolve(name);
        Optional<Run> run = ChildProgram.onFullDisk(blocks, "solve", problems, "-q", "-o", out);
        assumeTrue(run.isPresent(), "skipped: no /bin/sh to limit the size of files with");
        assertThat(run.get().code()).as(run.get().err()).isEqualTo(Exit.WRONG);
        assertThat(run.get().err())
                .startsWith("jointly: cannot write " + out + ": ")
                .hasLineCount(1);
        assertThat(names(dir)).containsExactly(name, "p.ndjson");
        List<String> kept = ids(out);
        assertThat(kept).hasSizeBetween(2, 99).isEqualTo(List.of(numbered(kept.size())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.json", "out.json.gz", "out/"})
    void aDiskTooFullForOneAnswerIsLeftAsItWas(String name) throws Exception {
        Path problem = Files.writeString(dir.resolve("p.json"), ProblemTexts.pretty("a", -2));
        Files.createDirectory(dir.resolve("out"));
        Optional<Run> run = ChildProgram.onFullDisk(0, "solve", problem, "-q", "-o", dir + "/" + name);
        assumeTrue(run.isPresent(), "skipped: no /bin/sh to limit the size of files with");
        assertThat(run.get().code()).as(run.get().err()).isEqualTo(Exit.WRONG);
        assertThat(run.get().err()).startsWith("jointly: cannot write ").hasLineCount(1);
        assertThat(names(dir)).containsExactly("out", "p.json");
        assertThat(names(dir.resolve("out"))).isEmpty();
    }

    /** The signal comes when two solutions are finished and the third never will be. */
    @Test
    void aSignalLeavesTheFinishedAnswersInPlaceThoughTheSolverIsDeaf() throws Exception {
        Path problems =
                Files.writeString(dir.resolve("p.ndjson"), ProblemTexts.lines("a", "b", ChildProgram.DEAF, "c"));
        Path out = dir.resolve("out.ndjson");
        Process process = new ProcessBuilder(ChildProgram.command("solve", problems, "--log", "-o", out)).start();
        try {
            // "b: 0 people; ..." is said when its answer is with the sink
            StringBuilder said = new StringBuilder();
            while (!(said.toString().contains("b: 0 people") && said.toString().contains("deaf from now on"))) {
                int next = process.getErrorStream().read();
                assertThat(next).as(said.toString()).isNotNegative();
                said.append((char) next);
            }
            process.toHandle().destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8))
                    .contains("jointly: stopped before the current problem had a solution");
            assertThat(process.exitValue()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
        assertThat(ids(out)).containsExactly("a", "b");
        assertThat(names(dir)).containsExactly("out.ndjson", "p.ndjson");
    }

    @Test
    void anErrorOfTheSolverKeepsWhatWasFinishedBeforeAndBehindIt() throws Exception {
        Path out = dir.resolve("out.ndjson");
        CountDownLatch others = new CountDownLatch(3);
        Program program = new Program((problem, settings, listener, stopped) -> {
            if (problem.id().equals("broken")) {
                await(others);
                throw new IllegalStateException("broken on purpose");
            }
            others.countDown();
            return Program.lazy(problem, settings, listener, stopped);
        });
        // the thread that solves b and c is through with both when it takes d, or waits for more
        Run run = program.reading(ProblemTexts.lines("a", "broken", "b", "c"))
                .run("solve", "-", "-q", "--threads", "2", "-o", out);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .startsWith("jointly: internal error")
                .contains("broken on purpose")
                .hasLineCount(1);
        assertThat(ids(out)).startsWith("a", "b");
        assertThat(names(dir)).containsExactly("out.ndjson");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
