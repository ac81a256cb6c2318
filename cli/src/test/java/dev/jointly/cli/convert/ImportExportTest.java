package dev.jointly.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.Exit;
import dev.jointly.cli.HandClock;
import dev.jointly.cli.Main;
import dev.jointly.cli.ProblemTexts;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.evidence.Measure;
import dev.jointly.io.EvidenceReader;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportExportTest {
    @TempDir
    Path dir;

    private static Run run(Object... words) {
        return Program.withLazySolver().run(words);
    }

    private Path openPose(String name) throws IOException {
        return Files.writeString(
                dir.resolve(name),
                "{\"part_candidates\":[{\"0\":[102.5,30,0.8],\"1\":[100,50,0.9,300,60,0.6],\"17\":[]}]}");
    }

    private List<Problem> problems(Path file) {
        java.util.ArrayList<Problem> problems = new java.util.ArrayList<>();
        try (ProblemReader reader = ProblemReader.open(file)) {
            reader.forEachRemaining(problems::add);
        }
        return problems;
    }

    @Test
    void candidatesBecomeProblems() throws IOException {
        Path out = dir.resolve("p.ndjson");
        Path evidence = dir.resolve("e.ndjson.gz");
        Run run = run(
                "import",
                "openpose",
                openPose("a_keypoints.json"),
                openPose("b_keypoints.json"),
                "-o",
                out,
                "--size",
                "640x480",
                "--evidence",
                evidence);
        assertThat(run.err())
                .isEqualTo("wrote 2 problems to " + out
                        + "; hub neck; limbs nose-neck, nose-r-eye, nose-l-eye, neck-r-shoulder,"
                        + " neck-l-shoulder, neck-r-hip, neck-l-hip, r-shoulder-r-elbow, r-elbow-r-wrist,"
                        + " l-shoulder-l-elbow, l-elbow-l-wrist, r-hip-r-knee, r-knee-r-ankle, l-hip-l-knee,"
                        + " l-knee-l-ankle, r-eye-r-ear, l-eye-l-ear\n");
        assertThat(run.code()).isZero();
        List<Problem> problems = problems(out);
        assertThat(problems).extracting(Problem::id).containsExactly("a", "b");
        assertThat(problems.get(0).size()).isEqualTo(3);
        assertThat(problems.get(0).image()).isEqualTo(new Image("a", 640, 480));
        try (EvidenceReader reader = EvidenceReader.open(evidence.toString(), InputStream.nullInputStream())) {
            assertThat(reader.next().candidates()).hasSize(3);
        }
        assertThat(run("import", "openpose", openPose("a.json"), "-o", out, "--hub", "nose", "--hub", "l-hip", "-q")
                        .err())
                .isEmpty();
        assertThat(problems(out).get(0).anatomy().majors()).containsExactly(0, 11);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "import frob x -o y|found 'frob' but expected one of dlc, openpose, deepcut, evidence",
                "import dlc absent.pickle -o y|absent.pickle: no such file",
                "import dlc absent.pickle|missing required option",
                "import openpose absent.json -o - --evidence -|cannot be both",
                "import openpose a.json -o y --size 640|--size is '640' but must be like 640x480",
                "import dlc a -o y --hub a --hub b --hub c --hub d|found 4 times --hub",
                "import openpose a.json -o y --costs c.json --hub neck|--hub cannot be combined with --costs",
                "import dlc a.pickle -o y --parts a,b|--parts cannot be combined with dlc",
                "export frob s --problems p -o y|but expected one of coco, coco-results, csv, openpose, cvat, labelstudio, dlc-csv, dlc-assemblies, ultralytics",
                "export coco s --problems p|missing required option",
                "export coco s --problems p -o y --csv-safe|--csv-safe cannot be combined with coco, only with csv, dlc-csv",
                "export coco - --problems - -o y|cannot be both",
                "export coco absent.json --problems absent.ndjson -o y|absent.ndjson: no such file",
            })
    void misuse(String line, String says) {
        Run run = run((Object[]) line.split(" "));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: ").contains(says).hasLineCount(1);
        assertThat(Path.of("y")).doesNotExist();
    }

    @Test
    void aCostModelBringsItsBodyAndMustFit() throws IOException {
        Path out = dir.resolve("p.ndjson");
        Path small = costs("small", List.of("nose", "neck"), List.of("neck", "nose"), Measure.NONE);
        Run run = run("import", "openpose", openPose("a_keypoints.json"), "-o", out, "--costs", small);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .startsWith("wrote 1 problem to " + out + "; hub neck; limbs nose-neck; left out: r-shoulder, ")
                .hasLineCount(1);
        assertThat(problems(out).get(0).anatomy().parts()).containsExactly("nose", "neck");
        Files.delete(out);

        Path other = costs("mouse", List.of("snout", "neck"), List.of("neck", "snout"), Measure.NONE);
        Run wrong = run("import", "openpose", openPose("a_keypoints.json"), "-o", out, "--costs", other);
        assertThat(wrong.code()).isEqualTo(Exit.WRONG);
        assertThat(wrong.err())
                .contains(other + ": needs the part snout but ", "a_keypoints.json has the parts nose, neck, ")
                .hasLineCount(1);
        Path paired = costs("paired", List.of("nose", "neck"), List.of("neck", "nose"), Measure.FIELD);
        assertThat(run("import", "openpose", openPose("a_keypoints.json"), "-o", out, "--costs", paired)
                        .err())
                .contains(paired + ": weighs affinities of pairs but ")
                .hasLineCount(1);
        assertThat(out).doesNotExist();
    }

    private Path costs(String name, List<String> parts, List<String> limb, Measure measure) throws IOException {
        CostModel model = CostModel.defaults(Anatomy.of(name, parts, List.of("neck"), List.of(limb)), measure);
        Path file = dir.resolve(name + ".costs.json");
        try (OutputStream stream = Files.newOutputStream(file)) {
            CostModelWriter.write(model, Layout.PRETTY, stream);
        }
        return file;
    }

    @Test
    void aBarTellsThatReadingTakesLong() throws IOException {
        byte[] text = Files.readAllBytes(openPose("a.json"));
        HandClock clock = new HandClock();
        InputStream slow = new ByteArrayInputStream(text) {
            @Override
            public synchronized int read(byte[] into, int from, int length) {
                clock.pass(Duration.ofMillis(2_600));
                return super.read(into, from, length);
            }
        };
        Run run = Program.withLazySolver()
                .by(clock)
                .reading(slow)
                .onTerminal()
                .run("import", "openpose", "-", "-o", dir.resolve("p"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .contains("\r[-----")
                .contains("0 of 1 files, 2 s\u001b[K")
                .endsWith("l-eye-l-ear\n");
    }

    @Test
    void aPickleThatAsksForASystemCallIsRefused() throws IOException {
        // what Python's pickle.dumps makes of an object whose __reduce__ says os.system("touch was-run")
        byte[] evil =
                Base64.getDecoder().decode("gASVKAAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjA10b3VjaCB3YXMtcnVulIWUUpQu");
        Path file = Files.write(dir.resolve("evil.pickle"), evil);
        Run run = run("import", "dlc", file, "-o", dir.resolve("p"));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .isEqualTo("jointly: " + file + ": byte 29: found the name \"posix.system\" but expected none except"
                        + " those of numpy's arrays; nothing was run\n");
        assertThat(Path.of("was-run")).doesNotExist();
        assertThat(dir.resolve("p")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"coco", "coco-results", "csv", "cvat", "labelstudio", "dlc-csv", "openpose"})
    void solutionsAreExported(String format) throws IOException {
        Path problems = dir.resolve("p.ndjson");
        run("import", "openpose", openPose("1.json"), openPose("2.json"), "-o", problems, "--size", "640x480", "-q");
        Path solutions = dir.resolve("s.ndjson");
        assertThat(run("solve", problems, "-o", solutions, "-q").code()).isZero();
        Path out = dir.resolve(format.equals("openpose") ? "out/" : "out.file");
        Run run = run(
                "export",
                format,
                solutions,
                "--problems",
                problems,
                "-o",
                out + (format.equals("openpose") ? "/" : ""));
        assertThat(run.err()).matches("wrote 0 people of 2 images to .*/out(\\.file|/)\n");
        assertThat(run.code()).isZero();
        if (format.equals("openpose")) {
            assertThat(out.resolve("1_keypoints.json")).content().contains("\"gap\"", "\"part_candidates\"");
            assertThat(out.resolve("2_keypoints.json")).exists();
            Run one = run("export", format, solutions, "--problems", problems, "-o", dir.resolve("one.json"));
            assertThat(one.err()).contains("give -o a directory").hasLineCount(1);
            return;
        }
        assertThat(out).isNotEmptyFile();
        Run toStandardOutput = run("export", format, solutions, "--problems", problems, "-o", "-");
        assertThat(toStandardOutput.out()).isEqualTo(Files.readString(out));
        if (format.equals("dlc-csv")) {
            assertThat(dir.resolve("out.file.people.csv")).content().startsWith("frame,individual,cost");
        }
    }

    @Test
    void namesInTablesAreFormulasOnlyIfWanted() throws IOException {
        String text = ProblemTexts.lines("=HYPERLINK(1)", "+1+cmd", "-2+3", "@SUM(1)", "-1.5e3", "plain", "=a,\"b\"");
        Path problems = Files.writeString(
                dir.resolve("p.ndjson"),
                text.replace("\"neck\"", "\"-neck\"")
                        .replace("\"cost\":-0.5", "\"x\":-3,\"y\":-4,\"score\":1,\"cost\":-0.5")
                        .replace("\"cost\":-0.25", "\"x\":5,\"y\":6,\"score\":1,\"cost\":-0.25"));
        Path solutions = dir.resolve("s.ndjson");
        assertThat(new Program(new Main.Engine())
                        .run("solve", problems, "-o", solutions, "-q")
                        .code())
                .isZero();
        Run plain = run("export", "csv", solutions, "--problems", problems, "-o", "-");
        assertThat(plain.out())
                .contains("\n=HYPERLINK(1),1,", ",-neck,0,-3.0,-4.0,1.0\n")
                .doesNotContain("'");
        Run safe = run("export", "csv", solutions, "--problems", problems, "-o", "-", "--csv-safe");
        assertThat(safe.out().lines().skip(1).filter(line -> line.contains("neck")))
                .extracting(line -> line.replaceFirst(",1,[^,]*,-2.0,", " | "))
                .containsExactly(
                        "'=HYPERLINK(1) | '-neck,0,-3.0,-4.0,1.0",
                        "'+1+cmd | '-neck,0,-3.0,-4.0,1.0",
                        "'-2+3 | '-neck,0,-3.0,-4.0,1.0",
                        "'@SUM(1) | '-neck,0,-3.0,-4.0,1.0",
                        "-1.5e3 | '-neck,0,-3.0,-4.0,1.0",
                        "plain | '-neck,0,-3.0,-4.0,1.0",
                        "\"'=a,\"\"b\"\"\" | '-neck,0,-3.0,-4.0,1.0");
        Path table = dir.resolve("t.csv");
        assertThat(run("export", "dlc-csv", solutions, "--problems", problems, "-o", table, "--csv-safe", "-q")
                        .code())
                .isZero();
        assertThat(Files.readAllLines(table))
                .contains("bodyparts,'-neck,'-neck,'-neck,head,head,head", "'@SUM(1),-3.0,-4.0,1.0,5.0,6.0,1.0");
        assertThat(dir.resolve("t.people.csv")).content().contains("\n'-2+3,individual1,-2.0,");
    }

    @Test
    void solutionsMayComeInAnyOrderButNeedTheirProblem() throws IOException {
        Path problems = Files.writeString(dir.resolve("p.ndjson"), ProblemTexts.lines("1", "2", "3"));
        Path solutions = dir.resolve("s.ndjson");
        run("solve", problems, "-o", solutions, "-q");
        List<String> lines = Files.readAllLines(solutions);
        Files.write(solutions, List.of(lines.get(2), lines.get(0)));
        assertThat(run("export", "coco-results", solutions, "--problems", problems, "-o", "-")
                        .code())
                .isZero();
        Files.write(solutions, List.of(lines.get(0), lines.get(0)));
        Run twice = run("export", "coco-results", solutions, "--problems", problems, "-o", "-");
        assertThat(twice.code()).isEqualTo(Exit.WRONG);
        assertThat(twice.err())
                .contains("found no problem \"1\", or it was solved twice")
                .hasLineCount(1);
        Files.writeString(problems, ProblemTexts.lines("1").replace("-0.25", "-0.5"), StandardCharsets.UTF_8);
        Files.write(solutions, lines.subList(0, 1));
        assertThat(run("export", "cvat", solutions, "--problems", problems, "-o", "-")
                        .err())
                .contains("problemSha256 does not fit");
    }
}
