package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.BrokenFiles;
import dev.jointly.cli.Exit;
import dev.jointly.cli.ProblemTexts;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs over many files, some of them bad. */
@Timeout(120)
class ManyFilesTest {
    @TempDir
    Path dir;

    private static Run run(Object... words) {
        return Program.withLazySolver().run(words);
    }

    private Path problem(String folder, String id) throws IOException {
        Path place = Files.createDirectories(dir.resolve(folder));
        return Files.writeString(place.resolve(id + ".problem.json"), ProblemTexts.pretty(id, -2));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static List<String> solved(Run run) {
        return run.out()
                .lines()
                .map(line -> line.replaceAll("^\\{.*\"problem\":\"(.*?)\".*\\}$", "$1"))
                .toList();
    }

    @Test
    void ofAThousandFilesSeventeenAreBroken() throws IOException {
        Path in = Files.createDirectory(dir.resolve("in"));
        List<String> broken = BrokenFiles.make(in);
        assertThat(broken).hasSize(17).doesNotHaveDuplicates();
        for (int i = 0; i < 983; i++) {
            problem("in", "good-" + i);
        }
        Path out = dir.resolve("out");
        Run run = run("solve", in, "-q", "-o", out + "/", "--threads", "2");
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(names(out)).hasSize(983).allMatch(name -> name.startsWith("good-"));
        List<String> lines = run.err().lines().toList();
        assertThat(lines).hasSize(18);
        assertThat(lines.get(17)).isEqualTo("1000 files: 983 done, 17 failed");
        for (String name : broken) {
            assertThat(lines.subList(0, 17).stream().filter(line -> line.startsWith("jointly: " + in.resolve(name))))
                    .as(name)
                    .hasSize(1);
        }

        Run verified = run("verify", in, out);
        assertThat(verified.out().lines())
                .hasSize(1001)
                .last()
                .isEqualTo("total 1000: 0 proven optimal, 983 bounded, 0 rejected, 0 undecided, 17 unreadable,"
                        + " 0 without solution");
        assertThat(verified.code()).isEqualTo(Exit.WRONG);

        Path table = dir.resolve("people.csv");
        Run exported = run("export", "csv", out, "--problems", in, "-o", table, "-q");
        assertThat(exported.code()).isEqualTo(Exit.NO);
        assertThat(exported.err().lines()).as("problems that cannot be read").hasSize(17);
        assertThat(table).exists();
    }

    @Test
    void foldersPatternsAndListsNameTheSameFiles() throws IOException {
        problem("in", "b");
        problem("in", "a");
        problem("in", "a.q");
        Files.writeString(dir.resolve("in/.hidden.problem.json"), "{");
        Files.writeString(dir.resolve("in/a.solution.json"), "{");
        problem("in/deep", "z");
        Path list = Files.writeString(
                dir.resolve("list.txt"),
                dir.resolve("in/b.problem.json") + "\n\n" + dir.resolve("in/a.problem.json") + "\r\n");
        // by the name without its ending
        assertThat(solved(run("solve", "-q", dir.resolve("in")))).containsExactly("a", "a.q", "b");
        assertThat(solved(run("solve", "-q", dir + "/in/*.problem.json"))).containsExactly("a", "a.q", "b");
        assertThat(solved(run("solve", "-q", dir + "/i?/{a,b}.problem.json"))).containsExactly("a", "b");
        assertThat(solved(run("solve", "-q", dir + "/**/*.problem.json"))).containsExactly("a", "a.q", "b", "z");
        assertThat(solved(run("solve", "-q", dir + "/in/**/*.problem.json"))).containsExactly("a", "a.q", "b", "z");
        assertThat(solved(run("solve", "-q", "@" + list))).containsExactly("b", "a");
        Program piped = Program.withLazySolver().reading(dir.resolve("in/deep") + "\n");
        assertThat(solved(piped.run("solve", "-q", "@-"))).containsExactly("z");
        Path bracket = Files.move(dir.resolve("in/b.problem.json"), dir.resolve("in/b[1].problem.json"));
        assertThat(solved(run("solve", "-q", bracket, dir.resolve("in/a.problem.json"))))
                .as("a file of that name is no pattern")
                .containsExactly("b", "a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.problem.json nosuch.json|nosuch.json: no such file",
                "a.problem.json nosuch.json other.json|nosuch.json: no such file, and 1 more",
                "@list.txt|nosuch.json: no such file",
                "@empty.txt|empty.txt: found an empty list",
                "@nosuch.txt|nosuch.txt: no such file",
                "hollow|hollow: found no problem in this folder but expected names that end in .problem.json",
                "hollow/*.json|hollow/*.json: found no file that matches",
                "a.problem.json x[|x[: no such file, and not a pattern",
            })
    void whatIsMissingIsToldBeforeAnythingIsDone(String example) throws IOException {
        List<String> parts = List.of(example.split("\\|", -1));
        problem("", "a");
        Files.createDirectory(dir.resolve("hollow"));
        Files.writeString(dir.resolve("empty.txt"), "\n");
        Files.writeString(dir.resolve("list.txt"), dir.resolve("a.problem.json") + "\nnosuch.json\n");
        Path out = Files.writeString(dir.resolve("out.ndjson"), "before");
        Stream<Object> words = Stream.of(parts.get(0).split(" "))
                .map(word -> word.startsWith("@")
                        ? "@" + dir.resolve(word.substring(1))
                        : word.startsWith("nosuch") || word.startsWith("other") ? word : dir + "/" + word);
        Program program = new Program((problem, settings, listener, stopped) -> {
            throw new IllegalStateException("must not be solved");
        });
        Run run =
                program.run(Stream.concat(Stream.of("solve", "-o", out), words).toArray());
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: ").contains(parts.get(1)).hasLineCount(1);
        assertThat(out).hasContent("before");
    }

    @Test
    void aBadRecordOfAFileIsOneLine() throws IOException {
        Path first = Files.writeString(
                dir.resolve("first.ndjson"), ProblemTexts.lines("a") + "{\"format\": 3}\n" + ProblemTexts.lines("c"));
        Path second = Files.writeString(dir.resolve("second.ndjson"), ProblemTexts.lines("b"));
        Run run = run("solve", "-q", first, second);
        assertThat(solved(run)).containsExactly("a", "c", "b");
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err())
                .isEqualTo("jointly: " + first + ": document 2 (line 2): /format: found 3 but expected"
                        + " \"jointly/problem@1\"\n2 files: 1 done, 1 failed\n");
    }

