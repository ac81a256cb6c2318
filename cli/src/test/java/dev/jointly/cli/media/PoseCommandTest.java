package dev.jointly.cli.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.Exit;
import dev.jointly.cli.HandClock;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.SolveFunction;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.EvidenceReader;
import dev.jointly.io.Layout;
import dev.jointly.io.fixture.RealData;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.TinyNetworks;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a network that detects colours: necks are red dots, heads are green ones, blue points up. */
@Timeout(120)
class PoseCommandTest {
    @TempDir
    Path dir;

    private Path card = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void model() throws IOException {
        card = Files.writeString(dir.resolve("colours.json"), TinyNetworks.CARD);
        TinyNetworks.write(dir.resolve("colours.onnx"));
        out = dir.resolve("out.json");
    }

    private Path photo(String name, int people) throws IOException {
        BufferedImage image = Photos.plain(320, 160, Color.BLUE);
        for (int i = 0; i < people; i++) {
            Photos.dot(image, 50 + 90 * i, 110, 12, Color.RED);
            Photos.dot(image, 50 + 90 * i, 50, 12, Color.GREEN);
        }
        return Files.write(dir.resolve(name), Photos.encoded(image, "png"));
    }

    private static Program program() {
        return new Program(new Main.Engine());
    }

    private Run pose(Object... args) {
        Object[] all = Stream.concat(Stream.of("pose", "--model", card, "-o", out), Arrays.stream(args))
                .toArray();
        return program().run(all);
    }

