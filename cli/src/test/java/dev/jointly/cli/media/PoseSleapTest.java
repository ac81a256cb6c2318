package dev.jointly.cli.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.SleapExport;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a network of SLEAP's signature: snouts are red pixels, tails are green ones, and animals stand upright. */
@Timeout(120)
class PoseSleapTest {
    @TempDir
    Path dir;

    private Path network = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void export() throws IOException {
        network = SleapExport.write(dir.resolve("exported"));
        out = dir.resolve("out.csv");
    }

    private Path photo() throws IOException {
        BufferedImage image = Photos.plain(96, 64, Color.BLACK);
        image.setRGB(20, 10, Color.RED.getRGB());
        image.setRGB(22, 40, Color.GREEN.getRGB());
        image.setRGB(70, 12, Color.RED.getRGB());
        image.setRGB(68, 44, Color.GREEN.getRGB());
        return Files.write(dir.resolve("mice.png"), Photos.encoded(image, "png"));
    }

    private Run pose(Object... args) {
        Object[] all = new Object[args.length + 3];
        System.arraycopy(new Object[] {"pose", "-o", out}, 0, all, 0, 3);
        System.arraycopy(args, 0, all, 3, args.length);
        return new Program(new Main.Engine()).run(all);
    }

    @Test
    void peaksAreGroupedByTheirLineScores() throws IOException {
        Run run = pose(photo(), "--sleap", network, "--format", "csv");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).startsWith("hub snout; limbs snout-tail\n").contains("mice: 2 people");
        List<String[]> rows = Files.readAllLines(out, UTF_8).stream()
                .skip(1)
                .map(row -> row.split(",", -1))
                .toList();
        // part, x, y of the joints of each animal
        assertThat(rows.stream().map(row -> row[4] + " " + row[6] + " " + row[7]))
                .containsExactlyInAnyOrder("snout 20.0 10.0", "tail 22.0 40.0", "snout 70.0 12.0", "tail 68.0 44.0");
        assertThat(rows.stream()
                        .filter(row -> row[6].equals("20.0") || row[6].equals("22.0"))
                        .map(row -> row[1])
                        .distinct())
                .hasSize(1);
    }

    @Test
    void theHubCanBeNamed() throws IOException {
        assertThat(pose(photo(), "--sleap", network, "--hub", "tail").err()).startsWith("hub tail; ");
        Run unknown = pose(photo(), "--sleap", network, "--hub", "wing");
        assertThat(unknown.code()).isEqualTo(Exit.WRONG);
        assertThat(unknown.err()).contains("unknown part \"wing\"; the parts are [snout, tail]");
    }

    @Test
    void wrongUse() throws IOException {
        Path photo = photo();
        assertThat(pose(photo, "--sleap", network, "--model", "x").err()).contains("--sleap cannot be combined with");
        assertThat(pose(photo, "--hub", "tail").err()).contains("--hub needs --sleap");
        assertThat(pose(photo, "--sleap", dir).err()).contains("model.onnx: no such file; expected the folder that");
        assertThat(out).doesNotExist();
    }
}
