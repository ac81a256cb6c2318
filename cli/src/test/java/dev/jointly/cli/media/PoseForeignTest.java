package dev.jointly.cli.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.vision.fixture.ForeignNetworks;
import dev.jointly.vision.fixture.ForeignNetworks.Output;
import dev.jointly.vision.fixture.Photos;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks without a card on the command line; {@code RecognitionTest} has the kinds of files. */
class PoseForeignTest {
    private static final long[] SQUARE = {1, 3, 640, 640};

    @TempDir
    Path dir;

    private Path network = Path.of("");
    private Path photo = Path.of("");

    @BeforeEach
    void files() throws IOException {
        network = dir.resolve("best.onnx");
        photo = dir.resolve("photo.png");
        ImageIO.write(Photos.plain(640, 480, Color.RED), "png", photo.toFile());
    }

    private static Run run(Object... arguments) {
        return new Program(new Main.Engine()).run(arguments);
    }

    /** One person of two joints, twice; the second time a little beside. */
    private void animals(boolean suppressed) throws IOException {
        float[] one = suppressed
                ? new float[] {270, 150, 370, 250, 0.9f, 0, 300, 180, 0.9f, 340, 220, 0.9f}
                : new float[] {
                    320, 322, 200, 201, 100, 100, 100, 100, 0.9f, 0.8f, 300, 301, 180, 181, 0.9f, 0.8f, 340, 341, 220,
                    221, 0.9f, 0.8f
                };
        ForeignNetworks.write(
                network,
                "images",
                SQUARE,
                ForeignNetworks.ultralytics("kpt_shape", "[2, 3]", "kpt_names", "{0: ['snout', 'tail']}"),
                new Output("output0", suppressed ? new long[] {1, 1, 12} : new long[] {1, 11, 2}, one));
    }

    @Test
    void aNetworkWithoutACard() throws IOException {
        animals(false);
        Path problems = dir.resolve("problem.json");
        Path out = dir.resolve("out.json");
        Run run = run("pose", photo, "--model", network, "-o", out, "--problems", problems);
        assertThat(run.err()).doesNotContain("suppresses");
        assertThat(run.code()).isZero();
        // 640 x 480 is in the middle of 640 x 640
        assertThat(Files.readString(problems)).contains("snout", "tail", "\"x\": 300.0, \"y\": 100.0");
        assertThat(run("verify", problems, out).code()).isZero();
    }

    @Test
    void suppressionInsideTheNetworkIsOneLine() throws IOException {
        animals(true);
        Path out = dir.resolve("out.json");
        Run run = run("pose", photo, "--model", network, "-o", out);
        assertThat(run.code()).isZero();
        assertThat(run.err().lines().filter(line -> line.contains("suppresses people behind people itself")))
                .hasSize(1);
        assertThat(run("pose", photo, "--model", network, "-o", dir.resolve("two.json"), "-q")
                        .err())
                .doesNotContain("suppresses");
    }

    @Test
    void describedIsACardThatOpens() throws IOException {
        animals(false);
        Run described = run("model", "describe", network);
        assertThat(described.code()).isZero();
        assertThat(described.err()).isEmpty();
        Path card = Files.writeString(dir.resolve("my.model.json"), described.out());
        Path out = dir.resolve("out.json");
        assertThat(run("pose", photo, "--model", card, "-o", out).code()).isZero();
    }

    @Test
    void aDraftSaysWhatIsMissing() throws IOException {
        ForeignNetworks.write(
                network, "x", SQUARE, Map.of(), new Output("heat", new long[] {1, 3, 80, 80}, new float[3 * 6400]));
        Run described = run("model", "describe", network);
        assertThat(described.code()).isZero();
        assertThat(described.out()).contains("FILL IN");
        assertThat(described.err())
                .startsWith(network + " does not say which network it is: replace each FILL IN")
                .contains("\"heat\" of FLOAT [1, 3, 80, 80]");
        Run run = run("pose", photo, "--model", network, "-o", dir.resolve("out.json"));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains("needs a model card").contains("jointly model describe prints a draft");
    }
}