    @Test
    void shardsAgreeOnPositionsBehindABadRecord() throws IOException {
        String bad = ProblemTexts.lines("bad").replace("\"poseCost\":1.0", "\"poseCost\":\"dear\"");
        Path first = Files.writeString(
                dir.resolve("first.ndjson"), ProblemTexts.lines("a") + bad + ProblemTexts.lines("c", "d", "e"));
        Path second = Files.writeString(dir.resolve("second.ndjson"), ProblemTexts.lines("f", "g", "h"));
        // positions 0 to 4 are of the first file
        assertThat(solved(run("solve", "-q", "--shard", "0/2", first, second))).containsExactly("a", "c", "e", "g");
        assertThat(solved(run("solve", "-q", "--shard", "1/2", first, second))).containsExactly("d", "f", "h");
    }

    /** Where a document has several lines, the next one cannot be found. */
    @Test
    void aBadRecordOnSeveralLinesCostsTheRestOfItsFile() throws IOException {
        String pretty = ProblemTexts.pretty("bad", -2).replace("\"poseCost\": 1.0", "\"poseCost\": \"dear\"");
        Path first = Files.writeString(
                dir.resolve("first.json"), ProblemTexts.pretty("a", -2) + pretty + ProblemTexts.pretty("lost", -2));
        Path second = Files.writeString(dir.resolve("second.ndjson"), ProblemTexts.lines("b"));
        assertThat(solved(run("solve", "-q", first, second))).containsExactly("a", "b");
        Run alone = run("solve", "-q", first);
        assertThat(solved(alone)).containsExactly("a");
        assertThat(alone.code()).isEqualTo(Exit.WRONG);
        // counted by all shards alike
        assertThat(solved(run("solve", "-q", "--shard", "1/2", first, second))).containsExactly("b");
    }

    @Test
    void problemsThatCannotBeWrittenAreNamedWithTheirFile() throws IOException {
        Path bad = Files.writeString(dir.resolve("p.ndjson"), ProblemTexts.lines("a", "x/y", "b"));
        Path twice = Files.writeString(dir.resolve("q.ndjson"), ProblemTexts.lines("a"));
        Path out = dir.resolve("out");
        Run run = run("solve", "-q", bad, twice, "-o", out + "/");
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(names(out)).containsExactly("a.solution.json", "b.solution.json");
        List<String> lines = run.err().lines().toList();
        assertThat(lines.get(0)).startsWith("jointly: " + bad + ": problem id \"x/y\" cannot be a file name");
        assertThat(lines.get(1)).startsWith("jointly: " + twice + ": problem id \"a\" came twice");
        assertThat(lines.get(2)).isEqualTo("2 files: 0 done, 2 failed");
    }

