package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person is told who calls the program wrongly, or where the locale knows few letters. */
@Timeout(120)
class WrongUseTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({
        "bogus pose, bogus, solve, jointly",
        "--debug bogus solve, bogus, solve, jointly",
        "bogus --help, bogus, solve, jointly",
        "model bogus install, bogus, install, jointly model",
    })
    void theFirstWordThatIsNoCommandIsNamed(String words, String bogus, String command, String help) {
        Run run = Program.withLazySolver().run((Object[]) words.split(" "));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        List<String> lines = run.err().lines().toList();
        assertThat(lines.get(lines.size() - 1))
                .startsWith("jointly: found '" + bogus + "' but expected one of the commands ")
                .contains(command)
                .endsWith(" (see " + help + " --help)");
    }

    @Test
    void emptyWordsAreNoFiles() throws IOException {
        Path problem = Files.writeString(dir.resolve("p.json"), ProblemTexts.pretty("a", -2));
        for (Object[] words : new Object[][] {{"solve", ""}, {"solve", problem, "-o", ""}, {""}}) {
            Run run = Program.withLazySolver().run(words);
            assertThat(run.code()).isEqualTo(Exit.WRONG);
            assertThat(run.err())
                    .isEqualTo("jointly: found an empty argument but expected a name or a value; is a shell variable"
                            + " unset?\n");
        }
    }

    @Test
    void optionsOutOfRangeOrOfNoSuchNameAreNamed() throws IOException {
        Path problem = Files.writeString(dir.resolve("p.json"), ProblemTexts.pretty("a", -2));
        Run tooLarge = Program.withLazySolver().run("solve", problem, "--option", "cutRounds=3000");
        assertThat(tooLarge.code()).isEqualTo(Exit.WRONG);
        assertThat(tooLarge.err()).contains("--cutRounds is 3000 but must be an integer from 0 to 1000");
        Run unknown = Program.withLazySolver().run("solve", problem, "--option", "cutrounds=0");
        assertThat(unknown.code()).isEqualTo(Exit.WRONG);
        assertThat(unknown.err()).contains("--option cutrounds is not one of ").contains("cutRounds");
        assertThat(Program.withLazySolver()
                        .run("solve", problem, "--option", "cutRounds=0")
                        .code())
                .isEqualTo(Exit.DONE);
    }

    @Test
    void aFileWhereADirectoryIsWantedIsNamed() throws IOException {
        Path file = Files.writeString(dir.resolve("taken"), "text");
        Run run =
                Program.withLazySolver().run("generate", "--people", 1, "--crowding", "easy", "--seed", 1, "-o", file);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .isEqualTo(
                        "jointly: cannot write " + file + ": " + file + " is a file but a directory is wanted there\n");
    }

    @Test
    void wordsThatLostLettersAreNotLookedFor() {
        assertThat(Main.garbled(new String[] {"solve", "Zo\uFFFD.json"}, "ANSI_X3.4-1968"))
                .hasValueSatisfying(
                        text -> assertThat(text).contains("'Zo\uFFFD.json'", "ANSI_X3.4-1968", "LC_ALL=C.UTF-8"));
        assertThat(Main.garbled(new String[] {"solve", "Zo\u00eb.json"}, "ISO-8859-1"))
                .isEmpty();
        assertThat(Main.garbled(new String[] {"solve", "Zo\uFFFD.json"}, "UTF-8"))
                .isEmpty();
    }

    /** Without the launcher, which would set a better one. */
    @Test
    void aLocaleWithoutTheLettersOfAnIdIsOneSentence() throws Exception {
        Path problem =
                Files.writeString(dir.resolve("p.json"), ProblemTexts.pretty("Zo\u00eb-\u65e5\u672c", -2), UTF_8);
        Path out = Files.createDirectory(dir.resolve("out"));
        Map<String, String> bare = Map.of("LC_ALL", "C");
        Run intoDirectory = ChildProgram.run(ChildProgram.command("solve", problem, "-o", out), bare);
        assumeTrue(!intoDirectory.err().contains("bounded"), "skipped: this system knows all letters in every locale");
        assertThat(intoDirectory.code()).isEqualTo(Exit.WRONG);
        assertThat(intoDirectory.err())
                .isEqualTo("jointly: problem id \"Zo\u00eb-\u65e5\u672c\" cannot be a file name here; set"
                        + " LC_ALL=C.UTF-8 for non-ASCII letters, or give -o a file instead of a directory\n");
        Run intoFile = ChildProgram.run(ChildProgram.command("solve", problem, "-o", dir.resolve("s.json")), bare);
        assertThat(intoFile.code()).isZero();
        assertThat(intoFile.err()).as("printed ids").startsWith("Zo\u00eb-\u65e5\u672c: ");
        assertThat(Files.readString(dir.resolve("s.json"))).contains("\"Zo\u00eb-\u65e5\u672c\"");
    }

    @ParameterizedTest
    @CsvSource({"'',C.UTF-8", "C,C.UTF-8", "POSIX,C.UTF-8", "de_DE.UTF-8,de_DE.UTF-8", "de_DE,de_DE"})
    void theLauncherSetsALocaleThatKnowsAllLetters(String given, String used) throws Exception {
        Path launcher = Path.of("..", "bin", "jointly");
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: no /bin/sh");
        Path home = Files.createDirectories(dir.resolve("cli").resolve("target"));
        Files.createFile(home.resolve("jointly.jar"));
        Path script =
                Files.copy(launcher, Files.createDirectory(dir.resolve("bin")).resolve("jointly"));
        Path java = Files.createDirectory(dir.resolve("fake")).resolve("bin").resolve("java");
        Files.createDirectory(java.getParent());
        Files.writeString(java, "#!/bin/sh\necho \"$LC_ALL\"\n");
        executable(java);
        Run run = ChildProgram.run(
                List.of("/bin/sh", script.toString(), "--version"),
                Map.of("JAVA_HOME", dir.resolve("fake").toString(), "LC_ALL", given, "LC_CTYPE", "", "LANG", ""));
        assertThat(run.out()).as(run.err()).isEqualTo(used + "\n");
    }

    private static void executable(Path file) throws IOException {
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }
}
