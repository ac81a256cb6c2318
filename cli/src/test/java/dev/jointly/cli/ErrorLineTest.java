package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whatever goes wrong is said in one line that fits on a screen. */
class ErrorLineTest {
    @Test
    void linesEndAt300Characters() {
        for (String[] args : new String[][] {
            {"solve", "x".repeat(5_000)},
            {"x".repeat(5_000)},
            {"solve", "p", "--" + "x".repeat(5_000)},
            {"verify", "a\nb".repeat(999), "b"}
        }) {
            Program.Run run = Program.withLazySolver().run((Object[]) args);
            assertThat(run.code()).isEqualTo(Exit.WRONG);
            assertThat(run.err())
                    .startsWith("jointly: ")
                    .endsWith("...\n")
                    .hasSize(301)
                    .containsOnlyOnce("\n");
        }
    }
}
