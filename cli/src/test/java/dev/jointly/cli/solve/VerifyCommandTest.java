package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.ProblemTexts;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
    @TempDir
    Path dir;

    private Path problem = Path.of("");
    private Path solution = Path.of("");

    @BeforeEach
    void solve() throws IOException {
        problem = Files.writeString(dir.resolve("a.problem.json"), ProblemTexts.pretty("a", -2));
        solution = dir.resolve("a.solution.json");
        Program.withLazySolver().run("solve", problem, "-o", solution);
    }

    private static Run verify(Object problem, Object solution) {
        return Program.withLazySolver().run("verify", problem, solution);
    }

    @Test
    void aTrueBoundedAnswer() {
        Run run = verify(problem, solution);
        assertThat(run.out()).isEqualTo("""
                        proven lower bound   -2.0
                        recomputed objective 0.0
                        BOUNDED (gap 100.0000 %)
                        """);
        assertThat(run.code()).isZero();
    }

    @Test
    void anOptimalAnswer() throws IOException {
        Files.writeString(problem, ProblemTexts.pretty("a", +2));
        Program.withLazySolver().run("solve", problem, "-o", solution);
        Run run = verify(problem, solution);
        assertThat(run.out()).endsWith("\nPROVEN OPTIMAL\n");
        assertThat(run.code()).isZero();
    }

    @Test
    void aFalseClaimIsRejectedWithItsReason() throws IOException {
        String text = Files.readString(solution);
        Files.writeString(solution, text.replace("\"lowerBound\": -2.0", "\"lowerBound\": -1.999999"));
        Run run = verify(problem, solution);
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.out().lines().toList().get(2)).startsWith("REJECTED: ").contains("-1.999999", "-2.0");

        Files.writeString(
                solution,
                text.replace("\"poses\": []", "\"poses\": [{\"cost\": -2, \"global\": {\"neck\": 0, \"head\": 99}}]"));
        Run outside = verify(problem, solution);
        assertThat(outside.code()).isEqualTo(Exit.NO);
        assertThat(outside.out()).contains("REJECTED: ", "99");
    }

    @Test
    void certificatesOfVersionTwoAreExitCodeTwo() throws IOException {
        Files.writeString(solution, Files.readString(solution).replace("certificate@3", "certificate@2"));
        Run run = verify(problem, solution);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .contains(
                        "/certificate/format: found \"jointly/certificate@2\" but expected \"jointly/certificate@3\"");
    }

    /** A misspelt field makes no file invalid; whoever solves the problem is told of it. */
    @Test
    void fieldsThatLookMisspeltArePassedOver() throws IOException {
        Files.writeString(problem, Files.readString(problem).replaceFirst("\"id\"", "\"absentPair\": 1, \"id\""));
        Files.writeString(
                solution, Files.readString(solution).replaceFirst("\"status\"", "\"requestdGap\": 1, \"status\""));
        Run run = verify(problem, solution);
        assertThat(run.code()).as(run.err()).isZero();
    }

    @Test
    void unknownFieldsOfACertificateAreExitCodeTwo() throws IOException {
        String text = Files.readString(solution);
        Files.writeString(solution, text.replace("\"scaleBits\"", "\"facets\": [], \"scaleBits\""));
        Run run = verify(problem, solution);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .isEqualTo(
                        "jointly: " + solution + ": /certificate/facets: found an unknown field \"facets\" but expected"
                                + " only format, scaleBits, lambda1, lambda3, posePrice, trees\n");
    }

    @Test
    void theAnswerToAnotherProblemIsRejected() throws IOException {
        Files.writeString(problem, ProblemTexts.pretty("a", -3));
        Run run = verify(problem, solution);
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.out()).contains("REJECTED: ").contains("problemSha256");
    }

    @Test
    void malformedFilesAreExitCodeTwo() throws IOException {
        assertThat(verify(problem, problem).err()).contains("this is a problem, not a solution");
        assertThat(verify(solution, solution).err()).contains("this is a solution, not a problem");
        Files.writeString(
                solution, Files.readString(solution).replace("\"lowerBound\": -2.0", "\"lowerBound\": -2.0000001"));
        Run run = verify(problem, solution);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .isEqualTo("jointly: " + solution + ": /lowerBound: found -2.0000001 but expected a number of whole"
                        + " micro-units (at most 6 decimals)\n");
        assertThat(verify("-", "-").err()).contains("standard input cannot be both");
    }

    @Test
    void aDamagedEndSpoilsTheWholeFile() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(Files.readAllBytes(solution));
        }
        byte[] damaged = packed.toByteArray();
        // the checksum in the trailer
        damaged[damaged.length - 6] ^= 1;
        Files.write(solution, damaged);
        Run run = verify(problem, solution);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("jointly: " + solution + ": the gzip data is damaged")
                .hasLineCount(1);
    }

    @Test
    void manyAreMatchedByIdInOrder() throws IOException {
        Files.writeString(
                problem, ProblemTexts.line("a", -2) + ProblemTexts.line("b", +2) + ProblemTexts.line("c", -3));
        Program.withLazySolver().run("solve", problem, "-o", solution);
        Run all = verify(problem, solution);
        assertThat(all.code()).isZero();
        assertThat(all.out()).isEqualTo("""
                        a: BOUNDED (gap 100.0000 %), proven lower bound -2.0, recomputed objective 0.0
                        b: PROVEN OPTIMAL, proven lower bound 0.0, recomputed objective 0.0
                        c: BOUNDED (gap 100.0000 %), proven lower bound -3.0, recomputed objective 0.0
                        total 3: 1 proven optimal, 2 bounded, 0 rejected, 0 undecided, 0 unreadable, 0 without solution
                        """);

        List<String> lines = Files.readAllLines(solution);
        Files.write(solution, lines.subList(1, 2));
        Run some = verify(problem, solution);
        assertThat(some.code()).isEqualTo(Exit.NO);
        assertThat(some.out())
                .contains(
                        "a: NO SOLUTION",
                        "b: PROVEN OPTIMAL",
                        "c: NO SOLUTION",
                        "0 rejected, 0 undecided, 0 unreadable, 2 without solution");

        Files.write(solution, List.of(lines.get(2), lines.get(0)));
        Run backwards = verify(problem, solution);
        assertThat(backwards.code()).isEqualTo(Exit.WRONG);
        assertThat(backwards.err()).contains("solution").hasLineCount(1);

        Files.write(solution, List.of(lines.get(0).replace("-2.0", "-1.0"), lines.get(1), lines.get(2)));
        Run wrong = verify(problem, solution);
        assertThat(wrong.code()).isEqualTo(Exit.NO);
        assertThat(wrong.out()).contains("a: REJECTED: ").contains("1 proven optimal, 1 bounded, 1 rejected");
    }

    private void solveThree() throws IOException {
        Files.writeString(
                problem, ProblemTexts.line("a", -2) + ProblemTexts.line("b", +2) + ProblemTexts.line("c", -3));
        Program.withLazySolver().run("solve", problem, "-o", solution);
    }

    @Test
    void oneUnreadableSolutionDoesNotKeepTheOthersFromBeingChecked() throws IOException {
        solveThree();
        List<String> lines = Files.readAllLines(solution);
        // its id can still be read; then not even that; then only half of the line is there; then the id is left out
        for (String broken : List.of(
                lines.get(1).replace("\"status\":\"optimal\"", "\"status\":\"perfect\""),
                "[1, 2]",
                lines.get(1).substring(0, 40),
                lines.get(1).replace("\"problem\":\"b\",", ""))) {
            assertThat(broken).isNotEqualTo(lines.get(1));
            Files.write(solution, List.of(lines.get(0), broken, lines.get(2)));
            Run run = verify(problem, solution);
            assertThat(run.err()).isEmpty();
            assertThat(run.code()).as(broken).isEqualTo(Exit.WRONG);
            List<String> out = run.out().lines().toList();
            assertThat(out).as(broken).hasSize(4);
            assertThat(out.get(0)).startsWith("a: BOUNDED");
            assertThat(out.get(1)).contains("b").contains(": UNREADABLE: ");
            assertThat(out.get(2)).startsWith("c: BOUNDED");
            assertThat(out.get(3))
                    .isEqualTo("total 3: 0 proven optimal, 2 bounded, 0 rejected, 0 undecided, 1 unreadable,"
                            + " 0 without solution");
        }
    }

    @Test
    void anUnreadableProblemDoesNotEither() throws IOException {
        solveThree();
        List<String> lines = Files.readAllLines(problem);
        Files.write(problem, List.of(lines.get(0), lines.get(1).replace("\"forbidden\"", "\"maybe\""), lines.get(2)));
        Run run = verify(problem, solution);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.out().lines().toList().get(1))
                .startsWith("b: UNREADABLE: ")
                .contains("maybe");
        assertThat(run.out()).contains("c: BOUNDED", "2 bounded, 0 rejected, 0 undecided, 1 unreadable");
    }

    @Test
    void whatIsFalseOutweighsWhatIsUnreadable() throws IOException {
        solveThree();
        List<String> lines = Files.readAllLines(solution);
        Files.write(solution, List.of(lines.get(0).replace("-2.0", "-1.0"), "{}", lines.get(2)));
        Run run = verify(problem, solution);
        assertThat(run.code()).isEqualTo(Exit.NO);
        assertThat(run.out()).contains("a: REJECTED: ", ": line 2: UNREADABLE: ", "c: BOUNDED");
    }

    @Test
    void aDocumentCutOffInAFileThatIsNotOnePerLineEndsReadingButNotTheReport() throws IOException {
        Files.writeString(problem, ProblemTexts.lines("a", "b", "c"));
        Program.withLazySolver().run("solve", problem, "-o", solution);
        List<String> lines = Files.readAllLines(solution);
        // a line break after the first bracket: one document is on two lines
        Files.writeString(
                solution,
                lines.get(0).replaceFirst("\\{", "{\n") + "\n" + lines.get(1).substring(0, 50));
        Run run = verify(problem, solution);
        assertThat(run.out()).contains("a: BOUNDED", ": UNREADABLE: ", "c: NO SOLUTION", "1 unreadable, 1 without");
        assertThat(run.code()).isEqualTo(Exit.NO);
    }

    /** Sixty detections of one part with pair costs of either sign: nobody knows their cheapest set. */
    private void hardProblem(String lowerBound) throws IOException {
        Random random = new Random(1);
        int size = 60;
        StringBuilder text = new StringBuilder("{\"format\": \"jointly/problem@1\", \"id\": \"hard\", \"anatomy\":"
                + " {\"name\": \"one\", \"parts\": [\"neck\"], \"majors\": [\"neck\"], \"limbs\": []}, \"poseCost\": 1,"
                + " \"absentPairs\": \"zero\", \"detections\": [");
        for (int d = 0; d < size; d++) {
            text.append(d == 0 ? "" : ", ").append("{\"part\": \"neck\", \"cost\": 0}");
        }
        text.append("], \"pairs\": [");
        for (int b = 1; b < size; b++) {
            for (int a = 0; a < b; a++) {
                text.append(b == 1 ? "" : ", ").append("[" + a + ", " + b + ", " + (random.nextInt(2001) - 1000) + "]");
            }
        }
        Files.writeString(problem, text.append("]}"));
        Problem read = ProblemReader.one(problem);
        String zeros = Collections.nCopies(size, "0").toString();
        Files.writeString(
                solution,
                "{\"format\": \"jointly/solution@1\", \"problemSha256\": \"" + ProblemDigest.sha256(read)
                        + "\", \"status\": \"bounded\", \"objective\": 0, \"lowerBound\": " + lowerBound
                        + ", \"poses\": [], \"certificate\": {\"format\": \"jointly/certificate@3\","
                        + " \"scaleBits\": 0, \"lambda1\": " + zeros + ", \"lambda3\": " + zeros + "}}");
    }

    @Test
    void whatTakesTooLongIsUndecided() throws IOException {
        // any single pair that saves makes the bound at zero prices far lower than this
        hardProblem("-1.5");
        Run run = Program.withLazySolver().run("verify", problem, solution, "--time-limit", "300ms");
        assertThat(run.code()).isEqualTo(Exit.UNDECIDED);
        assertThat(run.out().lines().toList().get(2)).startsWith("UNDECIDED: ").contains("--time-limit");

        Run atOnce = Program.withLazySolver().run("verify", problem, solution, "--time-limit", "0s");
        assertThat(atOnce.code()).isEqualTo(Exit.UNDECIDED);
        assertThat(atOnce.out()).contains("proven lower bound   none");
    }

    /** The exact bound would take ages; the claim is far below it. */
    @Test
    void aModestBoundIsConfirmedWhereTheExactOneIsOutOfReach() throws IOException {
        hardProblem("-9000000000.5");
        Run run = verify(problem, solution);
        assertThat(run.out()).contains("BOUNDED");
        assertThat(run.code()).isZero();
    }
}