    private void refused(Run run, String complaint) throws IOException {
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).hasLineCount(1).startsWith("jointly: ").contains(complaint);
        assertThat(run.out()).isEmpty();
        assertThat(out).doesNotExist();
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
        }
    }

    @Test
    void fromAPhotoToProvenPeople() throws IOException {
        Path problem = dir.resolve("problem.json");
        Path evidence = dir.resolve("evidence.ndjson");
        Run run =
                pose(photo("street.png", 3), "--problems", problem, "--evidence", evidence, "--draw", dir.resolve("d"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err().lines().toList().get(0))
                .startsWith("street: 3 people, wrote " + dir.resolve("d/street.png") + ", "
                        + dir.resolve("d/street.svg") + "; best grouping for these scores, proven; cost -");
        assertThat(run.err().lines().toList().get(1)).matches("inference took [0-9.]+ s, grouping [0-9.]+ s");
        assertThat(Files.readString(out)).startsWith("{\n  \"format\": \"jointly/solution@1\"");

        Run verified = program().run("verify", problem, out);
        assertThat(verified.out()).endsWith("PROVEN OPTIMAL\n");

        try (EvidenceReader reader = EvidenceReader.open(evidence)) {
            Evidence seen = reader.next();
            assertThat(seen.candidates()).hasSize(6);
            assertThat(seen.id()).isEqualTo("street");
        }
        BufferedImage drawn = ImageIO.read(dir.resolve("d/street.png").toFile());
        assertThat(drawn.getWidth()).isEqualTo(320);
        // half way between neck and head a limb is drawn on the blue
        assertThat(new Color(drawn.getRGB(50, 80))).isNotEqualTo(Color.BLUE);
        assertThat(new Color(drawn.getRGB(95, 80))).isEqualTo(Color.BLUE);
        assertThat(Files.readString(dir.resolve("d/street.svg")))
                .startsWith("<svg")
                .contains("3 people; best grouping for these scores, proven");
    }

    @Test
    void atMostSoManyPeople() throws IOException {
        Path problem = dir.resolve("problem.json");
        Run run = pose(photo("street.png", 3), "--max-people", 2, "--problems", problem);
        assertThat(run.err()).startsWith("street: 2 people; best grouping for these scores, proven");
        assertThat(Files.readString(problem)).contains("\"maxPoses\": 2");
        assertThat(program().run("verify", problem, out).out()).endsWith("\nPROVEN OPTIMAL for at most 2 people\n");
    }

    @Test
    void drawingsAreAsLargeAndOfTheFormatThatIsAskedFor() throws IOException {
        Path drawn = dir.resolve("d");
        Run run = pose(
                photo("street.png", 3), "--draw", drawn, "--draw-size", 100, "--draw-format", "jpg", "--no-caption");
        assertThat(run.code()).as(run.err()).isZero();
        BufferedImage image = ImageIO.read(drawn.resolve("street.jpg").toFile());
        assertThat(image.getWidth()).isEqualTo(100);
        assertThat(image.getHeight()).isEqualTo(50);
        assertThat(drawn).isDirectoryNotContaining("glob:**.{png,svg}");
    }

    @Test
    void aPhotoBecomesATableInOneGo() throws IOException {
        Run run = pose(photo("street.png", 2), "--format", "csv", "-q");
        assertThat(run.code()).as(run.err()).isZero();
        List<String[]> rows = Files.readAllLines(out, UTF_8).stream()
                .skip(1)
                .map(row -> row.split(",", -1))
                .toList();
        assertThat(rows).hasSize(4);
        // people are at 50 and 140, necks at 110 and heads at 50
        assertThat(rows.stream().map(row -> row[0] + " " + row[4] + " " + near(row[6]) + " " + near(row[7])))
                .containsExactlyInAnyOrder(
                        "street neck 50 110", "street head 50 50", "street neck 140 110", "street head 140 50");
    }

    /** A coordinate to within five pixels. */
    private static long near(String coordinate) {
        return Math.round(Double.parseDouble(coordinate) / 10) * 10;
    }

    @Test
    void ofAFolderABadPhotoIsOneLine() throws IOException {
        Path folder = Files.createDirectory(dir.resolve("photos"));
        Files.move(photo("c.png", 1), folder.resolve("c.png"));
        Files.move(photo("a.png", 2), folder.resolve("a.PNG"));
        Files.writeString(folder.resolve("b.jpg"), "not a photo");
        Files.writeString(folder.resolve("notes.txt"), "not to be read");
        Run run = pose(folder, "-q");
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err().lines().toList()).hasSize(2).satisfies(lines -> {
            assertThat(lines.get(0)).startsWith("jointly: " + folder.resolve("b.jpg") + ": is not an image");
            assertThat(lines.get(1)).isEqualTo("3 files: 2 done, 1 failed");
        });
        assertThat(Files.readAllLines(out, UTF_8).stream()
                        .map(line -> line.replaceAll(".*\"problem\":\"(.*?)\".*", "$1")))
                .containsExactly("a", "c");
        assertThat(pose(folder).err()).contains("2 problems: best grouping proven for 2; inference took ");
    }

    @Test
    void severalPhotosGiveLinesInTheirOrder() throws IOException {
        Run run = pose(photo("b.png", 2), photo("a.png", 1), photo("c.png", 0), "-q");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        List<String> lines = Files.readAllLines(out, UTF_8);
        assertThat(lines.stream().map(line -> line.replaceAll(".*\"problem\":\"(.*?)\".*", "$1")))
                .containsExactly("b", "a", "c");
        assertThat(lines.stream().map(line -> line.split("\"global\"", -1).length - 1))
                .containsExactly(2, 1, 0);
    }

    @Test
    void aBarIsForTerminalsAndLongWorkOnly() throws IOException {
        Path photo = photo("a.png", 1);
        HandClock clock = new HandClock();
        SolveFunction slow = (problem, settings, listener, stopped) -> {
            clock.pass(Duration.ofMillis(2_600));
            return Program.lazy(problem, settings, listener, stopped);
        };
        Run seen = new Program(slow).by(clock).onTerminal().run("pose", "--model", card, "-o", out, photo);
        assertThat(seen.err())
                .contains("\r[--------------------] 0 of 1 images, 2 s\u001b[K")
                .contains("\u001b[K");
        assertThat(new Program(slow)
                        .by(clock)
                        .run("pose", "--model", card, "-o", out, photo)
                        .err())
                .doesNotContain("\r");
        assertThat(program()
                        .onTerminal()
                        .run("pose", "--model", card, "-o", out, photo)
                        .err())
                .doesNotContain("\r");
    }

    @Test
    void photosThatAreNone() throws IOException {
        byte[] jpeg = Photos.encoded(Photos.plain(200, 200, Color.PINK), "jpeg");
        Path photo = dir.resolve("x.jpg");
        refused(pose(photo), photo + ": no such file");
        Files.write(photo, Arrays.copyOf(jpeg, jpeg.length / 2));
        refused(pose(photo), photo + ": cannot be read as an image: ");
        Files.write(photo, Photos.claiming(jpeg, 30_000, 30_000));
        refused(pose(photo), "is 30000 x 30000 pixels but expected at most 100 million");
        Files.write(photo, Photos.claiming(30_000, 30_000));
        refused(pose(photo), "is 30000 x 30000 pixels");
        Files.writeString(photo, "%PDF-1.4 not a photo");
        refused(pose(photo), "is not an image");
        refused(pose(Files.createDirectory(dir.resolve("hollow"))), "found no image in this folder");
    }

    @Test
    void whatComesBeforeAndBehindABadPhotoIsDone() throws IOException {
        Path bad = Files.writeString(dir.resolve("bad.jpg"), "x");
        Run run = pose(photo("a.png", 1), bad, photo("c.png", 1), "-q");
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err()).contains(bad + ": is not an image").endsWith("\n3 files: 2 done, 1 failed\n");
        assertThat(Files.readAllLines(out, UTF_8)).hasSize(2);
    }

    @Test
    void modelsThatAreNone() throws IOException {
        Path photo = photo("a.png", 1);
        Path own = Files.writeString(dir.resolve("openpose-mobilenet.onnx"), "no network");
        refused(program().withModels(dir).run("pose", photo, "-o", out), own + ": is not a network that can be run");
        refused(program().run("pose", photo, "-o", out, "--model", "nothing"), "found model nothing, which is neither");
        TinyNetworks.write(dir.resolve("colours.onnx"), 4, new float[] {1, 0, 0}, new float[] {0, 1, 0});
        refused(pose(photo), "colours.onnx: gives 2 channels but the card of colours says 4");
        Files.writeString(dir.resolve("colours.onnx"), "no network at all");
        refused(pose(photo), "colours.onnx: is not a network that can be run: ");
        Files.delete(dir.resolve("colours.onnx"));
        refused(pose(photo), "colours.onnx: no such file");
        Files.writeString(card, TinyNetworks.CARD.replaceFirst("(?s),\\s*\"anatomy\".*", "}"));
        refused(pose(photo), "has no anatomy");
        Files.writeString(card, "{");
        refused(pose(photo), "ends in the middle");
    }

    @Test
    void costsOfAnotherBodyAreRefusedBeforeInference() throws IOException {
        CostModel mouse = CostModel.defaults(
                Anatomy.of("mouse", List.of("snout", "tail"), List.of("tail"), List.of(List.of("snout", "tail"))),
                Measure.FIELD);
        Path file = dir.resolve("mouse.costs.json");
        try (OutputStream stream = Files.newOutputStream(file)) {
            CostModelWriter.write(mouse, Layout.PRETTY, stream);
        }
        refused(
                pose(Files.createFile(dir.resolve("never-read.png")), "--costs", file),
                file + ": needs the parts snout, tail but model colours has the parts neck, head; use costs fitted");
    }

    @Test
    void placesThatCannotBeWritten() throws IOException {
        Path photo = photo("a.png", 1);
        refused(program().run("pose", photo, "--model", card, "-o", dir.resolve("no/where.json")), "cannot write");
        refused(pose(photo, "--draw", photo), "cannot write " + photo);
        refused(pose(photo, "--problems", dir), "cannot write " + dir);
        refused(program().run("pose", photo, "--model", card, "-o", photo), "is a photo to be read");
        Files.createDirectory(dir.resolve("other"));
        Path twin = Files.copy(photo, dir.resolve("other/a.png"));
        refused(pose(photo, twin), "would both be known as \"a\"");
        refused(pose(photo, "--threads", 0), "--threads");
        refused(pose(photo, "--draw-size", 300), "need --draw DIR");
        refused(pose(photo, "--draw", dir.resolve("d"), "--draw-size", 0), "--draw-size is 0 but must be from 16");
        refused(pose(photo, "--costs", dir.resolve("none.json")), "none.json: no such file");
    }

    @Test
    void theRealNetworkOnARealPhoto() throws IOException {
        Path network = RealData.file("network/openpose-mobilenet-18.onnx");
        Path photo = RealData.file("photos/000000442450.jpg");
        Files.copy(network, dir.resolve("openpose-mobilenet.onnx"));
        Run run = program().withModels(dir).run("pose", photo, "-o", out, "--draw", dir.resolve("d"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).startsWith("000000442450: ").contains("; best grouping for these scores, proven; cost -");
        // two men in a forest, far apart, with 15 and 16 joints marked; whatever else is seen is no more than a few
        // joints
        Matcher people = Pattern.compile("\"global\":\\s*\\{([^}]*)}").matcher(Files.readString(out));
        assertThat(people.results().map(body -> body.group(1).split(",").length).filter(joints -> joints >= 5))
                .hasSize(2)
                .allMatch(joints -> joints >= 15);
        assertThat(dir.resolve("d/000000442450.png")).isNotEmptyFile();
    }
}
