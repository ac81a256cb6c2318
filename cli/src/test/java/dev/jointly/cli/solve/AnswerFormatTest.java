package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.ProblemTexts;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.io.export.OutputFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code solve --format}: one step gives what two steps give. */
@Timeout(120)
class AnswerFormatTest {
    @TempDir
    Path dir;

    private Path problems = Path.of("");

    /** Two people in the first image, one in the second. */
    @BeforeEach
    void problems() throws IOException {
        Path first = openPose("1", "100,50,0.98,300,60,0.97", "102,30,0.97,302,40,0.96");
        Path second = openPose("2", "100,50,0.98", "102,30,0.97");
        problems = dir.resolve("p.ndjson");
        assertThat(run("import", "openpose", first, second, "-o", problems, "--size", "640x480", "-q")
                        .code())
                .isZero();
    }

    private Path openPose(String name, String necks, String noses) throws IOException {
        return Files.writeString(
                dir.resolve(name + "_keypoints.json"),
                "{\"part_candidates\":[{\"0\":[" + noses + "],\"1\":[" + necks + "],\"17\":[]}]}");
    }

    private static Run run(Object... words) {
        return new Program(new Main.Engine()).run(words);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    static Stream<String> formats() {
        return OutputFormat.all().stream().map(OutputFormat::name);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void oneStepGivesWhatTwoStepsGive(String format) throws IOException {
        Path solutions = dir.resolve("s.ndjson");
        assertThat(run("solve", problems, "-o", solutions, "-q").code()).isZero();
        String ending =
                Map.of("openpose", "_keypoints.json", "ultralytics", ".txt").getOrDefault(format, "");
        boolean perImage = !ending.isEmpty();
        String two = dir.resolve("two.file") + (perImage ? "/" : "");
        String one = dir.resolve("one.file") + (perImage ? "/" : "");
        assertThat(run("export", format, solutions, "--problems", problems, "-o", two, "--category", "walker")
                        .code())
                .isZero();
        Run run = run("solve", problems, "-o", one, "-q", "--format", format, "--category", "walker");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        if (format.equals("dlc-assemblies")) {
            assertThat(Path.of(one)).hasSameBinaryContentAs(Path.of(two)).isNotEmptyFile();
            return;
        }
        for (String name : perImage ? List.of("1" + ending, "2" + ending) : List.of("")) {
            String text = Files.readString(Path.of(one).resolve(name));
            assertThat(text).isEqualTo(Files.readString(Path.of(two).resolve(name)));
            // x of a nose: in pixels, in percent of 640, and as a share
            assertThat(text).containsPattern("\\b102\\b|15\\.9375|0\\.159375");
        }
        if (format.equals("dlc-csv")) {
            assertThat(dir.resolve("one.file.people.csv")).hasSameTextualContentAs(dir.resolve("two.file.people.csv"));
        }
        if (!perImage) {
            assertThat(run("solve", problems, "-q", "--format", format, "--category", "walker")
                            .out())
                    .isEqualTo(Files.readString(Path.of(one)));
        }
    }

    @Test
    void theTableNamesEveryJointOfEveryPerson() {
        Run run = run("solve", problems, "-q", "--format", "csv");
        assertThat(run.out().lines().map(line -> line.replaceFirst("^(.*?),(.*?),.*?,.*?,", "$1,$2,")))
                .containsExactly(
                        "image,person,part,detection,x,y,score",
                        "1,1,nose,0,102.0,30.0,0.97",
                        "1,1,neck,2,100.0,50.0,0.98",
                        "1,2,nose,1,302.0,40.0,0.96",
                        "1,2,neck,3,300.0,60.0,0.97",
                        "2,1,nose,0,102.0,30.0,0.97",
                        "2,1,neck,1,100.0,50.0,0.98");
    }

    @Test
    void whatWasSolvedBesideABadRecordIsACompleteDocument() throws IOException {
        String first = Files.readAllLines(problems).get(0);
        Files.writeString(problems, first + "\n{\"format\": 3}\n");
        Path out = dir.resolve("people.json");
        Run run = run("solve", problems, "-o", out, "-q", "--format", "coco");
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err()).contains("document 2").hasLineCount(1);
        Path alone = dir.resolve("alone.json");
        Path single = Files.writeString(dir.resolve("single.json"), first);
        assertThat(run("solve", single, "-o", alone, "-q", "--format", "coco").code())
                .isZero();
        assertThat(Files.readString(out)).isEqualTo(Files.readString(alone)).endsWith("}\n");
    }

    @Test
    void whatAFormatCannotHoldIsToldBeforeItIsSolved() throws IOException {
        Path bare = Files.writeString(dir.resolve("bare.json"), ProblemTexts.pretty("bare", -2));
        Path out = dir.resolve("people.json");
        Program program = new Program((problem, settings, listener, stopped) -> {
            throw new IllegalStateException("must not be solved");
        });
        Run run = program.run("solve", bare, "-o", out, "--format", "coco");
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .startsWith("jointly: problem \"bare\" has no image, whose size COCO needs")
                .hasLineCount(1);
        assertThat(names()).doesNotContain("people.json");
    }

    @Test
    void anImageForEachFileNeedsADirectoryForSeveral() throws IOException {
        Path out = dir.resolve("people.json");
        Run run = run("solve", problems, "-o", out, "-q", "--format", "openpose");
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains("give -o a directory").hasLineCount(1);
        Run directory = run("solve", problems, "-o", dir + "/", "-q", "--format", "coco");
        assertThat(directory.code()).isEqualTo(Exit.WRONG);
        assertThat(directory.err())
                .contains("it is a directory, but coco is one file for all images")
                .hasLineCount(1);
        assertThat(names()).containsExactly("1_keypoints.json", "2_keypoints.json", "p.ndjson");
    }

    @Test
    void anUnknownFormatIsNamedWithThoseThatThereAre() {
        Run run = run("solve", problems, "--format", "yaml");
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .contains("found 'yaml' but expected one of json, coco, ")
                .hasLineCount(1);
    }
}
