package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Program.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the service imports is what {@code jointly import} writes. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ServedImportTest {
    private static final Path PICKLE =
            Path.of("..", "io", "src", "test", "resources", "dev", "jointly", "io", "dlc", "video-p4.pickle");

    @TempDir
    Path dir;

    private static String served(ServedProgram server, Path file) throws Exception {
        var answer = server.post("/api/v1/import?name=" + file.getFileName(), Files.readAllBytes(file))
                .join();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void bothMakeTheSameProblems() throws Exception {
        // several files, whose frames need the names of their clips
        Path a = Files.copy(PICKLE, dir.resolve("a_full.pickle"));
        Path b = Files.copy(PICKLE, dir.resolve("b_full.pickle"));
        Path evidence = dir.resolve("evidence.ndjson");
        Run dlc = Program.withLazySolver().run("import", "dlc", a, b, "-o", "-", "--evidence", evidence);
        assertThat(dlc.code()).as(dlc.err()).isZero();
        Run own = Program.withLazySolver().run("import", "evidence", evidence, "-o", "-");
        assertThat(own.code()).as(own.err()).isZero();
        try (ServedProgram server = ServedProgram.start("-Xmx256m")) {
            assertThat(served(server, a) + served(server, b)).isEqualTo(dlc.out());
            assertThat(served(server, evidence)).isEqualTo(own.out());
        }
        assertThat(Files.readString(evidence, UTF_8)).contains("a/frame0", "b/frame1");
    }
}
