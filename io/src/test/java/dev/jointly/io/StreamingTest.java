package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamingTest {
    /** The same line for ever, counting what was taken. */
    private static final class Endless extends InputStream {
        private final byte[] line;
        private long taken;

        Endless(String line) {
            this.line = (line + "\n").repeat(100).getBytes(UTF_8);
        }

        @Override
        public int read() {
            return line[(int) (taken++ % line.length)];
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            int at = (int) (taken % line.length);
            int count = Math.min(length, line.length - at);
            System.arraycopy(line, at, buffer, offset, count);
            taken += count;
            return count;
        }
    }

    @Test
    void anEndlessStreamIsReadOneProblemAtATime() {
        Endless endless = new Endless(Samples.PROBLEM);
        try (ProblemReader reader = ProblemReader.of("endless", endless)) {
            for (int i = 0; i < 1000; i++) {
                assertThat(reader.next().id()).isEqualTo("sample");
                // never further ahead than its buffers
                assertThat(endless.taken).isLessThan((i + 1L) * (Samples.PROBLEM.length() + 1) + 200_000);
            }
            assertThat(reader.hasNext()).isTrue();
        }
    }

    @Test
    void documentsMayBePrettyLinesOrRunTogether() {
        String pretty = new String(Samples.write(Samples.read(Samples.PROBLEM), Layout.PRETTY), UTF_8);
        String all = Samples.PROBLEM + Samples.PROBLEM + "\n\n  " + pretty + "\r\n" + Samples.PROBLEM + "\n";
        try (ProblemReader reader = ProblemReader.of("mixed", Samples.stream(all))) {
            int count = 0;
            while (reader.hasNext()) {
                assertThat(reader.hasNext()).isTrue();
                reader.next();
                count++;
            }
            assertThat(count).isEqualTo(4);
        }
    }

    @Test
    void complaintsNameTheDocumentAndItsLine() {
        String bad = Samples.PROBLEM.replace("-9.59", "\"x\"");
        try (ProblemReader reader = ProblemReader.of("many", Samples.stream(Samples.PROBLEM + "\n" + bad))) {
            reader.next();
            assertThat(catchThrowableOfType(BadInputException.class, reader::next))
                    .hasMessageStartingWith("many: document 2 (line 2): /detections/0/cost: found \"x\" but expected");
        }
        for (String name : new String[] {"a.ndjson", "a.jsonl.gz"}) {
            try (ProblemReader reader = ProblemReader.of(name, Samples.stream(bad))) {
                assertThat(catchThrowableOfType(BadInputException.class, reader::next))
                        .hasMessageStartingWith(name + ": document 1 (line 1): /detections/0/cost");
            }
        }
    }

    @Test
    void gzipIsToldByItsContent(@TempDir Path dir) throws IOException {
        Path misnamed = dir.resolve("plain.json");
        byte[] once = Samples.gzip((Samples.PROBLEM + "\n").getBytes(UTF_8));
        byte[] twice = Arrays.copyOf(once, 2 * once.length);
        System.arraycopy(once, 0, twice, once.length, once.length);
        Files.write(misnamed, twice);
        try (ProblemReader reader = ProblemReader.open(misnamed)) {
            reader.next();
            assertThat(reader.next().id()).isEqualTo("sample");
            assertThat(reader.hasNext()).isFalse();
        }
        Path plain = dir.resolve("not-really.json.gz");
        Files.writeString(plain, Samples.PROBLEM);
        assertThat(ProblemReader.one(plain).id()).isEqualTo("sample");
    }

    @Test
    void gzipCutOffAnywhereIsSaid() {
        byte[] whole = Samples.gzip(Samples.PROBLEM.getBytes(UTF_8));
        for (int length = 2; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThat(catchThrowableOfType(BadInputException.class, () -> Samples.read(cut)))
                    .as("cut to %d bytes of %d", length, whole.length)
                    .hasMessageStartingWith("test.problem.json: ")
                    .hasMessageContaining("gzip data is truncated");
        }
    }

    @Test
    void gzipDamageIsSaid() {
        byte[] damaged = Samples.gzip(Samples.PROBLEM.getBytes(UTF_8));
        damaged[damaged.length - 6] ^= 1;
        assertThat(catchThrowableOfType(BadInputException.class, () -> Samples.read(damaged)))
                .hasMessageContaining("gzip data is damaged");
    }

    @Test
    void filesThatAreNotThere(@TempDir Path dir) {
        assertThat(catchThrowableOfType(BadInputException.class, () -> ProblemReader.open(dir.resolve("no.json"))))
                .hasMessageEndingWith("no.json: no such file");
        assertThat(catchThrowableOfType(BadInputException.class, () -> ProblemReader.open(dir)))
                .hasMessageEndingWith(": is a directory but expected a file");
        assertThat(catchThrowableOfType(
                        BadInputException.class, () -> ProblemReader.open("a\0b", InputStream.nullInputStream())))
                .hasMessage("a\\u0000b: no such file");
    }

    @Test
    void dashIsStandardInput() {
        try (ProblemReader reader = ProblemReader.open("-", Samples.stream("[]"))) {
            assertThat(catchThrowableOfType(BadInputException.class, reader::next))
                    .hasMessageStartingWith("standard input: top level");
        }
    }

    @Test
    void pipesAreReadLikeFiles(@TempDir Path dir) throws Exception {
        Path pipe = dir.resolve("pipe");
        assumeTrue(File.pathSeparatorChar == ':', "Windows has pipes, but not as files");
        boolean made = new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        assumeTrue(made, "this system has no mkfifo");
        Thread writer = new Thread(() -> {
            try (var out = new FileOutputStream(pipe.toFile())) {
                out.write(Samples.PROBLEM.getBytes(UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        assertThat(ProblemReader.one(pipe).id()).isEqualTo("sample");
        writer.join();
    }

    @Test
    void oneMeansOne(@TempDir Path dir) throws IOException {
        Path two = Files.writeString(dir.resolve("two.json"), Samples.PROBLEM + Samples.PROBLEM);
        assertThat(catchThrowableOfType(BadInputException.class, () -> ProblemReader.one(two)))
                .hasMessageEndingWith("two.json: found a second document but expected one problem only");
    }

    @Tag("timing")
    @Test
    void aMillionPairsAreReadInAFewSeconds() {
        int detections = 5_000;
        int pairs = 1_000_000;
        Random random = new Random(1);
        StringBuilder text = new StringBuilder(
                "{\"format\":\"jointly/problem@1\",\"id\":\"big\",\"anatomy\":{\"name\":\"n\",\"parts\":[\"neck\",\"head\"],"
                        + "\"majors\":[\"neck\"],\"limbs\":[[\"neck\",\"head\"]]},\"poseCost\":1,\"pairs\":[");
        int added = 0;
        for (int a = 0; added < pairs; a++) {
            for (int b = a + 1; b < detections && added < pairs; b++, added++) {
                text.append(added == 0 ? "[" : ",[")
                        .append(a)
                        .append(',')
                        .append(b)
                        .append(',');
                text.append(random.nextInt(2_000_000) / 1e6 - 1).append(']');
            }
        }
        text.append("],\"detections\":[");
        for (int d = 0; d < detections; d++) {
            text.append(d == 0 ? "" : ",")
                    .append("{\"part\":\"head\",\"cost\":-0.5}".replace("head", d % 2 == 0 ? "neck" : "head"));
        }
        byte[] bytes = text.append("]}").toString().getBytes(UTF_8);
        long start = System.nanoTime();
        Problem problem = Samples.read(bytes);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(problem.pairs().size()).isEqualTo(pairs);
        assertThat(problem.size()).isEqualTo(detections);
    }

    @Test
    void hostileFilesAreRefusedBeforeTheyFillTheMemory() {
        String head = Samples.PROBLEM.substring(0, Samples.PROBLEM.indexOf("\"detections\""));
        refused("{\"x\":" + "[".repeat(100_000), "deep but expected at most");
        refused("{\"x\":" + "{\"a\":".repeat(100_000), "deep but expected at most");
        refused("[".repeat(100_000), "an array but expected a problem");
        refused(
                head + "\"detections\":[" + "{\"part\":\"neck\",\"cost\":1},".repeat(100_001),
                "more than 100000 detections");
        refused(head + "\"pins\":[" + "{\"use\":1},".repeat(100_001), "more than 100000 pins");
        refused("{\"anatomy\":{\"parts\":[" + "\"a\",".repeat(201), "more than 200 parts");
        refused("{\"anatomy\":{\"limbs\":[" + "[\"a\",\"b\"],".repeat(201), "more than 200 limbs");
        refused("{\"id\":\"" + "a".repeat(200_000) + "\"}", "characters but expected at most 100000");
        refused(
                "{\"zzz\":{\"" + "a".repeat(1_001) + "\":1}}",
                "found a field name of 1001 characters but expected at most 1000");
        refused("{\"zzz\":{\"" + "a".repeat(10_000) + "\":1}}", "characters but expected at most 1000");
        StringBuilder fields = new StringBuilder("{\"q0\":0");
        StringBuilder parts = new StringBuilder("{\"detections\":[");
        for (int i = 1; i <= 10_001; i++) {
            fields.append(",\"q").append(i).append("zzzzzz\":0");
            parts.append("{\"part\":\"p").append(i).append("\",\"cost\":0},");
        }
        refused(fields.toString(), "more than 10000 fields");
        refused(parts.toString(), "more than 200 different parts");
    }

    private static void refused(String text, String says) {
        assertThat(catchThrowableOfType(BadInputException.class, () -> Samples.read(text)))
                .as(Excerpt.of(text))
                .hasMessageContaining(says);
    }

    @Test
    void aStreamOfPairsWithoutEndIsRefused() {
        byte[] head = "{\"pairs\":[[0,1,2]".getBytes(UTF_8);
        InputStream in = new SequenceInputStream(new ByteArrayInputStream(head), new Endless(",[0,1,2]"));
        try (ProblemReader reader = ProblemReader.of("pairs", in)) {
            assertThat(catchThrowableOfType(BadInputException.class, reader::next))
                    .hasMessageContaining("more than 5000000 pairs");
        }
    }

    @Test
    void charactersAreThoseOfTheFile() {
        String text = "{\"id\":\"a\u00e9\u20ac\ud83d\ude00\",\"zzz\":1,";
        for (int padding = 8_170; padding < 8_200; padding++) {
            String whole =
                    " ".repeat(padding) + text + Samples.PROBLEM.substring(1).replace("\"id\":\"sample\",", "");
            assertThat(Samples.read("\ufeff" + whole).id()).isEqualTo("a\u00e9\u20ac\ud83d\ude00");
        }
        refused(" \ufeff{}", "not valid JSON");
    }
}
