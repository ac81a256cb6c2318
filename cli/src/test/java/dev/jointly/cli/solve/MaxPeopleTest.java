package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --max-people}, with the real solver. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MaxPeopleTest {
    private static final String POSE = "\"strength\"";

    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());
    private Path problem = Path.of("");
    private Path solution = Path.of("");

    @BeforeEach
    void generate() {
        program.run("generate", "--people", 3, "--crowding", "easy", "--seed", 1, "-o", dir);
        problem = dir.resolve("easy-3p-s1.problem.json");
        solution = dir.resolve("two.solution.json");
    }

    @Test
    void theBestPeopleAndAProofOfThat() throws IOException {
        program.run("solve", problem, "-o", solution);
        assertThat(Files.readString(solution).split(POSE, -1))
                .as("without a limit")
                .hasSize(1 + 3);
        Run solved = program.run("solve", problem, "--max-people", 2, "--prove", "-o", solution);
        assertThat(solved.code()).as(solved.err()).isZero();
        assertThat(Files.readString(solution)).contains("\"maxPoses\": 2");
        assertThat(Files.readString(solution).split(POSE, -1)).hasSize(1 + 2);
        Run verified = program.run("verify", "--max-people", 2, problem, solution);
        assertThat(verified.out()).endsWith("\nPROVEN OPTIMAL for at most 2 people\n");
        assertThat(verified.code()).isZero();
        Run exported = program.run("export", "csv", solution, "--problems", problem, "-o", dir.resolve("two.csv"));
        assertThat(exported.code()).as(exported.err()).isZero();
    }

    /** The limit is part of the question: a solution does not bring its own. */
    @Test
    void aLimitThatWasNotAskedForIsRejected() throws IOException {
        Path nobody = dir.resolve("nobody.json");
        Files.writeString(
                nobody, Files.readString(problem).replaceFirst("\"poseCost\"", "\"maxPoses\": 0, \"poseCost\""));
        program.run("solve", nobody, "-o", solution);
        Run unasked = program.run("verify", problem, solution);
        assertThat(unasked.out())
                .contains("REJECTED: maxPoses is 0 but the number of poses is not limited")
                .contains("--max-people 0");
        assertThat(unasked.code()).isEqualTo(Exit.NO);
        Run other = program.run("verify", "--max-people", 2, problem, solution);
        assertThat(other.out()).contains("REJECTED: maxPoses is 0 but the limit is 2");
        assertThat(other.code()).isEqualTo(Exit.NO);
        Run many = program.run("verify", dir.toString() + "/*.problem.json", dir.toString() + "/*.solution.json");
        assertThat(many.code()).isEqualTo(Exit.NO);
        Run asked = program.run("verify", "--max-people", 0, problem, solution);
        assertThat(asked.out()).endsWith("\nPROVEN OPTIMAL for at most 0 people\n");
        assertThat(asked.code()).isZero();
        // nor does a solution of the problem as it stands answer the other question
        program.run("solve", problem, "-o", solution);
        Run free = program.run("verify", "--max-people", 2, problem, solution);
        assertThat(free.out()).contains("REJECTED: problemSha256 is ");
        assertThat(free.code()).isEqualTo(Exit.NO);
    }

    @Test
    void aClaimOfMorePeopleThanTheProblemAllowsIsRejected() throws IOException {
        program.run("solve", problem, "--max-people", 2, "-o", solution);
        Path strict = dir.resolve("strict.problem.json");
        Files.writeString(
                strict, Files.readString(problem).replaceFirst("\"poseCost\"", "\"maxPoses\": 1, \"poseCost\""));
        Run verified = program.run("verify", strict, solution);
        assertThat(verified.out()).contains("REJECTED: maxPoses is 2 but the limit is 1");
        assertThat(verified.code()).isEqualTo(Exit.NO);
        // the smaller of the two limits counts
        Run solved = program.run("solve", strict, "--max-people", 2, "-o", solution);
        assertThat(solved.code()).isZero();
        assertThat(program.run("verify", strict, solution).out()).endsWith("PROVEN OPTIMAL for at most 1 person\n");
    }

    @Test
    void importedProblemsHaveTheLimit() throws IOException {
        Path seen = Files.writeString(
                dir.resolve("1_keypoints.json"),
                "{\"part_candidates\":[{\"0\":[102,30,0.8],\"1\":[100,50,0.9],\"17\":[]}]}");
        Path problems = dir.resolve("p.ndjson");
        Run run = program.run("import", "openpose", seen, "-o", problems, "--size", "640x480", "--max-people", 4, "-q");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(problems)).contains("\"maxPoses\":4");
    }

    @Test
    void nobodyIsNoLimit() {
        Run run = program.run("solve", problem, "--max-people", 0, "-o", solution);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains("--max-people is 0 but must be from 1 to 100000");
    }
}
