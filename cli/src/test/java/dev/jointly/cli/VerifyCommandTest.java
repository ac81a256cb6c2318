package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        problem = Files.writeString(dir.resolve("a.problem.json"), Problems.pretty("a", -2));
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
        Files.writeString(problem, Problems.pretty("a", +2));
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
    void theAnswerToAnotherProblemIsRejected() throws IOException {
        Files.writeString(problem, Problems.pretty("a", -3));
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
    void manyAreMatchedByIdInOrder() throws IOException {
        Files.writeString(problem, Problems.line("a", -2) + Problems.line("b", +2) + Problems.line("c", -3));
        Program.withLazySolver().run("solve", problem, "-o", solution);
        Run all = verify(problem, solution);
        assertThat(all.code()).isZero();
        assertThat(all.out()).isEqualTo("""
                        a: BOUNDED (gap 100.0000 %), proven lower bound -2.0, recomputed objective 0.0
                        b: PROVEN OPTIMAL, proven lower bound 0.0, recomputed objective 0.0
                        c: BOUNDED (gap 100.0000 %), proven lower bound -3.0, recomputed objective 0.0
                        total 3: 1 proven optimal, 2 bounded, 0 rejected, 0 without solution
                        """);

        List<String> lines = Files.readAllLines(solution);
        Files.write(solution, lines.subList(1, 2));
        Run some = verify(problem, solution);
        assertThat(some.code()).isEqualTo(Exit.NO);
        assertThat(some.out())
                .contains("a: NO SOLUTION", "b: PROVEN OPTIMAL", "c: NO SOLUTION", "0 rejected, 2 without solution");

        Files.write(solution, List.of(lines.get(2), lines.get(0)));
        Run backwards = verify(problem, solution);
        assertThat(backwards.code()).isEqualTo(Exit.WRONG);
        assertThat(backwards.err()).contains("solution").hasLineCount(1);

        Files.write(solution, List.of(lines.get(0).replace("-2.0", "-1.0"), lines.get(1), lines.get(2)));
        Run wrong = verify(problem, solution);
        assertThat(wrong.code()).isEqualTo(Exit.NO);
        assertThat(wrong.out()).contains("a: REJECTED: ").contains("1 proven optimal, 1 bounded, 1 rejected");
    }
}
