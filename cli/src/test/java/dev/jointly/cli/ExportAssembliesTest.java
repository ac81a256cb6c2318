package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Program.Run;
import dev.jointly.io.dlc.DlcAssemblies;
import dev.jointly.io.dlc.DlcAssemblies.Animal;
import dev.jointly.io.dlc.DlcFile;
import dev.jointly.io.fixture.RealData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From DeepLabCut's detections to its assemblies. */
class ExportAssembliesTest {
    private static final Path VIDEO = Path.of("../io/src/test/resources/dev/jointly/io/dlc/video-p4.pickle");

    @TempDir
    Path dir;

    private static Run run(Object... words) {
        return new Program(new Main.Engine()).run(words);
    }

    /** The sample's animals are too doubtful to be found, so one is demanded: that of the first head. */
    @Test
    void theRowsAreThoseOfTheVideoEvenIfPartsWereLeftOut() throws IOException {
        Path problems = dir.resolve("p.ndjson");
        Path solutions = dir.resolve("s.ndjson");
        Path out = dir.resolve("m_assemblies.pickle");
        assertThat(run("import", "dlc", VIDEO, "--limbs", "head-tail", "-o", problems, "-q")
                        .code())
                .isZero();
        List<String> lines = Files.readAllLines(problems);
        Files.write(
                problems,
                lines.stream()
                        .map(line -> line.replaceFirst("\\}$", ",\"pins\":[{\"use\":0}]}"))
                        .toList());
        assertThat(run("solve", problems, "-o", solutions, "-q").code()).isZero();
        Run run = run("export", "dlc-assemblies", solutions, "--problems", problems, "--full", VIDEO, "-o", out);
        assertThat(run.err()).as(run.err()).startsWith("wrote ").endsWith(" of 2 images to " + out + "\n");
        assertThat(run.code()).isZero();
        DlcAssemblies read = DlcAssemblies.read(out.toString(), InputStream.nullInputStream());
        DlcFile video = DlcFile.read(VIDEO.toString(), InputStream.nullInputStream());
        // the corner has a pair in this sample, so that it counts as a part of an animal
        assertThat(video.animalParts()).containsExactly("head", "tail", "corner");
        assertThat(read.frames()).containsOnlyKeys(0, 1);
        assertThat(read.frames().values()).allSatisfy(animals -> {
            assertThat(animals).allSatisfy(animal -> {
                assertThat(animal.joints()).hasDimensions(3, 3);
                assertThat(animal.joints()[2]).containsOnly(Double.NaN);
            });
            assertThat(animals)
                    .anySatisfy(animal -> assertThat(animal.joints()[0]).containsExactly(1.5, 2.5, 0.5));
        });
    }

    /**
     * Three mice in 50 frames, by DeepLabCut and by us. The two files do not have the same positions, but every joint of
     * DeepLabCut's is less than half a pixel from a detection of its part.
     */
    @Test
    void realMiceAreGroupedAlmostAsDeepLabCutGroupsThem() throws IOException {
        Path full = RealData.file("deeplabcut/trimouse_full.pickle");
        DlcAssemblies theirs = DlcAssemblies.read(
                RealData.file("deeplabcut/trimouse_assemblies.pickle").toString(), nothing());
        Path config = Files.writeString(dir.resolve("config.yaml"), """
                multianimalbodyparts:
                  [snout, leftear, rightear, shoulder, spine1, spine2, spine3, spine4, tailbase, tail1, tail2, tailend]
                individuals: [mus1, mus2, mus3]
                skeleton:
                  - [snout, leftear]
                  - [snout, rightear]
                  - [leftear, shoulder]
                  - [shoulder, spine1]
                  - [spine1, spine2]
                  - [spine2, spine3]
                  - [spine3, spine4]
                  - [spine4, tailbase]
                  - [tailbase, tail1]
                  - [tail1, tail2]
                  - [tail2, tailend]
                """);
        DlcAssemblies ours = grouped(full, "--config", config);
        assertThat(ours.frames()).hasSize(50);
        assertThat(ours.frames().values()).allSatisfy(animals -> assertThat(animals)
                .allSatisfy(animal -> assertThat(animal.joints()).hasDimensions(12, 3)));
        int same = same(ours, theirs);
        System.out.println("mice: frames grouped as DeepLabCut groups them: " + same + " of 50");
        assertThat(same).isGreaterThanOrEqualTo(40);
    }

    /** Three birds in 180 frames: where their number is known, false detections do not become birds. */
    @Test
    void aLimitOnTheNumberOfAnimalsAgreesWithDeepLabCutMoreOften() throws IOException {
        Path full = RealData.file("deeplabcut/montblanc_full.pickle");
        DlcAssemblies theirs = DlcAssemblies.read(
                RealData.file("deeplabcut/montblanc_assemblies.pickle").toString(), nothing());
        int free = same(grouped(full), theirs);
        int limited = same(grouped(full, "--max-people", 3), theirs);
        System.out.println(
                "birds: frames grouped as DeepLabCut groups them: " + free + " of 180, with at most three " + limited);
        assertThat(limited).isGreaterThan(free);
    }

    /** By import, solve and export. */
    private DlcAssemblies grouped(Path full, Object... options) throws IOException {
        Path problems = dir.resolve("p.ndjson");
        Path solutions = dir.resolve("s.ndjson");
        Path out = dir.resolve("m_assemblies.pickle");
        Object[] imported = Stream.concat(
                        Stream.of("import", "dlc", full, "-o", problems, "-q"), Arrays.stream(options))
                .toArray();
        assertThat(run(imported).code()).isZero();
        assertThat(run("solve", problems, "-o", solutions, "-q").code()).isZero();
        assertThat(run("export", "dlc-assemblies", solutions, "--problems", problems, "--full", full, "-o", out, "-q")
                        .code())
                .isZero();
        return DlcAssemblies.read(out.toString(), nothing());
    }

    /** The frames of ours that have the same joints in the same animals. */
    private static int same(DlcAssemblies ours, DlcAssemblies theirs) {
        int same = 0;
        for (Map.Entry<Integer, List<Animal>> frame : ours.frames().entrySet()) {
            List<Animal> other = theirs.frames().getOrDefault(frame.getKey(), List.of());
            boolean all = frame.getValue().size() == other.size()
                    && frame.getValue().stream()
                            .allMatch(animal -> other.stream().anyMatch(their -> near(animal, their)));
            same += all ? 1 : 0;
        }
        return same;
    }

    private static InputStream nothing() {
        return InputStream.nullInputStream();
    }

    private static boolean near(Animal a, Animal b) {
        for (int part = 0; part < a.joints().length; part++) {
            double[] p = a.joints()[part];
            double[] q = b.joints()[part];
            boolean absent = Double.isNaN(p[0]) && Double.isNaN(q[0]);
            if (!absent && !(Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.5)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void fullIsForThisFormatOnly() throws IOException {
        Path empty = Files.createFile(dir.resolve("s.ndjson"));
        Run run = run("export", "coco", empty, "--problems", empty, "--full", VIDEO, "-o", dir.resolve("x"));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .contains("--full cannot be combined with coco, only with dlc-assemblies")
                .hasLineCount(1);
    }
}
