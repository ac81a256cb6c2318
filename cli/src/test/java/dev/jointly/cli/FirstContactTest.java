package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Program.Run;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.SmallVideos;
import dev.jointly.vision.fixture.TinyNetworks;
import dev.jointly.vision.video.VideoProbe;
import dev.jointly.vision.video.VideoTools;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What works without options. */
@Timeout(300)
class FirstContactTest {
    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());

    /** The program in a process of its own, in the folder of the test. */
    private Run inFolder(Object... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        Arrays.stream(words).map(Object::toString).forEach(command::add);
        Path out = dir.resolve(".out");
        Path err = dir.resolve(".err");
        Process process = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        int code = process.waitFor();
        return new Run(code, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && !name.startsWith("colours"))
                    .sorted()
                    .toList();
        }
    }

    private static BufferedImage people(int count, int shift) {
        BufferedImage image = Photos.plain(320, 160, Color.BLUE);
        for (int i = 0; i < count; i++) {
            Photos.dot(image, 50 + 90 * i + shift, 110, 12, Color.RED);
            Photos.dot(image, 50 + 90 * i + shift, 50, 12, Color.GREEN);
        }
        return image;
    }

    private Path network() throws IOException {
        TinyNetworks.write(dir.resolve("colours.onnx"));
        return Files.writeString(dir.resolve("colours.json"), TinyNetworks.CARD);
    }

    @Test
    void aloneItShowsItsHelp() {
        Run alone = program.run();
        assertThat(alone.code()).isZero();
        assertThat(alone.err()).isEmpty();
        assertThat(alone.out()).isEqualTo(program.run("--help").out()).contains("Usage: jointly", "  pose ");
    }

    @Test
    void aPhotoGivesSolutionAndDrawingOfItsName() throws IOException, InterruptedException {
        Path card = network();
        Files.write(dir.resolve("street.png"), Photos.encoded(people(2, 0), "png"));
        Run run = inFolder("pose", "--model", card, "street.png");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .startsWith("street: 2 people, wrote street.people.json, street.people.png; best grouping");
        assertThat(names()).containsExactly("street.people.json", "street.people.png", "street.png");
        assertThat(ImageIO.read(dir.resolve("street.people.png").toFile()).getWidth())
                .isEqualTo(320);
        // again: both are ours
        assertThat(inFolder("pose", "--model", card, "street.png", "-q").code()).isZero();
        Files.writeString(dir.resolve("street.people.png"), "mine");
        Run refused = inFolder("pose", "--model", card, "street.png");
        assertThat(refused.code()).isEqualTo(Exit.WRONG);
        assertThat(refused.err()).startsWith("jointly: cannot write street.people.png: it exists");
        Run elsewhere = inFolder("pose", "--model", card, "street.png", "--draw", "out");
        assertThat(elsewhere.err())
                .startsWith("street: 2 people, wrote street.people.json, out/street.png, out/street.svg;");
        Files.copy(dir.resolve("street.png"), dir.resolve("other.png"));
        assertThat(inFolder("pose", "--model", card, "street.png", "other.png").err())
                .startsWith("jointly: expected -o FILE or DIR; only the people of a single photo or video");
        // a folder of photos and drawings is not the place for both
        Run over = inFolder("pose", "--model", card, "street.png", "-o", "s.json", "--draw", ".");
        assertThat(over.err()).startsWith("jointly: cannot write ./street.png: it exists");
    }

    @Test
    void peopleOfAVideoAreTrackedInTheSameRun() throws IOException, InterruptedException {
        SmallVideos.requireFfmpeg();
        Path card = network();
        Path frames = Files.createDirectory(dir.resolve("frames"));
        for (int n = 0; n < 6; n++) {
            Files.write(frames.resolve(n + ".png"), Photos.encoded(people(2, 4 * n), "png"));
        }
        SmallVideos.ffmpeg(
                "-framerate",
                10,
                "-i",
                frames.resolve("%d.png"),
                "-c:v",
                "png",
                "-pix_fmt",
                "rgb24",
                dir.resolve("clip.mov"));
        Run run = inFolder("pose", "--model", card, "clip.mov", "--track");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .contains(
                        "\nwrote clip.people.ndjson\n",
                        "\n2 tracks over 6 frames, 12 of 12 people in them; cost ",
                        "\nwrote clip.tracks.json\n",
                        "\nwrote clip.people.mp4, 6 frames\n");
        assertThat(VideoProbe.probe(VideoTools.ofPath(), dir.resolve("clip.people.mp4"))
                        .frames())
                .isEqualTo(6);
        assertThat(inFolder("track", "--check", "clip.tracks.json").out()).endsWith("PROVEN OPTIMAL\n");
        // the same tracks as in two steps
        inFolder("track", "clip.people.ndjson", "-o", "two.json", "-q");
        assertThat(dir.resolve("two.json")).hasSameTextualContentAs(dir.resolve("clip.tracks.json"));
        assertThat(inFolder("pose", "--model", card, "clip.mov", "--track", "-o", "-")
                        .err())
                .startsWith("jointly: --track needs a single video, --format json, and a file for the solutions");
        Run given = inFolder(
                "pose",
                "--model",
                card,
                "clip.mov",
                "--track",
                "-o",
                "frames/s.ndjson",
                "-q",
                "--problems",
                "p.ndjson");
        assertThat(given.code()).as(given.err()).isZero();
        assertThat(dir.resolve("frames/clip.tracks.json")).exists();
    }

    @Test
    void serveNeedsNoPort() throws IOException {
        try (ServerSocket taken = taken()) {
            assertThat(taken.isBound()).isTrue();
            Run run = served(true);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.err()).matches("jointly: serving at http://127.0.0.1:(80[89]|81)\\d+/ until Ctrl-C\n");
            assertThat(run.err()).doesNotContain(":8080/");
            assertThat(served(true, "--port", 8080).err())
                    .startsWith("jointly: cannot listen on 127.0.0.1 port 8080; is another program listening there?");
            assertThat(served(true, "--log").err()).contains("jointly: serving at", "\"event\":\"listening\"");
            assertThat(served(false).err()).contains("\"event\":\"listening\"").doesNotContain("jointly: serving");
        }
    }

    /** Another program, unless there is one already. */
    private static ServerSocket taken() throws IOException {
        try {
            return new ServerSocket(8080, 1, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            return new ServerSocket(0);
        }
    }

    /** A server that is stopped before it has begun. */
    private static Run served(boolean terminal, Object... options) {
        StopSignal signal = new StopSignal();
        signal.stop();
        Program serving = new Program(Program::lazy, signal);
        Object[] words = new Object[options.length + 1];
        words[0] = "serve";
        System.arraycopy(options, 0, words, 1, options.length);
        return (terminal ? serving.onTerminal() : serving).run(words);
    }

    private void done(Object... words) {
        Run run = program.run(words);
        assertThat(run.code()).as(run.err()).isZero();
    }

    /** Everything that does not need the proof is the same without the problems. */
    @ParameterizedTest
    @ValueSource(strings = {"coco", "coco-results", "csv", "cvat", "labelstudio", "dlc-csv"})
    void solutionsAreExportedWithoutTheirProblems(String format) throws IOException {
        Path problems = WalkingPeople.write(dir.resolve("p.ndjson"));
        Path solutions = dir.resolve("s.ndjson");
        done("solve", problems, "-o", solutions, "-q");
        Path with = dir.resolve("with");
        Path without = dir.resolve("without");
        done("export", format, solutions, "--problems", problems, "-o", with, "-q");
        done("export", format, solutions, "-o", without, "-q");
        assertThat(without).hasSameTextualContentAs(with);
    }

    @Test
    void scoresDuplicatesAndTracksNeedNoProblemsEither() throws IOException {
        Path problem = Files.writeString(dir.resolve("p.json"), SCORED);
        Path solution = dir.resolve("s.json");
        done("solve", problem, "-o", solution, "-q");
        assertThat(program.run("verify", problem, solution).out()).endsWith("PROVEN OPTIMAL\n");
        for (Object least : List.of(0.1, 0.9)) {
            Run with = program.run("export", "coco", solution, "--problems", problem, "-o", "-", "--min-score", least);
            Run without = program.run("export", "coco", solution, "-o", "-", "--min-score", least);
            assertThat(without.out()).as(without.err()).isEqualTo(with.out()).contains("\"annotations\"");
        }
        assertThat(program.run("export", "coco", solution, "-o", "-").out())
                .contains("\"personScore\"", "\"detection\": 2");
        Path drawing = dir.resolve("d.svg");
        done("draw", solution, "-o", drawing, "-q");
        assertThat(Files.readString(drawing)).contains("1 person; proof not checked");
        Path problems = WalkingPeople.write(dir.resolve("p.ndjson"));
        Path solutions = dir.resolve("s.ndjson");
        done("solve", problems, "-o", solutions, "-q");
        done("track", solutions, "--problems", problems, "-o", dir.resolve("a.json"), "-q");
        done("track", solutions, "-o", dir.resolve("b.json"), "-q");
        assertThat(dir.resolve("b.json")).hasSameTextualContentAs(dir.resolve("a.json"));
        done("export", "csv", solutions, "--tracks", dir.resolve("b.json"), "-o", dir.resolve("t.csv"), "-q");
    }

    /** One person with two heads, which are duplicates. */
    private static final String SCORED = """
            {"format": "jointly/problem@1", "id": "a", "image": {"file": "a.png", "width": 100, "height": 60},
             "anatomy": {"name": "bust", "parts": ["neck", "head"], "majors": ["neck"], "limbs": [["neck", "head"]]},
             "poseCost": 1, "pairs": [[0, 1, -1.25], [0, 2, -1], [1, 2, -2]],
             "personScore": {"bias": -1, "strength": 0.5, "joints": 0.1, "extent": 0.2, "meanLink": 0.7, "leastLink": 0.1, "weakBelow": 0.4},
             "detections": [{"part": "neck", "x": 20, "y": 30, "score": 0.9, "cost": -2},
                            {"part": "head", "x": 20, "y": 10, "score": 0.8, "cost": -2},
                            {"part": "head", "x": 21, "y": 11, "score": 0.7, "cost": -2}]}
            """;

    @Test
    void solutionsThatDoNotSayEnoughNeedTheirProblems() throws IOException {
        Path problem = Files.writeString(dir.resolve("p.json"), SCORED);
        Path solution = dir.resolve("s.json");
        done("solve", problem, "-o", solution, "-q");
        Path old = Files.writeString(
                dir.resolve("old.json"),
                Files.readString(solution).replaceFirst("(?s)\"anatomy\".*?\"method\"", "\"method\""));
        Run run = program.run("draw", old, "-o", dir.resolve("d.png"));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .isEqualTo("jointly: " + old + ": found a solution without anatomy, as solutions of problems without"
                        + " coordinates and of earlier versions are; give its problem with --problems\n");
        done("draw", old, "--problem", problem, "-o", dir.resolve("d.png"), "-q");
        Path odd = Files.writeString(
                dir.resolve("odd.json"),
                Files.readString(solution).replace("\"limbCosts\": [[0, ", "\"limbCosts\": [[5, "));
        assertThat(program.run("draw", odd, "-o", dir.resolve("d.png")).err())
                .isEqualTo("jointly: " + odd + ": pair names detection 5 but there are only 3\n");
    }

    @Test
    void cocosJointsInCocosOrder() throws IOException {
        List<String> sides = List.of("ear", "shoulder", "elbow", "wrist", "hip", "knee");
        List<String> parts = new ArrayList<>(List.of("neck", "nose"));
        sides.forEach(part -> parts.addAll(List.of("r-" + part, "l-" + part)));
        StringBuilder detections = new StringBuilder();
        StringBuilder pairs = new StringBuilder();
        StringBuilder limbs = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            detections
                    .append(i == 0 ? "" : ",")
                    .append(String.format(
                            "{\"part\": \"%s\", \"x\": %d, \"y\": 5, \"cost\": -1}", parts.get(i), 10 + i));
            if (i > 0) {
                pairs.append(i == 1 ? "" : ",").append("[0, " + i + ", -1]");
                limbs.append(i == 1 ? "" : ",").append("[\"neck\", \"" + parts.get(i) + "\"]");
            }
        }
        Path problem = Files.writeString(
                dir.resolve("p.json"),
                "{\"format\": \"jointly/problem@1\", \"id\": \"1\", \"image\": {\"file\": \"a\", \"width\": 99, \"height\": 99},"
                        + "\"anatomy\": {\"name\": \"star\", \"parts\": [\"" + String.join("\",\"", parts)
                        + "\"], \"majors\": [\"neck\"], \"limbs\": [" + limbs + "]}, \"poseCost\": 1, \"pairs\": ["
                        + pairs
                        + "], \"detections\": [" + detections + "]}");
        Path solution = dir.resolve("s.json");
        done("solve", problem, "-o", solution, "-q");
        String coco = program.run("export", "coco", solution, "--coco-joints", "-o", "-")
                .out()
                .replaceAll("\\s", "");
        assertThat(coco)
                .contains("\"keypoints\":[11.0,5.0,2,0.0,0.0,0,0.0,0.0,0,13.0,5.0,2,12.0,5.0,2,15.0,5.0,2,14.0,5.0,2,")
                .contains("\"num_keypoints\":13")
                .contains(
                        "\"keypoints\":[\"nose\",\"left_eye\",\"right_eye\",\"left_ear\",\"right_ear\",\"left_shoulder\",")
                .contains("\"right_ankle\"],\"skeleton\":[[16,14],[14,12],");
        Path walking = WalkingPeople.write(dir.resolve("w.ndjson"));
        Path walked = dir.resolve("ws.ndjson");
        done("solve", walking, "-o", walked, "-q");
        assertThat(program.run("export", "coco", walked, "--coco-joints", "-o", "-")
                        .err())
                .startsWith(
                        "jointly: problem \"walk/frame0010\" has the parts neck, head, too few of which are COCO's 17");
        assertThat(program.run("export", "csv", walked, "--coco-joints", "-o", "-")
                        .err())
                .startsWith("jointly: --coco-joints cannot be combined with csv, only with coco");
    }

    @Test
    void aReviewIsOneStep() throws IOException, InterruptedException {
        SmallVideos.requireFfmpeg();
        Files.copy(
                Path.of("../io/src/test/resources/dev/jointly/io/dlc/video-p4.pickle"),
                dir.resolve("session_full.pickle"));
        done(
                "import",
                "dlc",
                dir.resolve("session_full.pickle"),
                "-o",
                dir.resolve("p.ndjson"),
                "-q",
                "--max-people",
                1);
        done("solve", dir.resolve("p.ndjson"), "-o", dir.resolve("s.ndjson"), "-q");
        done("export", "dlc-assemblies", dir.resolve("s.ndjson"), "-o", dir.resolve("session_assemblies.pickle"), "-q");
        SmallVideos.ffmpeg(
                "-f", "lavfi", "-i", "color=red:size=640x480:rate=10", "-frames:v", 20, dir.resolve("clip.mp4"));
        Run run = inFolder(
                "review", "session_full.pickle", "--against", "session_assemblies.pickle", "--video", "clip.mp4");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("2 frames in both, matched by id: ");
        assertThat(run.err())
                .endsWith(
                        "wrote session.review.png, the frames to look at, and session.frames.json, their numbers; also"
                                + " session.problems.ndjson and session.solutions.ndjson\n");
        assertThat(Files.readString(dir.resolve("session.frames.json"))).matches("\\[\\d+(, \\d+)*]\n");
        BufferedImage sheet = ImageIO.read(dir.resolve("session.review.png").toFile());
        assertThat(reds(sheet)).isGreaterThan(100_000);
        Run plain = inFolder("review", "session_full.pickle", "--against", "session_assemblies.pickle");
        assertThat(plain.err()).startsWith("jointly: cannot write session.frames.json: it exists");
        Run forced =
                inFolder("review", "session_full.pickle", "--against", "session_assemblies.pickle", "--force", "-q");
        assertThat(forced.code()).as(forced.err()).isZero();
        assertThat(reds(ImageIO.read(dir.resolve("session.review.png").toFile())))
                .isLessThan(10_000);
    }

    private static int reds(BufferedImage image) {
        int reds = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                Color colour = new Color(image.getRGB(x, y));
                reds += colour.getRed() > 200 && colour.getGreen() < 60 && colour.getBlue() < 60 ? 1 : 0;
            }
        }
        return reds;
    }
}
