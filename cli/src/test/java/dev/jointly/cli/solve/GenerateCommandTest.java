package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.ProblemDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenerateCommandTest {
    @TempDir
    Path dir;

    @Test
    void filesAreNamedBySeedAndHoldThatProblem() throws IOException {
        Path out = dir.resolve("new/problems");
        Run run = Program.withLazySolver()
                .run("generate", "--people", 2, "--crowding", "dense", "--seed", 7, "--count", 3, "-o", out);
        assertThat(run.code()).isZero();
        for (long seed = 7; seed < 10; seed++) {
            String id = "dense-2p-s" + seed;
            assertThat(ProblemDigest.sha256(ProblemReader.one(out.resolve(id + ".problem.json"))))
                    .isEqualTo(ProblemDigest.sha256(Generator.generate(id, 2, Crowding.DENSE, seed)));
        }
        try (var list = Files.list(out)) {
            assertThat(list).hasSize(3);
        }
    }

    @Test
    void dashWritesLinesThatSolveReads() {
        Run made = Program.withLazySolver()
                .run("generate", "--people", 1, "--crowding", "easy", "--seed", 1, "--count", 2, "-o", "-");
        Run run = Program.withLazySolver().reading(made.out()).run("solve", "-", "-q");
        assertThat(run.code()).isZero();
        assertThat(run.out().lines()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--crowding easy --seed 1 -o x|missing required option",
                "--people 0 --crowding easy --seed 1 -o x|--people is 0 but must be",
                "--people 2 --crowding cosy --seed 1 -o x|found 'cosy' but expected one of easy, crowded, dense, adversarial",
                "--people 2 --crowding easy --seed 1 --count 0 -o x|--count is 0 but must be 1 or more",
                "--people 2 --crowding easy --seed x -o x|'x' is not a long",
            })
    void misuse(String line, String says) {
        Run run = Program.withLazySolver().run((Object[]) ("generate " + line).split(" "));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).startsWith("jointly: ").contains(says).hasLineCount(1);
        assertThat(Path.of("x")).doesNotExist();
    }
}
