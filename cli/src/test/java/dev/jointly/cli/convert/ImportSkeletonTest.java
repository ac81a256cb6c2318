package dev.jointly.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Skeletons that are given instead of chosen. The sample has the parts head, tail, corner and the pairs of tail. */
class ImportSkeletonTest {
    @TempDir
    Path dir;

    private Path video = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void copyTheSample() throws IOException {
        video = dir.resolve("m_full.pickle");
        out = dir.resolve("p.ndjson");
        Files.copy(Path.of("../io/src/test/resources/dev/jointly/io/dlc/video-p4.pickle"), video);
    }

    private static Run run(Object... words) {
        return Program.withLazySolver().run(words);
    }

    private Path config(String text) throws IOException {
        return Files.writeString(dir.resolve("config.yaml"), text);
    }

    private Anatomy anatomy() {
        try (ProblemReader reader = ProblemReader.open(out)) {
            Problem problem = reader.next();
            return problem.anatomy();
        }
    }

    @Test
    void theProjectSaysWhatTheBodyIs() throws IOException {
        Path config = config("""
                multianimalbodyparts: [tail, head]
                uniquebodyparts: [corner]
                individuals: [a, b, c]
                skeleton: [[head, tail], [tail, head]]
                """);
        Run run = run("import", "dlc", video, "--config", config, "-o", out);
        assertThat(run.err())
                .isEqualTo(config + ": skeleton: ignored tail-head, which closes a cycle\nwrote 2 problems to " + out
                        + "; at most 3 individuals; hub tail; limbs tail-head; left out: corner\n");
        assertThat(run.code()).isZero();
        assertThat(Files.readString(out)).contains("\"maxPoses\":3");
        assertThat(anatomy())
                .isEqualTo(Anatomy.of(
                        "deeplabcut", List.of("tail", "head"), List.of("tail"), List.of(List.of("head", "tail"))));
        Run hub = run("import", "dlc", video, "--config", config, "--hub", "head", "-o", out, "-q");
        assertThat(hub.err()).isEmpty();
        assertThat(anatomy().majors()).containsExactly(1);
    }

    @Test
    void limbsAreNamedOnTheCommandLine() {
        Run run = run("import", "dlc", video, "--limbs", "corner-tail,head-tail", "-o", out);
        assertThat(run.err()).isEqualTo("wrote 2 problems to " + out + "; hub tail; limbs head-tail, tail-corner\n");
        assertThat(anatomy().parts()).containsExactly("head", "tail", "corner");
        Run fewer = run("import", "dlc", video, "--limbs", "corner-tail", "-o", out);
        assertThat(fewer.err()).endsWith("; hub tail; limbs tail-corner; left out: head\n");
    }

    @Test
    void limbsTakeThePlaceOfTheSkeleton() throws IOException {
        Path config = config("multianimalbodyparts: [head, tail]\nindividuals: [a, b]\n");
        Run refused = run("import", "dlc", video, "--config", config, "-o", out);
        assertThat(refused.code()).isEqualTo(Exit.WRONG);
        assertThat(refused.err())
                .contains(config + ": skeleton: found no pairs that join tail with head")
                .hasLineCount(1);
        Run run = run("import", "dlc", video, "--config", config, "--limbs", "head-tail", "-o", out);
        assertThat(run.err()).endsWith("; at most 2 individuals; hub head; limbs head-tail; left out: corner\n");
    }

    @Test
    void whatDoesNotFitIsRefusedWithTheFix() throws IOException {
        Path config = config("multianimalbodyparts: [head, tail, wing]\nskeleton: [[head, tail], [head, wing]]\n");
        refused("found the parts head, tail, corner but expected wing too, which ", "--config", config);
        refused("--limbs: found \"head\" but expected two of the parts head, tail, corner", "--limbs", "head");
        refused("found no affinities of the limb head-corner but only of head-tail", "--limbs", "head-corner");
        refused("--limbs: found tail-head, which closes a cycle; leave it out", "--limbs", "head-tail,tail-head");
        refused("unknown part \"wing\"", "--limbs", "head-tail", "--hub", "wing");
        assertThat(run("import", "openpose", video, "-o", out, "--limbs", "a-b").err())
                .contains("--limbs cannot be combined with openpose");
        assertThat(run("import", "evidence", video, "-o", out, "--config", "c").err())
                .contains("--config cannot be combined with evidence");
        assertThat(run("import", "dlc", video, "-o", out, "--limbs", "a-b", "--costs", "c")
                        .err())
                .contains("--limbs cannot be combined with --costs");
    }

    private void refused(String message, Object... options) {
        Object[] words = new Object[options.length + 5];
        List.of("import", "dlc", video, "-o", out).toArray(words);
        System.arraycopy(options, 0, words, 5, options.length);
        Run run = run(words);
        assertThat(run.code()).as(run.err()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains(message).hasLineCount(1);
        assertThat(out).doesNotExist();
    }

    @Test
    void everyFileOfASessionHasTheSameAnatomy() throws IOException {
        Path second = Files.copy(video, dir.resolve("n_full.pickle"));
        Run run = run("import", "dlc", video, second, "--limbs", "tail-head", "-o", out);
        assertThat(run.err()).startsWith("wrote 4 problems to ");
        try (ProblemReader reader = ProblemReader.open(out)) {
            reader.forEachRemaining(problem -> assertThat(problem.anatomy()).isEqualTo(anatomy()));
        }
    }
}
