package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** bin/jointly in an archive, and bin/jointly.bat, which is compared with it: nothing here can run it. */
@Timeout(60)
class LauncherTest {
    private static final Path BIN = Path.of("..", "bin");

    @TempDir
    Path folder;

    @Test
    void bothPassJavaTheSameOptions() throws IOException {
        String unix = Files.readString(BIN.resolve("jointly"));
        String windows = Files.readString(BIN.resolve("jointly.bat"));
        List<String> options = all("(?<=[\\s\"])(-X|-D|--)[^\\s\"=$%]*\\b", call(unix, "exec \"$java\""));
        assertThat(options).hasSizeGreaterThan(5).contains("-Djava.awt.headless", "--enable-native-access");
        assertThat(all("(?<=[\\s\"])(-X|-D|--)[^\\s\"=$%]*\\b", call(windows, "\"%java%\" -XX")))
                .isEqualTo(options);
        assertThat(call(windows, "\"%java%\" -XX")).contains("dev.jointly.cli.Main %*");
        assertThat(call(unix, "exec \"$java\"")).contains("dev.jointly.cli.Main \"$@\"");
    }

    /** What follows, to the end of the command: lines that end in a backslash go on. */
    private static String call(String script, String start) {
        int at = script.indexOf(start);
        assertThat(at).as(start).isPositive();
        return script.substring(at)
                .replaceAll("\\\\\n", " ")
                .lines()
                .findFirst()
                .orElseThrow();
    }

    @Test
    void bothReadTheSameVariables() throws IOException {
        String variable = "\\b(JOINTLY_[A-Z_]+|JAVA_HOME|SharedArchiveFile)\\b";
        assertThat(all(variable, Files.readString(BIN.resolve("jointly.bat"))).stream()
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(all(variable, Files.readString(BIN.resolve("jointly"))).stream()
                        .distinct()
                        .toList());
    }

    @Test
    void theBatchFileIsWhatWindowsReads() throws IOException {
        String script = Files.readString(BIN.resolve("jointly.bat"));
        assertThat(script).isASCII().endsWith("\r\n");
        assertThat(script.replace("\r\n", "")).doesNotContain("\n").doesNotContain("\r");
        List<String> targets = all("(?<=goto )\\w+", script);
        assertThat(targets).isNotEmpty();
        assertThat(script.lines())
                .containsAll(targets.stream().map(name -> ":" + name).toList());
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void anArchiveIsRunByItsOwnJava() throws Exception {
        Path script = archive();
        fakeJava(folder.resolve("runtime"), "inside");
        assertThat(run(script).out()).isEqualTo("inside " + folder.toRealPath().resolve("jointly.jar") + "\n");
    }

    @Test
    void anArchiveWithoutJavaIsRunByThatOfTheMachine() throws Exception {
        assertThat(run(archive()).out())
                .isEqualTo("outside " + folder.toRealPath().resolve("jointly.jar") + "\n");
    }

    private Path archive() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: no /bin/sh");
        Files.createFile(folder.resolve("jointly.jar"));
        return Files.copy(
                BIN.resolve("jointly"),
                Files.createDirectory(folder.resolve("bin")).resolve("jointly"));
    }

    private Run run(Path script) throws Exception {
        fakeJava(folder.resolve("outside"), "outside");
        return ChildProgram.run(
                List.of("/bin/sh", script.toString(), "--version"),
                Map.of("JAVA_HOME", folder.resolve("outside").toString(), "JOINTLY_CLASSPATH", ""));
    }

    /** A program that says its name and what stands behind -cp. */
    private static void fakeJava(Path home, String name) throws IOException {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(
                java, "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = -cp ] && echo \"" + name + " $2\"; shift; done\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }
}
