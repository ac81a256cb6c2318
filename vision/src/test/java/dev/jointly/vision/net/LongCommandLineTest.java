package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.vision.fixture.TinyNetworks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** ONNX Runtime used to end the process when it was started with a long command line, such as one that names many images. */
class LongCommandLineTest {
    @TempDir
    Path dir;

    /** Opens the network of a card in a process of its own. */
    static final class Opening {
        private Opening() {}

        public static void main(String[] args) {
            ModelCard card = ModelCardReader.read(Path.of(args[0]));
            try (Network network = Network.open(card, Path.of(args[1]), 1)) {
                System.out.println("opened " + network.card().name());
            }
        }
    }

    @Test
    @Timeout(120)
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its command lines are shorter than this")
    void networksOpenUnderALongCommandLine() throws Exception {
        Path card = Files.writeString(dir.resolve("colours.json"), TinyNetworks.CARD);
        Path network = dir.resolve("colours.onnx");
        TinyNetworks.write(network);
        String classPath = Files.writeString(
                        dir.resolve("cp"),
                        "-cp \"" + System.getProperty("java.class.path").replace("\\", "/") + "\"")
                .toString();
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "@" + classPath,
                                Opening.class.getName(),
                                card.toString(),
                                network.toString()),
                        Stream.generate(() -> "photos/one-of-many-images-with-a-name-of-some-length.jpg")
                                .limit(2_000))
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(Arrays.asList(said.split("\\R"))).contains("opened colours");
    }
}
