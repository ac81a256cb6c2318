package dev.jointly.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.jointly.cli.Exit;
import dev.jointly.cli.HandClock;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.SolveFunction;
import dev.jointly.vision.cost.CostModelReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten images of two people with a head and a foot each; the detector reports all of it and one false head. */
class FitEvalTest {
    private static final long SEED = 4;

    @TempDir
    Path folder;

    @BeforeEach
    void files() throws IOException {
        Random random = new Random(SEED);
        StringBuilder evidence = new StringBuilder();
        StringBuilder images = new StringBuilder();
        StringBuilder people = new StringBuilder();
        for (int i = 1; i <= 10; i++) {
            int right = 200 + random.nextInt(100);
            evidence.append(String.format(
                    "{\"format\":\"jointly/evidence@1\",\"id\":\"p%d\",\"parts\":[\"head\",\"foot\"],\"candidates\":"
                            + "[[0,101,50,0.9],[0,%d,50,0.8],[0,20,400,0.1],[1,100,151,0.9],[1,%d,150,0.7]],\"edges\":"
                            + "[{\"parts\":[0,1],\"affinity\":[[0.9,0.1],[0.0,0.8],[0.1,0.2]]}]}%n",
                    i, right, right));
            images.append(String.format(
                    "%s{\"id\":%d,\"file_name\":\"p%d.jpg\",\"width\":640,\"height\":480}", i == 1 ? "" : ",", i, i));
            for (int x : new int[] {100, right}) {
                people.append(String.format(
                        "%s{\"id\":%d,\"image_id\":%d,\"category_id\":1,\"keypoints\":[%d,50,2,%d,150,2],"
                                + "\"num_keypoints\":2,\"bbox\":[%d,50,40,100],\"area\":2500,\"iscrowd\":0}",
                        people.isEmpty() ? "" : ",", people.length(), i, x, x, x - 20));
            }
        }
        Files.writeString(folder.resolve("seen.ndjson"), evidence);
        Files.writeString(
                folder.resolve("truth.json"),
                "{\"images\":[" + images + "],\"annotations\":[" + people
                        + "],\"categories\":[{\"id\":1,\"name\":\"person\",\"keypoints\":[\"head\",\"foot\"]}]}");
        Files.writeString(
                folder.resolve("body.json"),
                "{\"anatomy\":{\"name\":\"stick\",\"parts\":[\"head\",\"foot\"],\"majors\":[\"head\"],"
                        + "\"limbs\":[[\"head\",\"foot\"]]}}");
    }

    private Run fit(String... more) {
        return fit(new Program(new Main.Engine()), more);
    }

    private Run fit(Program program, String... more) {
        Object[] words = new Object[9 + more.length];
        Object[] first = {
            "fit",
            "--evidence",
            folder.resolve("seen.ndjson"),
            "--truth",
            folder.resolve("truth.json"),
            "--anatomy",
            folder.resolve("body.json"),
            "-o",
            folder.resolve("costs.json")
        };
        System.arraycopy(first, 0, words, 0, 9);
        System.arraycopy(more, 0, words, 9, more.length);
        return program.run(words);
    }

    private Run eval() {
        return eval(new Program(new Main.Engine()));
    }

    private Run eval(Program program) {
        return program.run(
                "eval",
                "--evidence",
                folder.resolve("seen.ndjson"),
                "--truth",
                folder.resolve("truth.json"),
                "--costs",
                folder.resolve("costs.json"),
                "--least-joints",
                "2");
    }

    /** The same people as labels of a DeepLabCut project; the evidence also has a part of no animal. */
    @Test
    void labelsOfDeepLabCutAreTruthToo() throws IOException {
        Path evidence = folder.resolve("seen.ndjson");
        List<String> seen = Files.readAllLines(evidence);
        StringBuilder labels = new StringBuilder("""
                scorer,,,A,A,A,A,A,A,A,A,A,A
                individuals,,,i1,i1,i1,i1,i2,i2,i2,i2,single,single
                bodyparts,,,head,head,foot,foot,head,head,foot,foot,corner,corner
                coords,,,x,y,x,y,x,y,x,y,x,y
                """);
        for (int i = 1; i <= seen.size(); i++) {
            String right = seen.get(i - 1).replaceFirst(".*\\[0,(\\d+),50,0\\.8\\].*", "$1");
            labels.append("labeled-data,clip,p%d.png,100,50,100,150,%s,50,%s,150,5,5%n".formatted(i, right, right));
        }
        Files.write(
                evidence,
                seen.stream()
                        .map(line -> line.replace("\"foot\"]", "\"foot\",\"corner\"]"))
                        .toList());
        Path truth = Files.writeString(folder.resolve("CollectedData_A.csv"), labels);
        Path costs = folder.resolve("costs.json");
        Program program = new Program(new Main.Engine());
        Run fit = program.run(
                "fit",
                "--no-tuning",
                "--evidence",
                evidence,
                "--truth",
                truth,
                "--anatomy",
                folder.resolve("body.json"),
                "-o",
                costs);
        assertThat(fit.code()).as(fit.err()).isZero();
        Run eval =
                program.run("eval", "--evidence", evidence, "--truth", truth, "--costs", costs, "--least-joints", "2");
        assertThat(eval.code()).as(eval.err()).isZero();
        // every joint of every animal is where the labels say
        assertThat(eval.out()).startsWith("10 images").containsPattern("(?m)^ours +100\\.0 \\[100\\.0, 100\\.0\\]");

        Files.writeString(truth, labels.toString().replace(",p", ",q"));
        Run none = program.run("eval", "--evidence", evidence, "--truth", truth, "--costs", costs);
        assertThat(none.code()).isEqualTo(Exit.WRONG);
        assertThat(none.err())
                .contains("found none of the images", "or frame0012 for img0012.png")
                .hasLineCount(1);
    }

