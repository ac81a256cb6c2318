package dev.jointly.cli.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.TinyNetworks;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A second look, devices and views from the command line. For the first network noses are red dots and left eyes are green
 * ones; for the second everything is at the red dot.
 */
@Timeout(120)
class PoseRefineTest {
    @TempDir
    Path dir;

    private Path card = Path.of("");
    private Path out = Path.of("");
    private Path problem = Path.of("");

    @BeforeEach
    void networks() throws IOException {
        String text = TinyNetworks.CARD.replace("\"neck\"", "\"nose\"").replace("\"head\"", "\"l-eye\"");
        card = Files.writeString(dir.resolve("colours.json"), text);
        TinyNetworks.write(dir.resolve("colours.onnx"));
        TinyNetworks.writeSinglePose(dir.resolve("movenet-thunder.onnx"));
        out = dir.resolve("out.json");
        problem = dir.resolve("problem.json");
    }

    private Path photo(String name) throws IOException {
        BufferedImage image = Photos.plain(320, 160, Color.BLUE);
        for (int x : new int[] {50, 200}) {
            Photos.dot(image, x, 110, 12, Color.RED);
            Photos.dot(image, x, 50, 12, Color.GREEN);
        }
        return Files.write(dir.resolve(name), Photos.encoded(image, "png"));
    }

    private Run pose(Object... args) {
        Object[] all = Stream.concat(
                        Stream.of("pose", "--quality", "fast", "--model", card, "-o", out, "--problems", problem),
                        Arrays.stream(args))
                .toArray();
        return program().run(all);
    }

    private Program program() {
        return new Program(new Main.Engine()).withModels(dir);
    }

    private void refused(Run run, String complaint) {
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: ").contains(complaint);
        assertThat(run.err().lines().findFirst().orElse("")).contains(complaint);
        assertThat(out).doesNotExist();
    }

    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void jointsAreMovedAndTheProofHolds() throws IOException {
        Path photo = photo("street.png");
        assertThat(pose(photo).code()).isZero();
        String plain = Files.readString(out);
        assertThat(plain).doesNotContain("foundAt");
        String plainDigest = all(plain, "\"problemSha256\": \"(\\w+)\"").get(0);

        Run run = pose(photo, "--refine");
        assertThat(run.code()).as(run.err()).isZero();
        String refined = Files.readString(out);
        assertThat(all(refined, "\"problemSha256\": \"(\\w+)\"")).containsExactly(plainDigest);
        // two people, of each the nose alone
        Matcher nose = Pattern.compile("\"nose\": \\{\"detection\": \\d, \"x\": ([0-9.]+), \"y\": ([0-9.]+),"
                        + " \"score\": [0-9.]+, \"foundAt\": \\[([0-9.]+), ([0-9.]+)\\]\\}")
                .matcher(refined);
        assertThat(nose.find()).isTrue();
        String x = nose.group(1);
        String y = nose.group(2);
        assertThat(y).isNotEqualTo(nose.group(4));
        assertThat(plain).contains("\"x\": " + nose.group(3) + ", \"y\": " + nose.group(4));
        assertThat(nose.find()).isTrue();
        assertThat(nose.find()).isFalse();
        assertThat(all(refined, "(foundAt)")).hasSize(2);
        // whoever reads the problem finds the joint where the solution has it, and the proof is good
        assertThat(Files.readString(problem)).contains("\"x\": " + x + ", \"y\": " + y);
        assertThat(program().run("verify", problem, out).out()).endsWith("PROVEN OPTIMAL\n");
        Path table = dir.resolve("table.csv");
        assertThat(program()
                        .run("export", "csv", out, "--problems", problem, "-o", table)
                        .code())
                .isZero();
        assertThat(Files.readString(table)).contains(x + "," + y);
    }

    @Test
    void severalImages() throws IOException {
        Run run = pose(photo("a.png"), photo("b.png"), "--refine", "--threads", 2);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readAllLines(out)).hasSize(2).allMatch(line -> line.contains("foundAt"));
        Run table = pose(photo("a.png"), "--refine", "--format", "csv");
        assertThat(table.code()).as(table.err()).isZero();
    }

    @Test
    void theSecondNetworkMustKnowTheJoints() throws IOException {
        Path photo = photo("street.png");
        Files.writeString(card, TinyNetworks.CARD);
        refused(pose(photo, "--refine"), "--refine moves the joints of people, such as nose and l-shoulder, but this");
        networks();
        Files.writeString(dir.resolve("movenet-thunder.onnx"), "no network");
        refused(pose(photo, "--refine"), "movenet-thunder.onnx: is not a network that can be run");
        Run alone = program().run("pose", photo, "--model", "movenet-thunder", "-o", out);
        refused(alone, "finds the joints of one person, not people; use it with --refine");
    }

    @Test
    void whereThereIsNoCudaOneSentenceSaysSo() throws IOException {
        refused(
                pose(photo("street.png"), "--device", "cuda"),
                "device cuda: the ONNX Runtime of this program runs on the CPU only; docs/your-network.md says");
        refused(program().run("serve", "--port", "0", "--device", "cuda"), "device cuda: the ONNX Runtime");
        refused(pose(photo("street.png"), "--device", "tpu"), "found 'tpu' but expected one of cpu, cuda");
        assertThat(pose(photo("street.png"), "--device", "cpu").code()).isZero();
    }

    @Test
    void viewsAndSizes() throws IOException {
        Path photo = photo("street.png");
        for (List<String> options : List.of(
                List.of("--long-side", "240"), List.of("--scales", "1,0.5"), List.of("--long-side", "320", "--flip"))) {
            Run run = pose(Stream.concat(Stream.of(photo), options.stream()).toArray());
            assertThat(run.err()).startsWith("street: 2 people");
        }
        Files.delete(out);
        refused(pose(photo, "--long-side", "100000"), "--long-side: long side 100000 must be a multiple of 4 and");
        refused(pose(photo, "--scales", "1,99"), "--scales: scale 99.0 must be from 0.1 to 10");
        refused(
                program().run("pose", photo, "--sleap", dir, "--flip", "-o", out),
                "--sleap cannot be combined with --long-side, --flip or --scales");
    }
}
