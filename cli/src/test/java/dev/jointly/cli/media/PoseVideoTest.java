package dev.jointly.cli.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.ChildProgram;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.SolveFunction;
import dev.jointly.cli.StopSignal;
import dev.jointly.io.EvidenceReader;
import dev.jointly.solve.Solution;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.SmallVideos;
import dev.jointly.vision.fixture.TinyNetworks;
import dev.jointly.vision.video.VideoFile;
import dev.jointly.vision.video.VideoProbe;
import dev.jointly.vision.video.VideoTools;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Frame n has n % 3 + 1 people, as a network that detects colours sees them. */
@Timeout(300)
class PoseVideoTest {
    private static final int FRAMES = 12;

    @TempDir
    Path dir;

    private Path card = Path.of("");
    private Path clip = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void video() throws IOException, InterruptedException {
        SmallVideos.requireFfmpeg();
        card = Files.writeString(dir.resolve("colours.json"), TinyNetworks.CARD);
        TinyNetworks.write(dir.resolve("colours.onnx"));
        out = dir.resolve("out.ndjson");
        Path frames = Files.createDirectory(dir.resolve("frames"));
        for (int n = 0; n < FRAMES; n++) {
            BufferedImage image = Photos.plain(320, 160, Color.BLUE);
            for (int i = 0; i <= n % 3; i++) {
                Photos.dot(image, 50 + 90 * i, 110, 12, Color.RED);
                Photos.dot(image, 50 + 90 * i, 50, 12, Color.GREEN);
            }
            Files.write(frames.resolve(String.format("%02d.png", n)), Photos.encoded(image, "png"));
        }
        clip = SmallVideos.ffmpeg(
                "-framerate",
                10,
                "-i",
                frames.resolve("%02d.png"),
                "-c:v",
                "png",
                "-pix_fmt",
                "rgb24",
                dir.resolve("clip.mov"));
    }

    private static Program program() {
        return new Program(new Main.Engine());
    }

    private Object[] words(Object... args) {
        return Stream.concat(Stream.of("pose", "--model", card, "-o", out, "--threads", 2), Arrays.stream(args))
                .toArray();
    }

    private Run pose(Object... args) {
        return program().run(words(args));
    }

    private List<String> ids() throws IOException {
        return ids(out, "problem");
    }

    private static List<String> ids(Path file, String field) throws IOException {
        return Files.readAllLines(file, UTF_8).stream()
                .map(line -> line.replaceAll(".*?\"" + field + "\":\"(.*?)\".*", "$1"))
                .toList();
    }

    private static List<String> frames(int... numbers) {
        return Arrays.stream(numbers)
                .mapToObj(n -> String.format("frame%02d", n))
                .toList();
    }

    private List<Integer> people() throws IOException {
        return Files.readAllLines(out, UTF_8).stream()
                .map(line -> line.split("\"global\"", -1).length - 1)
                .toList();
    }

