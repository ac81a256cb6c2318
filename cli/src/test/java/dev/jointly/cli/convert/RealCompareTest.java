package dev.jointly.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.io.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every DeepLabCut file of the data folder there and back, and beside DeepLabCut's own assemblies. Printed for docs/doubts.md#compare-two-results. */
@Tag("slow")
class RealCompareTest {
    private static final String MICE = """
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
            """;

    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());

    private Run done(Object... words) {
        Run run = program.run(words);
        assertThat(run.code()).as("%s: %s", Arrays.toString(words), run.err()).isZero();
        return run;
    }

    private Path problems() {
        return dir.resolve("p.ndjson");
    }

    private Path solutions() {
        return dir.resolve("s.ndjson");
    }

    private void solved(Path full, Object... options) {
        done(Stream.concat(Stream.of("import", "dlc", full, "-o", problems(), "-q"), Arrays.stream(options))
                .toArray());
        done("solve", problems(), "-o", solutions(), "-q");
    }

    /** What compare says of our assemblies and DeepLabCut's. */
    private String besideDeepLabCut(String name, Object... options) {
        Path full = RealData.file("deeplabcut/" + name + "_full.pickle");
        Path ours = dir.resolve(name + "_assemblies.pickle");
        solved(full, options);
        done(
                "export",
                "dlc-assemblies",
                solutions(),
                "--problems",
                problems(),
                "--full",
                full,
                "-o",
                ours,
                "-q",
                "--force");
        Path theirs = RealData.file("deeplabcut/" + name + "_assemblies.pickle");
        String said = done("compare", ours, theirs).out();
        System.out.println(name + " " + Arrays.toString(options) + ", A ours, B DeepLabCut's:\n" + said);
        return said;
    }

    private static int number(String said, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(said);
        assertThat(found.find()).as("%s in %s", pattern, said).isTrue();
        return Integer.parseInt(found.group(1));
    }

    /** The two files do not have the same positions, but every joint of DeepLabCut's is near a detection of its part. */
    @Test
    void realMiceAreGroupedAlmostAsDeepLabCutGroupsThem() throws IOException {
        Path config = Files.writeString(dir.resolve("config.yaml"), MICE);
        String said = besideDeepLabCut("trimouse", "--config", config);
        assertThat(said).startsWith("50 frames in both, ").contains("2280 frames only in B, not compared: ");
        assertThat(number(said, "(\\d+) the same")).isGreaterThanOrEqualTo(40);
        assertThat(number(said, "(\\d+) swapped, \\d+ only in A")).isZero();
    }

    /** Three birds: where their number is known, false detections do not become birds. */
    @Test
    void aLimitOnTheNumberOfAnimalsAgreesWithDeepLabCutMoreOften() {
        String free = besideDeepLabCut("montblanc");
        String limited = besideDeepLabCut("montblanc", "--max-people", 3);
        assertThat(limited).startsWith("180 frames in both, ");
        assertThat(number(limited, "(\\d+) the same")).isGreaterThan(number(free, "(\\d+) the same"));
        assertThat(number(limited, "people: .* (\\d+) only in A"))
                .isLessThan(number(free, "people: .* (\\d+) only in A"));
    }

    /** What was exported is what was solved, joint by joint, in the table and in the assemblies. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "trimouse_full",
                "montblanc_full",
                "multi_mouse_video_full",
                "trimouse_eval",
                "trimouse_eval_b",
                "montblanc_eval"
            })
    void thereAndBack(String name) {
        Path full = RealData.file("deeplabcut/" + name + ".pickle");
        solved(full, "--max-people", 3);
        Path table = dir.resolve("t.csv");
        done("export", "dlc-csv", solutions(), "--problems", problems(), "-o", table, "-q");
        String said = done("compare", solutions(), table).out();
        System.out.println(
                name + ", A solutions, B dlc-csv: " + said.lines().findFirst().orElse(""));
        assertThat(said).contains(", 0 different\n").contains(" same, 0 moved, 0 swapped, 0 only in A, 0 only in B ");
        if (name.equals("trimouse_eval")) {
            Run refused = program.run(
                    "export", "dlc-assemblies", solutions(), "--problems", problems(), "-o", dir.resolve("x.pickle"));
            assertThat(refused.err()).contains("export each video on its own");
            return;
        }
        Path pickle = dir.resolve("t_assemblies.pickle");
        done("export", "dlc-assemblies", solutions(), "--problems", problems(), "-o", pickle, "-q");
        String assemblies =
                done("compare", solutions(), pickle, "--problems", problems()).out();
        assertThat(assemblies)
                .contains(", 0 different\n")
                .contains(" same, 0 moved, 0 swapped, 0 only in A, 0 only in B ");
    }
}
