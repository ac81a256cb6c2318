package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.cli.Program.Run;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputFileTest {
    @TempDir
    Path dir;

    private String[] names() throws IOException {
        try (Stream<Path> list = Files.list(dir)) {
            return list.map(path -> path.getFileName().toString()).sorted().toArray(String[]::new);
        }
    }

    private static String text(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (!file.toString().endsWith(".gz")) {
            return new String(bytes, UTF_8);
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.txt", "out.txt.gz"})
    void whatIsWholeIsPutInPlaceAndTheRestIsCutOff(String name) throws IOException {
        Path path = Files.writeString(dir.resolve(name), "of an earlier run");
        try (OutputFile file = OutputFile.create(path, true)) {
            file.stream().write("first\n".getBytes(UTF_8));
            file.keep();
            file.stream().write("second\n".getBytes(UTF_8));
            file.keep();
            // more than any buffer holds, hard to compress, so some of it is in the file
            byte[] half = new byte[1 << 20];
            new Random(1).nextBytes(half);
            file.stream().write(half);
            file.commitKept();
        }
        assertThat(text(path)).isEqualTo("first\nsecond\n");
        assertThat(names()).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.txt", "out.txt.gz"})
    void whereNothingIsWholeTheOldFileStays(String name) throws IOException {
        Path path = Files.writeString(dir.resolve(name), "of an earlier run");
        try (OutputFile file = OutputFile.create(path, true)) {
            file.stream().write("half of".getBytes(UTF_8));
            file.commitKept();
        }
        assertThat(Files.readString(path)).isEqualTo("of an earlier run");
        assertThat(names()).containsExactly(name);
    }

    @Test
    void twoOutputsCannotBeOneFile() throws IOException {
        Path path = dir.resolve("out.txt");
        OutputFile first = OutputFile.create(path, true);
        refused(() -> OutputFile.create(path, true), "this run writes it already; give each output a file of its own");
        refused(() -> OutputFile.append(path), "this run writes it already");
        first.stream().write("first".getBytes(UTF_8));
        first.commit();
        assertThat(names()).containsExactly("out.txt");
        try (OutputFile next = OutputFile.create(path, true)) {
            // it is over, and the draft is the next one's
            first.close();
            next.stream().write("next".getBytes(UTF_8));
            next.commit();
        }
        assertThat(path).hasContent("next");
        try (OutputFile continued = OutputFile.append(path)) {
            refused(() -> OutputFile.create(path, true), "this run writes it already");
            refused(() -> OutputFile.append(path), "this run writes it already");
            continued.stream().write(" and last".getBytes(UTF_8));
            continued.commitKept();
        }
        assertThat(path).hasContent("next and last");
        assertThat(names()).containsExactly("out.txt");
    }

    private static void refused(ThrowingCallable opening, String reason) {
        assertThatThrownBy(opening).isInstanceOf(IOException.class).hasMessageStartingWith(reason);
    }

    /** The first run never ends by itself, and is killed. */
    @Test
    @Timeout(120)
    void aSecondRunIsRefusedUntilTheFirstHasEnded() throws IOException, InterruptedException {
        Path problems = Files.writeString(dir.resolve("p.ndjson"), ProblemTexts.lines("a", ChildProgram.DEAF));
        Path other = Files.writeString(dir.resolve("q.ndjson"), ProblemTexts.lines("b"));
        Path out = dir.resolve("out.ndjson");
        Process first = new ProcessBuilder(ChildProgram.command("solve", problems, "--log", "-o", out)).start();
        try {
            StringBuilder said = new StringBuilder();
            while (!said.toString().contains("a: 0 people")) {
                int next = first.getErrorStream().read();
                assertThat(next).as(said.toString()).isNotNegative();
                said.append((char) next);
            }
            Run second = Program.withLazySolver().run("solve", other, "-o", out);
            assertThat(second.code()).isEqualTo(Exit.WRONG);
            assertThat(second.err())
                    .isEqualTo("jointly: cannot write " + out
                            + ": another run is writing it; wait until that ends, or give another file\n");
            assertThat(out).doesNotExist();
        } finally {
            first.destroyForcibly().waitFor();
        }
        assertThat(Program.withLazySolver().run("solve", "-q", other, "-o", out).code())
                .isZero();
        assertThat(Files.readString(out)).contains("\"problem\": \"b\"");
        assertThat(names()).containsExactly("out.ndjson", "p.ndjson", "q.ndjson");
    }
}
