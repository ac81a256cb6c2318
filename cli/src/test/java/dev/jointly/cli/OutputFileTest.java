package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
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
        try (OutputFile file = OutputFile.create(path)) {
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
        try (OutputFile file = OutputFile.create(path)) {
            file.stream().write("half of".getBytes(UTF_8));
            file.commitKept();
        }
        assertThat(Files.readString(path)).isEqualTo("of an earlier run");
        assertThat(names()).containsExactly(name);
    }
}