    @Test
    void onlyTheLogisticLossIsLeft() {
        assertWrong(fit("--loss", "structured"), "--loss was removed: the logistic loss");
    }

    @Test
    void fittedCostsFindThePeople() {
        Run fit = fit("--no-tuning", "--name", "sticks");
        assertThat(fit.code()).as(fit.err()).isZero();
        assertThat(fit.out()).contains("log loss", "AUC", "reliability", "unary", "limb");
        assertThat(CostModelReader.read(folder.resolve("costs.json")).name()).isEqualTo("sticks");
        Run eval = eval();
        assertThat(eval.code()).as(eval.err()).isZero();
        assertThat(eval.out().lines().map(line -> line.replaceFirst(" {2}.*", "")))
                .containsExactly("10 images", "ours", "greedy", "hungarian", "ours - greedy", "ours - hungarian");
        assertThat(eval.out()).containsPattern("(?m)^ours +100\\.0 \\[100\\.0, 100\\.0\\]");
    }

    @Test
    void tuningEndsAndKeepsThem() throws IOException {
        Path plot = folder.resolve("reliability.png");
        assertThat(fit("--plot", plot.toString()).code()).isZero();
        assertThat(eval().out()).containsPattern("(?m)^ours +100\\.0 ");
        BufferedImage drawn = ImageIO.read(plot.toFile());
        assertThat(drawn.getWidth()).isGreaterThan(300);
        JsonSchema schema = JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(Files.readString(Path.of("..", "docs", "schema", "costs-1.schema.json")));
        assertThat(schema.validate(Files.readString(folder.resolve("costs.json")), InputFormat.JSON))
                .isEmpty();
    }

    /** The first grouping takes longer than anybody should wait without being told. */
    private static Program slow() {
        AtomicBoolean first = new AtomicBoolean(true);
        HandClock clock = new HandClock();
        SolveFunction solving = (problem, settings, listener, stopped) -> {
            if (first.getAndSet(false)) {
                clock.pass(Duration.ofMillis(2_600));
            }
            return Program.lazy(problem, settings, listener, stopped);
        };
        return new Program(solving).by(clock);
    }

    @Test
    void barsAreForTerminals() {
        assertThat(fit(slow()).err()).isEmpty();
        assertThat(fit(slow().onTerminal()).err()).contains("\r[-----").contains(" trials at most, 2 s\u001b[K");
        assertThat(eval(slow().onTerminal()).err()).contains("\r[-----").contains("0 of 30 groupings, 2 s\u001b[K");
        assertThat(eval(new Program(Program::lazy).onTerminal()).err()).isEmpty();
    }

    @Test
    void wrongInputIsOneLine() throws IOException {
        assertWrong(fit("--major", "nose"), "unknown part \"nose\"");
        assertWrong(fit("--no-tuning", "--plot", folder.toString()), "cannot write " + folder);
        Files.writeString(folder.resolve("body.json"), "{\"body\":1}");
        assertWrong(fit(), "body.json: /anatomy: found nothing");
        Files.writeString(folder.resolve("costs.json"), "{}");
        assertWrong(eval(), "costs.json: /format: found nothing");
        Files.writeString(
                folder.resolve("truth.json"),
                Files.readString(folder.resolve("truth.json")).replace("\"p", "\"q"));
        Files.writeString(
                folder.resolve("body.json"),
                "{\"anatomy\":{\"name\":\"s\",\"parts\":[\"head\",\"foot\"],\"majors\":[\"head\"],\"limbs\":[[\"head\",\"foot\"]]}}");
        assertWrong(fit(), "truth.json: found none of the images");
    }

    /** The shipped costs are for another body. */
    @Test
    void aBodyThatIsNotTheCostsOwnIsOneLine() throws IOException {
        Run run = new Program(new Main.Engine())
                .run("eval", "--evidence", folder.resolve("seen.ndjson"), "--truth", folder.resolve("truth.json"));
        assertWrong(run, "seen.ndjson: image \"p1\": found the part \"head\" but expected one of nose, neck, ");
        assertThat(run.err()).contains("--costs");
        Files.writeString(
                folder.resolve("body.json"),
                "{\"anatomy\":{\"name\":\"s\",\"parts\":[\"head\",\"neck\"],\"majors\":[\"head\"],\"limbs\":[[\"head\",\"neck\"]]}}");
        assertWrong(fit(), "found the part \"foot\" but expected one of head, neck; ");
    }

    @Test
    void theOrderOfThePartsIsNotToBeTheSame() throws IOException {
        assertThat(fit("--no-tuning").code()).isZero();
        String same = eval().out();
        Path costs = folder.resolve("costs.json");
        String swapped = Files.readString(folder.resolve("body.json"))
                .replace("[\"head\",\"foot\"],\"majors", "[\"foot\",\"head\"],\"majors");
        Files.writeString(folder.resolve("body.json"), swapped);
        Files.delete(costs);
        assertThat(fit("--no-tuning").code()).isZero();
        assertThat(Files.readString(costs)).containsSubsequence("\"foot\"", "\"head\"");
        assertThat(eval().out()).isEqualTo(same);
    }

    private static void assertWrong(Run run, String complaint) {
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains(complaint).hasLineCount(1);
    }
}
