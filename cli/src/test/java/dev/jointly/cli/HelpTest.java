package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Program.Run;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @Test
    void theProgramNamesItsCommandsAndEachHasHelp() {
        Run root = Program.withLazySolver().run("--help");
        assertThat(root.code()).isZero();
        assertThat(root.out()).contains("Usage: jointly", "Exit codes:");
        for (String command : List.of(
                "solve",
                "verify",
                "generate",
                "pose",
                "track",
                "compare",
                "apply",
                "batch",
                "model",
                "import",
                "export",
                "serve",
                "fit",
                "eval")) {
            assertThat(root.out()).containsPattern("(?m)^  " + command + " ");
            Run help = Program.withLazySolver().run(command, "--help");
            assertThat(help.code()).as(command).isZero();
            assertThat(help.out()).as(command).startsWith("Usage: jointly " + command + " ");
            assertThat(help.out().lines()).as(command).allMatch(line -> line.length() <= 80);
            assertThat(help.err()).as(command).isEmpty();
        }
    }

    @Test
    void everyOptionOfTheContractIsThere() {
        assertThat(Program.withLazySolver().run("solve", "--help").out())
                .contains("-o,", "--method", "auto, bcg, pcg", "--time-limit", "--gap", "--threads", "PROBLEM...");
        assertThat(Program.withLazySolver().run("generate", "--help").out())
                .contains("--people", "--crowding", "easy, crowded, dense", "--seed", "--count", "-o,");
    }

    @Test
    void modelsHaveHelpOfTheirOwn() {
        Run help = Program.withLazySolver().run("model", "install", "--help");
        assertThat(help.code()).isZero();
        assertThat(help.out()).startsWith("Usage: jointly model install ").contains("NAME");
        assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
        Run none = Program.withLazySolver().run("model");
        assertThat(none.code()).isEqualTo(Exit.WRONG);
        assertThat(none.err())
                .isEqualTo(
                        "jointly: found no command but expected one of add, describe, install, list, remove (see jointly model --help)\n");
        Run unknown = Program.withLazySolver().run("model", "install", "resnet");
        assertThat(unknown.code()).isEqualTo(Exit.WRONG);
        assertThat(unknown.err())
                .isEqualTo(
                        "jointly: found model resnet but expected one of openpose-mobilenet, movenet-multipose, movenet-thunder\n");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(Program.withLazySolver().run("help"))
                .isEqualTo(Program.withLazySolver().run("--help"));
        assertThat(Program.withLazySolver().run("help", "solve"))
                .isEqualTo(Program.withLazySolver().run("solve", "--help"));
        assertThat(Program.withLazySolver().run("help", "model", "install").out())
                .startsWith("Usage: jointly model install ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"slove", "solv", "solveit", "Solve"})
    void aMisspeltCommandGetsASuggestion(String word) {
        Run run = Program.withLazySolver().run(word, "x.problem.json");
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .contains("; maybe you meant solve (see jointly --help)")
                .hasLineCount(1);
    }

    @Test
    void theVersionIsOneLine() {
        Run run = Program.withLazySolver().run("--version");
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("jointly ").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"frobnicate", "--frob", "Solve"})
    void wrongUseIsOneLine(String word) {
        Run run = Program.withLazySolver().run(word);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("jointly: found ")
                .endsWith("(see jointly --help)\n")
                .hasLineCount(1);
    }
}
