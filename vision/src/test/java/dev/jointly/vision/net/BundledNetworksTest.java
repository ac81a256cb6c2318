package dev.jointly.vision.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.TinyNetworks;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The networks of the artifact {@code jointly-models}. */
class BundledNetworksTest {
    private static final List<String> NAMES = List.of("openpose-mobilenet", "movenet-multipose", "movenet-thunder");

    @TempDir
    Path dir;

    @Test
    void filesAreThoseOfTheirHashes() throws IOException, NoSuchAlgorithmException {
        Properties facts = BundledNetworks.facts();
        long total = 0;
        for (String name : NAMES) {
            byte[] file = Files.readAllBytes(BundledNetworks.file(name).orElseThrow());
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(file);
            assertThat(facts.getProperty(name + ".sha256"))
                    .isEqualTo(HexFormat.of().formatHex(hash));
            assertThat(facts.getProperty(name + ".source.sha512")).matches("[0-9a-f]{128}");
            assertThat(facts.getProperty(name + ".source")).matches("@\\S+@[0-9.]+");
            assertThat(facts.getProperty(name + ".licence")).matches("Apache-2.0(, MIT)?");
            total += file.length;
        }
        assertThat(total).isLessThan(40_000_000);
        for (String licence : List.of("Apache-2.0.txt", "MIT-human-models.txt")) {
            assertThat(BundledNetworks.class.getResource("/dev/jointly/models/licences/" + licence))
                    .isNotNull();
        }
    }

    @Test
    void theyFitTheirCards() throws IOException {
        ModelStore store = new ModelStore(dir.resolve("nothing"));
        assertThat(store.list()).extracting(ModelStore.Listed::name).containsExactlyElementsOf(NAMES);
        assertThat(store.list()).extracting(ModelStore.Listed::origin).containsOnly(ModelStore.Origin.INSIDE);
        for (String name : ModelStore.SHIPPED) {
            ModelStore.Model model = store.find(name);
            assertThat(model.bundled()).isTrue();
            Network.open(model.card(), model.network(), 1).close();
        }
        SinglePose.open(store.secondLook(), Execution.cpu(1)).close();
        assertThat(dir).isEmptyDirectory();
    }

    /** As in an archive of the program, where they are in a jar; here in a folder of the build. */
    @Test
    void aNetworkInsideAJarIsOpened() throws IOException {
        Path plain = dir.resolve("tiny.onnx");
        TinyNetworks.write(plain);
        Path jar = dir.resolve("with spaces.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("a/tiny.onnx"));
            Files.copy(plain, zip);
        }
        ModelCard card = ModelCardReader.read(Files.writeString(dir.resolve("tiny.json"), TinyNetworks.CARD));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            Path inside = BundledNetworks.path(Objects.requireNonNull(loader.getResource("a/tiny.onnx")));
            assertThat(inside.getFileSystem()).isNotEqualTo(FileSystems.getDefault());
            Network.open(card, inside, 1).close();
            // a second time from the same jar
            Network.open(card, BundledNetworks.path(Objects.requireNonNull(loader.getResource("a/tiny.onnx"))), 1)
                    .close();
        }
        try (var zip = FileSystems.newFileSystem(dir.resolve("broken.jar"), Map.of("create", "true"))) {
            Path broken = Files.writeString(zip.getPath("x.onnx"), "no network");
            assertThatThrownBy(() -> Network.open(card, broken, 1))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("x.onnx: is not a network that can be run");
        }
    }
}