    @Test
    void everyFrameIsAProvenProblem() throws IOException {
        Path problems = dir.resolve("problems.ndjson");
        Run run = pose(clip, "--problems", problems, "--evidence", dir.resolve("evidence.ndjson"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).startsWith("12 problems: best grouping proven for 12; inference took ");
        assertThat(ids()).isEqualTo(frames(IntStream.range(0, FRAMES).toArray()));
        assertThat(people())
                .isEqualTo(IntStream.range(0, FRAMES).mapToObj(n -> n % 3 + 1).toList());
        assertThat(program().run("verify", problems, out).out())
                .contains("PROVEN OPTIMAL")
                .doesNotContain("REJECTED");
        try (EvidenceReader reader = EvidenceReader.open(dir.resolve("evidence.ndjson"))) {
            assertThat(reader.next().image()).isNotNull().satisfies(image -> {
                assertThat(image.file()).isEqualTo("clip/frame00.png");
                assertThat(image.width()).isEqualTo(320);
            });
        }
    }

    @Test
    void rangesAndStridesKeepTheNumbersOfTheVideo() throws IOException {
        assertThat(pose(clip, "-q", "--frames", "4-10", "--every", 3).code()).isZero();
        assertThat(ids()).isEqualTo(frames(4, 7, 10));
        assertThat(people()).containsExactly(2, 2, 2);
    }

    @Test
    void aVideoOfTheDrawings() throws IOException, InterruptedException {
        Path drawn = dir.resolve("clip.labelled.mp4");
        Run run = pose(clip, "--draw", drawn, "--every", 2);
        assertThat(run.code()).as(run.err()).isZero();
        VideoFile video = VideoProbe.probe(VideoTools.ofPath(), drawn);
        assertThat(video.frames()).isEqualTo(6);
        assertThat(video.rate().perSecond()).isEqualTo(5);
        Path shown = SmallVideos.ffmpeg("-i", drawn, "-frames:v", 1, dir.resolve("shown.png"));
        BufferedImage image = ImageIO.read(shown.toFile());
        assertThat(image.getWidth()).isEqualTo(320);
        // a limb on the blue of the frame, which is blue elsewhere; encoding blurs colours
        assertThat(new Color(image.getRGB(50, 80))).satisfies(colour -> assertThat(colour.getRed() + colour.getGreen())
                .isGreaterThan(150));
        assertThat(new Color(image.getRGB(95, 80))).satisfies(colour -> assertThat(colour.getRed() + colour.getGreen())
                .isLessThan(50));
        String keep = System.getProperty("jointly.shots");
        if (keep != null) {
            Files.copy(shown, Path.of(keep, "video-frame.png"));
        }
    }

    @Tag("slow")
    @Test
    void severalVideosHaveTheirNamesBeforeTheFrames() throws IOException {
        Path other = Files.copy(clip, dir.resolve("other.mov"));
        Path bad = Files.writeString(dir.resolve("bad.mp4"), "nothing");
        Run run = pose(clip, bad, other, "-q", "--frames", 3, "--draw", dir.resolve("d"));
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err()).contains(bad + ": cannot be read as a video").endsWith("3 files: 2 done, 1 failed\n");
        assertThat(ids()).containsExactly("clip/frame03", "other/frame03");
        assertThat(dir.resolve("d/other-frame03.png")).isNotEmptyFile();
    }

