package dev.jointly.vision.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.jointly.vision.FuzzedModelsTest;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** As {@code FuzzedModelsTest}, for images and for the metadata of networks that SLEAP exports. */
@Tag("slow")
class FuzzedPhotosTest {
    private static final int MAX_PIXELS = 1 << 16;

    @TempDir
    static Path dir = Path.of("");

    @FuzzTest
    void photos(byte[] bytes) {
        FuzzedModelsTest.readOrRefused(() -> {
            BufferedImage photo = PhotoReader.read("fuzzed", bytes, MAX_PIXELS);
            assertThat(photo.getWidth() * photo.getHeight()).isBetween(1, MAX_PIXELS);
        });
    }

    @FuzzTest
    void sleapMetadata(byte[] bytes) throws IOException {
        Path file = Files.write(dir.resolve("export_metadata.json"), bytes);
        FuzzedModelsTest.readOrRefused(file.toString(), () -> SleapMetadata.read(file));
    }
}
