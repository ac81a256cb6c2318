package dev.jointly.vision.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.SleapExport;
import dev.jointly.vision.fixture.TinyNetworks;
import dev.jointly.vision.net.SleapNetwork.SleapImage;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SleapNetworkTest {
    @TempDir
    Path dir;

    @BeforeEach
    void export() throws IOException {
        SleapExport.write(dir);
    }

    @Test
    void peaksAndLineScoresBecomeEvidenceInPixelsOfTheImage() {
        BufferedImage photo = Photos.plain(90, 60, Color.BLACK);
        photo.setRGB(20, 10, new Color(255, 0, 0).getRGB());
        photo.setRGB(70, 12, new Color(204, 0, 0).getRGB());
        photo.setRGB(24, 40, new Color(0, 255, 0).getRGB());
        try (SleapNetwork network = SleapNetwork.open(dir, Execution.cpu(1))) {
            Evidence evidence = network.detect("a", "a.png", photo);
            assertThat(evidence.parts()).containsExactly("snout", "tail");
            assertThat(evidence.candidates())
                    .extracting(Candidate::part, Candidate::x, Candidate::y)
                    .containsExactly(tuple(0, 20.0, 10.0), tuple(0, 70.0, 12.0), tuple(1, 24.0, 40.0));
            assertThat(evidence.candidates().get(1).score()).isCloseTo(0.8, within(1e-6));
            Evidence.Edge edge = evidence.edges().get(0);
            assertThat(List.of(edge.a(), edge.b())).containsExactly(0, 1);
            // columns 4 and 46 pixels apart are 2 and 23 of half the size
            assertThat(edge.affinity()[0]).containsExactly(new double[] {Math.exp(-0.2)}, within(1e-6));
            assertThat(edge.affinity()[1]).containsExactly(new double[] {Math.exp(-2.3)}, within(1e-6));
        }
    }

    @Test
    void anImageThatIsTooLargeIsRefusedWithTheFix() {
        try (SleapNetwork network = SleapNetwork.open(dir, Execution.cpu(1))) {
            assertThatThrownBy(() -> network.detect("a", "a.png", Photos.plain(97, 60, Color.BLACK)))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("was exported for images of 96 x 64 pixels but this one has 97 x 60")
                    .hasMessageContaining("--input-width");
        }
    }

    @Test
    void whereTheNetworkTakesAnySizeImagesArePaddedToWholeCells() {
        BufferedImage photo = Photos.plain(70, 33, new Color(10, 20, 30));
        SleapMetadata grey = new SleapMetadata(List.of("a", "b"), List.of(), 0.5, 1);
        SleapImage.Shown shown = new SleapImage(dir, new long[] {-1, 1, -1, -1}, grey).shown(photo);
        assertThat(List.of(shown.width(), shown.height())).containsExactly(128, 64);
        // 0.299 x 10 + 0.587 x 20 + 0.114 x 30 = 18.15
        assertThat(shown.bytes()[69]).isEqualTo((byte) 18);
        assertThat(shown.bytes()[70]).isZero();
        assertThat(shown.bytes()[33 * 128]).isZero();
        SleapMetadata colour = new SleapMetadata(List.of("a", "b"), List.of(), 1, 3);
        SleapImage.Shown planes = new SleapImage(dir, new long[] {-1, 3, -1, -1}, colour).shown(photo);
        int plane = planes.width() * planes.height();
        assertThat(List.of(planes.bytes()[0], planes.bytes()[plane], planes.bytes()[2 * plane]))
                .containsExactly((byte) 10, (byte) 20, (byte) 30);
    }

    @Test
    void foldersThatAreNone() throws IOException {
        refused(
                SleapExport.METADATA.replace("\"bottomup\"", "\"topdown\""),
                "found \"topdown\" but expected \"bottomup\"");
        refused(SleapExport.METADATA.replace("[[0, 1]]", "[[0, 2]]"), "found the pair 0, 2");
        refused(SleapExport.METADATA.replace("[[0, 1]]", "[]"), "has no edge_inds");
        refused(SleapExport.METADATA.replace("0.5", "0"), "input_scale 0.0");
        refused(
                SleapExport.METADATA.replace("\"input_channels\": 3", "\"input_channels\": 1"),
                "batch x 1 x height x width");
        refused(
                SleapExport.METADATA.replace("\"snout\", \"tail\"", "\"snout\", \"back\", \"tail\""),
                "gave \"peaks\" of shape [1, 2, 3, 2] but expected [1, 3, 3, 2]");
        Files.writeString(dir.resolve("export_metadata.json"), SleapExport.METADATA);
        TinyNetworks.write(dir.resolve("model.onnx"));
        assertThatThrownBy(() -> SleapNetwork.open(dir, Execution.cpu(1)))
                .hasMessageContaining("but expected one image and the outputs [peaks");
        Files.delete(dir.resolve("model.onnx"));
        assertThatThrownBy(() -> SleapNetwork.open(dir, Execution.cpu(1)))
                .hasMessageContaining("model.onnx: no such file; expected the folder");
    }

    private void refused(String metadata, String complaint) throws IOException {
        Files.writeString(dir.resolve("export_metadata.json"), metadata);
        assertThatThrownBy(() -> {
                    try (SleapNetwork network = SleapNetwork.open(dir, Execution.cpu(1))) {
                        network.detect("a", "a.png", Photos.plain(90, 60, Color.BLACK));
                    }
                })
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(complaint);
    }
}