    @Test
    void afterAStopTheCountsAreTrue() throws IOException {
        for (String id : List.of("a", "c", "d", "e")) {
            problem("in", id);
        }
        Files.writeString(dir.resolve("in/b.problem.json"), "{");
        StopSignal signal = new StopSignal();
        AtomicInteger begun = new AtomicInteger();
        Program program = new Program(
                (problem, settings, listener, stopped) -> {
                    if (begun.incrementAndGet() == 2) {
                        signal.stop();
                    }
                    return Program.lazy(problem, settings, listener, stopped);
                },
                signal);
        Run run = program.run("solve", "-q", dir.resolve("in"));
        // the second that is solved is c, behind the bad b
        assertThat(solved(run)).containsExactly("a", "c");
        assertThat(run.err().lines()).hasSize(2).last().isEqualTo("5 files: 2 done, 1 failed, 2 not done");
        assertThat(run.code()).isEqualTo(Exit.NO);
    }

    @Test
    void importsWhatCanBeReadInAFolder() throws IOException {
        Path in = Files.createDirectory(dir.resolve("in"));
        String candidates = "{\"part_candidates\":[{\"0\":[102.5,30,0.8],\"1\":[100,50,0.9],\"17\":[]}]}";
        Files.writeString(in.resolve("1_keypoints.json"), candidates);
        Files.writeString(in.resolve("2_keypoints.json"), candidates.substring(0, 40));
        Files.writeString(in.resolve("3_keypoints.json"), candidates);
        Path out = dir.resolve("p.ndjson");
        Run run = run("import", "openpose", in, "-o", out, "-q");
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err().lines()).hasSize(2).last().isEqualTo("3 files: 2 done, 1 failed");
        assertThat(run.err()).startsWith("jointly: " + in.resolve("2_keypoints.json"));
        assertThat(Files.readAllLines(out)).hasSize(2);
        Files.delete(in.resolve("1_keypoints.json"));
        Files.delete(in.resolve("3_keypoints.json"));
        Files.delete(out);
        Run none = run("import", "openpose", in, "-o", out, "-q");
        assertThat(none.code()).isEqualTo(Exit.NO);
        assertThat(none.err()).contains("1 file: 0 done, 1 failed");
        assertThat(out).doesNotExist();
    }

    @Test
    void exportsTheSolutionsThatHaveTheirProblem() throws IOException {
        for (String id : List.of("a", "b", "c")) {
            problem("in", id);
        }
        Path out = dir.resolve("out");
        assertThat(run("solve", "-q", dir.resolve("in"), "-o", out + "/").code())
                .isZero();
        Files.delete(dir.resolve("in/b.problem.json"));
        Files.writeString(out.resolve("c.solution.json"), "[]");
        Path table = dir.resolve("results.json");
        Run run = run("export", "coco-results", out, "--problems", dir.resolve("in"), "-o", table, "-q");
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.err().lines().toList()).hasSize(3).satisfies(lines -> {
            assertThat(lines.get(0))
                    .isEqualTo("jointly: " + out.resolve("b.solution.json")
                            + ": 2 problem files: found no problem \"b\", or it was solved twice");
            assertThat(lines.get(1)).startsWith("jointly: " + out.resolve("c.solution.json") + ": ");
            assertThat(lines.get(2)).isEqualTo("3 files: 1 done, 2 failed");
        });
        assertThat(table).exists();
    }

    @Test
    void verifiesTwoFoldersPairByPair() throws IOException {
        for (String id : List.of("a", "a.q", "b", "c", "d")) {
            problem("in", id);
        }
        Path in = dir.resolve("in");
        Path out = dir.resolve("out");
        assertThat(run("solve", "-q", in, "-o", out + "/").code()).isZero();
        Run good = run("verify", in, out);
        assertThat(good.code()).as(good.out()).isZero();
        assertThat(good.out().lines()).hasSize(6).last().asString().contains("5 bounded");

        Files.writeString(in.resolve("b.problem.json"), "{\n\"format\": 3\n}\n");
        Files.writeString(out.resolve("c.solution.json"), "{\n\"format\": 3\n}\n");
        Files.delete(out.resolve("d.solution.json"));
        Run run = run("verify", in, out);
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.out().lines().map(line -> line.replaceFirst("^(.*?: [A-Z]+).*", "$1")))
                .containsExactly(
                        "a: BOUNDED",
                        "a.q: BOUNDED",
                        "b: UNREADABLE",
                        "c: UNREADABLE",
                        "d: NO",
                        "total 5: 0 proven optimal, 2 bounded, 0 rejected, 0 undecided, 2 unreadable,"
                                + " 1 without solution");
        Run lines = run("solve", "-q", in, "-o", dir.resolve("s.ndjson"));
        assertThat(lines.code()).isEqualTo(Exit.NO);
        assertThat(run("verify", in, dir.resolve("s.ndjson")).out())
                .contains("c: BOUNDED", "4 bounded, 0 rejected, 0 undecided, 1 unreadable");
    }
}
