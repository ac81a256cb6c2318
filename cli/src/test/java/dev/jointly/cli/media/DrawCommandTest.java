package dev.jointly.cli.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.vision.fixture.Photos;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DrawCommandTest {
    /** One person: a neck at 20, 30 and a head at 20, 10, in an image of 60 x 40. */
    private static final String PROBLEM = """
            {"format": "jointly/problem@1", "id": "ID",%s
             "anatomy": {"name": "bust", "parts": ["neck", "head"], "majors": ["neck"], "limbs": [["neck", "head"]]},
             "poseCost": 1, "pairs": [[0, 1, -1]],
             "detections": [{"part": "neck", "x": 20, "y": 30, "cost": -2}, {"part": "head", "x": 20, "y": 10, "cost": -1}]}
            """;

    private static final String IMAGE = "\"image\": {\"file\": \"ID.png\", \"width\": 60, \"height\": 40},";

    @TempDir
    Path dir;

    private Path problems = Path.of("");
    private Path solutions = Path.of("");

    @BeforeEach
    void solved() throws IOException {
        write(text("a", IMAGE), text("b", IMAGE));
    }

    private static String text(String id, String image) {
        return PROBLEM.formatted(image).replace("ID", id).replace("\n", " ") + "\n";
    }

    private void write(String... lines) throws IOException {
        problems = Files.writeString(dir.resolve("p.ndjson"), String.join("", lines));
        solutions = dir.resolve("s.ndjson");
        Run run = new Program(new Main.Engine()).run("solve", problems, "-o", solutions, "-q");
        assertThat(run.code()).as(run.err()).isZero();
    }

    private Run draw(Object... args) {
        Object[] all = Stream.concat(Stream.of("draw", solutions, "--problem", problems), Arrays.stream(args))
                .toArray();
        return Program.withLazySolver().run(all);
    }

    private Path photo(String name) throws IOException {
        return Files.write(dir.resolve(name), Photos.encoded(Photos.plain(60, 40, Color.RED), "png"));
    }

    private void refused(Run run, String complaint) {
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).hasLineCount(1).startsWith("jointly: ").contains(complaint);
    }

    @Test
    void oneSolutionIntoOneFileOfAnyFormat() throws IOException {
        write(text("a", ""));
        Path png = dir.resolve("x.png");
        Run run = draw("-o", png);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEqualTo("a: 1 person, wrote " + png + "\n");
        assertThat(ImageIO.read(png.toFile()).getHeight()).isGreaterThan(900);
        assertThat(draw("-o", dir.resolve("x.jpeg"), "-q", "--no-caption", "--draw-size", 200)
                        .err())
                .isEmpty();
        assertThat(Files.readAllBytes(dir.resolve("x.jpeg"))).startsWith(0xff, 0xd8);
        assertThat(ImageIO.read(dir.resolve("x.jpeg").toFile()).getHeight()).isEqualTo(200);
        draw("-o", dir.resolve("x.svg"));
        assertThat(dir.resolve("x.svg"))
                .content()
                .startsWith("<svg")
                .contains("1 person; best grouping for these scores, proven");
    }

    /** The person is left out, and the file still says that it is optimal. */
    @Test
    void theCaptionIsTheCheckersAndNotTheFiles() throws IOException {
        write(text("a", ""));
        String honest = Files.readString(solutions);
        assertThat(honest).contains("\"status\": \"optimal\"", "\"objective\": -3.0");
        Files.writeString(
                solutions,
                honest.replaceFirst("(?s)\"poses\": \\[.*?\\n  \\]", "\"poses\": []")
                        .replace("\"objective\": -3.0", "\"objective\": 0.0")
                        .replace("\"lowerBound\": -3.0", "\"lowerBound\": 0.0"));
        Run run = draw("-o", dir.resolve("x.svg"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(dir.resolve("x.svg"))
                .content()
                .contains("0 people; proof rejected")
                .doesNotContain("proven");
    }

    @Test
    void severalIntoADirectoryOnTheImagesTheyName() throws IOException {
        photo("a.png");
        photo("b.png");
        Path out = dir.resolve("drawn");
        Run run = draw("--image", dir, "-o", out + "/", "--draw-format", "png,svg", "--no-caption");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err().lines()).hasSize(4).allMatch(line -> line.contains("1 person, wrote " + out));
        BufferedImage drawn = ImageIO.read(out.resolve("b.png").toFile());
        assertThat(drawn.getWidth()).isEqualTo(60);
        assertThat(drawn.getHeight()).isEqualTo(40);
        assertThat(new Color(drawn.getRGB(50, 20))).isEqualTo(Color.RED);
        assertThat(new Color(drawn.getRGB(20, 30))).isNotEqualTo(Color.RED);
        assertThat(out.resolve("a.svg")).content().contains("data:image/jpeg;base64,");
        // by default they are PNG, and the ground is plain
        draw("-o", out, "-q", "--draw-format", "jpg");
        assertThat(out.resolve("a.jpg")).exists();
        refused(draw("-o", dir.resolve("one.png")), "there are several solutions and one file");
        Files.delete(dir.resolve("b.png"));
        refused(draw("--image", dir, "-o", out, "-q"), "b.png: no such file");
    }

    @Test
    void wrongUse() throws IOException {
        refused(draw("-o", dir.resolve("x.gif")), "must end in .png, .jpg or .svg, or be a directory");
        refused(draw("-o", dir.resolve("x.png"), "--draw-format", "svg"), "--draw-format is for directories");
        refused(draw("-o", dir, "--draw-format", "gif"), "found 'gif' but expected one of png, svg, jpg");
        refused(draw("-o", dir, "--draw-size", 5), "--draw-size is 5 but must be from 16 to 20000");
        refused(Program.withLazySolver().run("draw", "-", "--problem", "-", "-o", "x.png"), "cannot be both");
        write(text("a", IMAGE));
        Path wide = Files.write(dir.resolve("wide.png"), Photos.encoded(Photos.plain(90, 40, Color.RED), "png"));
        refused(
                draw("--image", wide, "-o", dir.resolve("x.png")),
                wide + ": the image is 90 x 40 pixels but problem \"a\" says 60 x 40");
        write(text("a", ""));
        refused(draw("--image", dir, "-o", dir.resolve("x.png")), "problem \"a\" names no image to be found in");
        write(text("a", "").replaceAll("\"[xy]\": \\d+, ", ""));
        refused(draw("-o", dir.resolve("x.png")), "problem \"a\" has no x and y of any detection");
        write(text("a/b", ""));
        refused(draw("-o", dir), "problem id \"a/b\" cannot be the name of a file");
        assertThat(dir.resolve("x.png")).doesNotExist();
    }

    @Test
    void qualityInPlainWords() {
        assertThat(PlainWords.quality(true, 0)).isEqualTo("best grouping for these scores, proven");
        assertThat(PlainWords.quality(false, 0.0123))
                .isEqualTo("within 1.2300 % of the best grouping for these scores, proven");
        assertThat(PlainWords.people(1)).isEqualTo("1 person");
        assertThat(PlainWords.people(0)).isEqualTo("0 people");
    }
}
