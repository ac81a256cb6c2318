package dev.jointly.cli.media;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.TinyNetworks;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code model add}, with a network that detects colours. */
@Timeout(120)
class ModelAddTest {
    @TempDir
    Path dir;

    private Path store = Path.of("");
    private Path card = Path.of("");
    private Path network = Path.of("");
    private String hash = "";

    @BeforeEach
    void model() throws IOException, NoSuchAlgorithmException {
        store = dir.resolve("store");
        card = Files.writeString(dir.resolve("my.model.json"), TinyNetworks.CARD);
        network = dir.resolve("colours.onnx");
        TinyNetworks.write(network);
        hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(network)));
    }

    private Run run(Object... arguments) {
        return new Program(new Main.Engine()).withModels(store).run(arguments);
    }

    private Run pose(String model) throws IOException {
        BufferedImage image = Photos.plain(320, 160, Color.BLUE);
        Photos.dot(image, 50, 110, 12, Color.RED);
        Photos.dot(image, 50, 50, 12, Color.GREEN);
        Path photo = Files.write(dir.resolve("a.png"), Photos.encoded(image, "png"));
        return run("pose", photo, "--model", model, "-o", dir.resolve("out.json"));
    }

    private void refused(Run run, String complaint) throws IOException {
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: ").contains(complaint);
        if (Files.exists(store)) {
            assertThat(store).isEmptyDirectory();
        }
    }

    @Test
    void aCardWithItsNetworkBesideIt() throws IOException {
        Run add = run("model", "add", "mine", card, "--sha256", hash);
        assertThat(add.code()).as(add.err()).isZero();
        assertThat(add.err())
                .isEqualTo("model mine is added; SHA-256 " + hash + "; to use it: jointly pose --model mine\n");
        Files.delete(card);
        Files.delete(network);
        assertThat(pose("mine").err()).startsWith("a: 1 person");
        assertThat(run("model", "list").out().lines())
                .last()
                .asString()
                .matches("mine +in your folder .*my.model.json");
        assertThat(run("model", "install", "movenet-thunder").err()).endsWith("jointly model add NAME FILE|URL\n");
        assertThat(run("model", "remove", "mine").code()).isZero();
        assertThat(store).isEmptyDirectory();
    }

    @Test
    void aFileFromTheWeb() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/colours.onnx", exchange -> {
            byte[] body = Files.readAllBytes(network);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            refused(run("model", "add", "web", url + "other.onnx", "--card", card), "the server answered 404");
            Run add = run("model", "add", "web", url + "colours.onnx", "--card", card);
            assertThat(add.code()).as(add.err()).isZero();
            assertThat(add.err())
                    .startsWith("downloading " + url + "colours.onnx, 0.0 MB")
                    .contains(hash);
            assertThat(pose("web").err()).startsWith("a: 1 person");
            assertThat(run("model", "list").out()).contains(url);
        } finally {
            server.stop(0);
        }
        failed(run("model", "add", "late", "http://127.0.0.1:1/x.onnx", "--card", card), "cannot be downloaded");
    }

    private static void failed(Run run, String complaint) {
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains(complaint);
    }

    @Test
    void anotherFileThanTheOneThatWasAddedIsRefused() throws IOException {
        assertThat(run("model", "add", "mine", network, "--card", card).code()).isZero();
        Files.writeString(store.resolve("mine.onnx"), "another one");
        Run pose = pose("mine");
        assertThat(pose.code()).isEqualTo(Exit.WRONG);
        assertThat(pose.err()).contains("but model mine was added with " + hash);
    }

    @Test
    void whatCannotBeAdded() throws IOException {
        refused(run("model", "add", "mine", card, "--sha256", "00"), "has SHA-256 " + hash + " but expected 00");
        refused(run("model", "add", "mine", network), "needs a model card");
        refused(run("model", "add", "../mine", card), "found the name ../mine but expected letters, digits");
        refused(run("model", "add", "openpose-mobilenet", card), "is inside the program; choose another name");
        Files.writeString(network, "no network");
        refused(run("model", "add", "mine", card), "colours.onnx: is not a network that can be run");
        Files.delete(network);
        refused(run("model", "add", "mine", card), "colours.onnx: no such file");
        TinyNetworks.write(network);
        assertThat(run("model", "add", "mine", card).code()).isZero();
        failed(run("model", "add", "mine", card), "is there already; to replace it, first: jointly model remove mine");
    }
}
