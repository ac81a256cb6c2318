package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weak people and {@code --min-score}, with the real solver. */
class LeastScoreTest {
    /** Two necks: everybody has a score of 1 / (1 + e), which is 0.27. */
    private static final String PROBLEM = """
            {"format": "jointly/problem@1", "id": "a", "image": {"file": "a.png", "width": 60, "height": 40},
             "anatomy": {"name": "bust", "parts": ["neck", "head"], "majors": ["neck"], "limbs": [["neck", "head"]]},
             "poseCost": 1, "pairs": [],
             "personScore": {"bias": -1, "strength": 0, "joints": 0, "extent": 0, "meanLink": 0, "leastLink": 0, "weakBelow": 0.5},
             "detections": [{"part": "neck", "x": 20, "y": 30, "cost": -2}, {"part": "neck", "x": 50, "y": 10, "cost": -2}]}
            """;

    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());
    private Path problem = Path.of("");
    private Path solution = Path.of("");

    @BeforeEach
    void solve() throws IOException {
        problem = Files.writeString(dir.resolve("a.problem.json"), PROBLEM);
        solution = dir.resolve("a.solution.json");
        Run run = program.run("solve", problem, "-o", solution);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("a: 0 people, 2 weak ones;");
    }

    @Test
    void solutionsHaveEveryoneAndTheProofIsAboutAll() throws IOException {
        assertThat(Files.readString(solution))
                .contains("\"score\": 0.268941421369995")
                .contains("\"weak\": true");
        assertThat(program.run("verify", problem, solution).out()).endsWith("PROVEN OPTIMAL\n");
    }

    @Test
    void exportsLeaveWeakPeopleOut() throws IOException {
        Path csv = dir.resolve("a.csv");
        Run hidden = program.run("export", "csv", solution, "--problems", problem, "-o", csv);
        assertThat(hidden.err()).contains("wrote 0 people of 1 image to " + csv + ", 2 weak ones left out");
        assertThat(Files.readAllLines(csv)).hasSize(1);
        Run all = program.run("export", "csv", solution, "--problems", problem, "-o", csv, "--min-score", 0, "--force");
        assertThat(all.code()).as(all.err()).isZero();
        assertThat(Files.readAllLines(csv)).hasSize(3);
    }

    @Test
    void captionsCountThemApart() throws IOException {
        Path drawing = dir.resolve("a.svg");
        program.run("draw", solution, "--problem", problem, "-o", drawing);
        assertThat(Files.readString(drawing)).contains("0 people, 2 weak ones faint");
        program.run("draw", solution, "--problem", problem, "-o", drawing, "--min-score", 0.2);
        assertThat(Files.readString(drawing)).contains("2 people;");
    }

    @Test
    void whatCannotBeIsSaid() throws IOException {
        assertThat(program.run("draw", solution, "--problem", problem, "-o", "a.svg", "--min-score", 2)
                        .err())
                .contains("--min-score is 2.0 but must be from 0 to 1");
        Path plain =
                Files.writeString(dir.resolve("plain.json"), PROBLEM.replaceAll("\"personScore\": \\{[^}]*\\},", ""));
        Run run = program.run("solve", plain, "--min-score", 0.5, "-o", solution);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains("the people of problem \"a\" have no score");
    }
}
