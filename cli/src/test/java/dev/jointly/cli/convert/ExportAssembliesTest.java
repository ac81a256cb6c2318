package dev.jointly.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.io.dlc.DlcAssemblies;
import dev.jointly.io.dlc.DlcFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