    @Test
    void aDamagedVideoEndsInAnErrorAndKeepsItsFrames() throws IOException {
        byte[] bytes = Files.readAllBytes(SmallVideosCopy.matroska(clip, dir.resolve("whole.mkv")));
        Path cut = Files.write(dir.resolve("cut.mkv"), Arrays.copyOf(bytes, bytes.length / 2));
        Run run = pose(cut, "--draw", dir.resolve("drawn.mp4"));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).hasLineCount(1).startsWith("jointly: " + cut + ": is damaged; the frames that could");
        int done = ids().size();
        assertThat(ids())
                .hasSizeBetween(3, FRAMES - 1)
                .isEqualTo(frames(IntStream.range(0, done).toArray()));
        assertThat(VideoProbe.probe(VideoTools.ofPath(), dir.resolve("drawn.mp4"))
                        .frames())
                .isEqualTo(done);
    }

    /** Keeps the test above free of an exception that cannot happen. */
    private static final class SmallVideosCopy {
        static Path matroska(Path from, Path to) throws IOException {
            try {
                return SmallVideos.ffmpeg("-i", from, "-c", "copy", to);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
    }

    @Test
    void theSameCommandResumesAfterTheLastCompleteFrame() throws IOException {
        Path problems = dir.resolve("problems.ndjson");
        Path evidence = dir.resolve("evidence.ndjson");
        Object[] words =
                words(clip, "--resume", "--frames", "1-", "--every", 2, "--problems", problems, "--evidence", evidence);
        StopSignal signal = new StopSignal();
        Main.Engine engine = new Main.Engine();
        SolveFunction interrupted = (problem, settings, listener, stopped) -> {
            Solution solution = engine.solve(problem, settings, listener, stopped);
            if (problem.id().equals("frame05")) {
                signal.stop();
            }
            return solution;
        };
        new Program(interrupted, signal).run(words);
        List<String> all = frames(1, 3, 5, 7, 9, 11);
        assertThat(ids()).hasSizeLessThan(6).isEqualTo(all.subList(0, ids().size()));
        // as if the machine had failed in the middle of a line
        String whole = Files.readString(out);
        Files.writeString(out, whole + "{\"format\":\"jointly/solution@1\",\"problem\":\"frame0");

        Run run = program().run(words);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(out)).startsWith(whole);
        assertThat(ids()).isEqualTo(all);
        assertThat(ids(problems, "id")).isEqualTo(all);
        assertThat(ids(evidence, "id")).isEqualTo(all);
        assertThat(program().run("verify", problems, out).out()).doesNotContain("REJECTED");
        // and when all is done there is nothing to do
        String before = Files.readString(out);
        assertThat(program().run(words).code()).isZero();
        assertThat(Files.readString(out)).isEqualTo(before);
        Run other = pose(clip, "--resume", "--every", 3);
        assertThat(other.code()).isEqualTo(Exit.WRONG);
        assertThat(other.err()).contains("line 1: found \"frame01\" but expected \"frame00\"");
    }

    private void cutTo(Path file, int lines, String rest) throws IOException {
        List<String> all = Files.readAllLines(file, UTF_8);
        Files.writeString(file, String.join("\n", all.subList(0, lines)) + "\n" + rest);
    }

    @Tag("slow")
    @Test
    void filesOfDifferentLengthsGoOnAfterTheLastFrameThatAllHave() throws IOException {
        Path problems = dir.resolve("problems.ndjson");
        Path evidence = dir.resolve("evidence.ndjson");
        Object[] files = {clip, "-q", "--resume", "--problems", problems, "--evidence", evidence};
        assertThat(pose(files).code()).isZero();
        List<String> all = frames(IntStream.range(0, FRAMES).toArray());
        // lines that a failing machine left damaged, with and without their ends
        cutTo(out, 9, "{\"format\":\"jointly/solution@1\",\"problem\":\"frame09\",\"poses\":[{}\n");
        cutTo(problems, 5, "{\"format\":\"jointly/prob");
        cutTo(evidence, 7, "");
        Run run = pose(files);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(ids()).isEqualTo(all);
        assertThat(ids(problems, "id")).isEqualTo(all);
        assertThat(ids(evidence, "id")).isEqualTo(all);
        assertThat(program().run("verify", problems, out).out())
                .contains("total 12: 12 proven optimal")
                .doesNotContain("UNREADABLE");

        Files.delete(problems);
        Run without = pose(files);
        assertThat(without.code()).isEqualTo(Exit.WRONG);
        assertThat(without.err()).contains(problems + ": has none of the 12 frames that have solutions");
        assertThat(problems).doesNotExist();
        assertThat(ids()).isEqualTo(all);
    }

    @Tag("slow")
    @Test
    void onlyTheExpectedFramesAreResumed() throws IOException {
        assertThat(pose(clip, "-q", "--resume", "--frames", "0-4").code()).isZero();
        List<String> lines = Files.readAllLines(out, UTF_8);
        List<String> swapped = List.of(lines.get(0), lines.get(2), lines.get(1), lines.get(3));
        unchanged(swapped, "line 2: found \"frame02\" but expected \"frame01\"");
        unchanged(List.of(lines.get(0), "{\"problem", lines.get(2)), "line 2: found a damaged line but expected");
        unchanged(List.of("{\"id\":\"frame00\"}"), "line 1: found no field \"problem\" but expected \"frame00\"");
        Files.write(out, lines);
        assertThat(pose(clip, "--resume", "--frames", "0-3").err())
                .contains("line 5: found \"frame04\" but expected no further frame");
    }

    private void unchanged(List<String> lines, String complaint) throws IOException {
        Files.write(out, lines);
        Run run = pose(clip, "--resume");
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains(out + ": " + complaint).hasLineCount(1);
        assertThat(Files.readAllLines(out, UTF_8)).isEqualTo(lines);
    }

    @Test
    void twoOutputsOfARunAreTwoFiles() {
        for (String resume : List.of("--quiet", "--resume")) {
            Run run = pose(clip, resume, "--problems", out);
            assertThat(run.code()).isEqualTo(Exit.WRONG);
            assertThat(run.err())
                    .contains("cannot write " + out + ": this run writes it already")
                    .hasLineCount(1);
        }
    }

    @Tag("slow")
    @Test
    void aFolderOfSolutionsIsResumedToo() throws IOException {
        out = Files.createDirectory(dir.resolve("solutions"));
        assertThat(pose(clip, "-q", "--resume", "--frames", "0-4").code()).isZero();
        Files.delete(out.resolve("frame04.solution.json"));
        Files.writeString(out.resolve("frame03.solution.json"), "kept as it is");
        assertThat(pose(clip, "-q", "--resume").code()).isZero();
        assertThat(Files.readString(out.resolve("frame03.solution.json"))).isEqualTo("kept as it is");
        assertThat(out.resolve("frame04.solution.json")).isNotEmptyFile();
        assertThat(out.resolve("frame11.solution.json")).isNotEmptyFile();
    }

    @Test
    void wrongUse() throws IOException {
        Path photo = dir.resolve("frames/00.png");
        refused("need a video", photo, "--every", 2);
        refused("--frames '5..8' must be like 100-200", clip, "--frames", "5..8");
        refused("must be from 0, in ascending order", clip, "--frames", "8-5");
        refused("--every 0 must be at least 1", clip, "--every", 0);
        refused("has no frame 40; it has about 12, counted from 0", clip, "--frames", "40-");
        refused("needs a single video to draw on", photo, "--draw", dir.resolve("x.mp4"));
        refused("--resume cannot be combined with a video", clip, "--resume", "--draw", dir.resolve("x.mp4"));
        refused("--resume needs --format json", clip, "--resume", "--format", "coco");
        refused("files that are not compressed", clip, "--resume", "--problems", dir.resolve("p.ndjson.gz"));
        refused("cannot write " + dir, clip, "--problems", dir, "--draw", dir.resolve("x.mp4"));
        refused("is a video to be read", clip, "--draw", clip);
    }

    private void refused(String complaint, Object... args) throws IOException {
        Run run = pose(args);
        assertThat(run.code()).as(run.err()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains(complaint);
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.contains(".part"));
        }
    }

    @Test
    void withoutFfmpegTheFixIsNamed() throws IOException, InterruptedException {
        Run run = ChildProgram.run(ChildProgram.command(words(clip)), Map.of("PATH", dir.toString()));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .hasLineCount(1)
                .startsWith("jointly: ffprobe cannot be run, and videos are read and written by it; install ffmpeg");
    }

    @Test
    void aSignalKeepsTheFramesThatAreDoneAndLeavesNoFfmpegBehind() throws Exception {
        Path endless = SmallVideos.ffmpeg("-stream_loop", 500, "-i", clip, "-c", "copy", dir.resolve("endless.mov"));
        Path drawn = dir.resolve("drawn.mp4");
        Process process = new ProcessBuilder(ChildProgram.command(words(endless, "--log", "--draw", drawn))).start();
        try {
            StringBuilder said = new StringBuilder();
            while (!said.toString().contains("frame0003: 0 people")) {
                int next = process.getErrorStream().read();
                assertThat(next).as(said.toString()).isNotNegative();
                said.append((char) next);
            }
            List<ProcessHandle> helpers = process.descendants().toList();
            assertThat(helpers).hasSizeGreaterThanOrEqualTo(2);
            process.toHandle().destroy();
            process.getErrorStream().transferTo(OutputStream.nullOutputStream());
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            for (ProcessHandle helper : helpers) {
                helper.onExit().get(60, TimeUnit.SECONDS);
            }
        } finally {
            process.destroyForcibly();
        }
        int done = ids().size();
        assertThat(done).isBetween(4, 6000);
        assertThat(ids().get(3)).isEqualTo("frame0003");
        assertThat(VideoProbe.probe(VideoTools.ofPath(), drawn).frames()).isEqualTo(done);
    }
}
