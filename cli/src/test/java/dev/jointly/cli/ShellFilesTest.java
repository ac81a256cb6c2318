package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.cli.Program.Run;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Completions and manual pages, tried in the shells and by groff where these are installed. */
@Timeout(120)
class ShellFilesTest {
    @TempDir
    static Path folder;

    private static final CommandLine ROOT = ShellFiles.root();
    private static final SortedMap<String, String> FILES = ShellFiles.of(ROOT, "1.2.3");

    @BeforeAll
    static void write() throws IOException {
        for (var file : FILES.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    @Test
    void everyCommandHasAPageAndEveryOptionIsOnIt() {
        List<CommandLine> commands = new ArrayList<>();
        collect(ROOT, commands);
        assertThat(commands).hasSizeGreaterThan(15);
        for (CommandLine command : commands) {
            String name = ShellFiles.ManPage.name(command);
            String page = FILES.getOrDefault("man/man1/" + name + ".1", "");
            assertThat(page).as(name).contains(".SH NAME\n" + name.replace("-", "\\-") + " \\- ", "jointly 1.2.3");
            for (OptionSpec option : command.getCommandSpec().options()) {
                assertThat(page)
                        .as(name)
                        .contains(option.longestName().replace("-", "\\-"))
                        .doesNotContain("${");
            }
        }
        assertThat(FILES).hasSize(commands.size() + 2);
    }

    private static void collect(CommandLine command, List<CommandLine> all) {
        all.add(command);
        command.getSubcommands().values().forEach(sub -> collect(sub, all));
    }

    @Test
    void groffFindsNothingWrongWithThePages() throws Exception {
        String groff = installed("groff");
        List<String> command = new ArrayList<>(List.of(groff, "-man", "-rLL=2000n", "-ww", "-Tutf8", "-Kutf8"));
        FILES.keySet().stream()
                .filter(file -> file.startsWith("man/"))
                .forEach(file -> command.add(folder.resolve(file).toString()));
        Run run = ChildProgram.run(command, Map.of("GROFF_NO_SGR", "1"));
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        String text = run.out().replaceAll(".\b", "");
        assertThat(text)
                .contains(
                        "jointly verify [-h] [--debug] [--max-people=N] [--time-limit=TIME] PROBLEM SOLUTION",
                        "Default: 60s.");
    }

    @Test
    void textThatLooksLikeARequestIsText() {
        assertThat(ShellFiles.ManPage.roff(".gz or C:\\x")).isEqualTo("\\&.gz or C:\\ex");
        assertThat(ShellFiles.ManPage.roff("'a' --b")).isEqualTo("\\&'a' \\-\\-b");
    }

    @ParameterizedTest
    @CsvSource({"so,solve", "model in,install", "solve --meth,--method", "solve --method b,bcg"})
    void bashCompletes(String typed, String expected) throws Exception {
        String bash = installed("bash");
        // completes the last word; compopt works in an interactive shell only
        String script = """
                compopt() { :; }
                source "$1"
                COMP_WORDS=(jointly $2)
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _complete_jointly
                echo "${COMPREPLY[@]}"
                """;
        Run run = ChildProgram.run(List.of(bash, "-c", script, "bash", completion("jointly.bash"), typed), Map.of());
        assertThat(run.err()).isEmpty();
        assertThat(run.out().strip()).isEqualTo(expected);
    }

    @Test
    @Tag("slow")
    void zshTakesTheCompletionsOfBash() throws Exception {
        String zsh = installed("zsh");
        String script = "autoload -U compinit; compinit -u -D; source \"$1\"; echo $_comps[jointly]";
        Run run = ChildProgram.run(List.of(zsh, "-f", "-c", script, "zsh", completion("jointly.bash")), Map.of());
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("_bash_complete", "-F _complete_jointly");
    }

    @ParameterizedTest
    @CsvSource({
        "so,solve",
        "model in,install",
        "solve --meth,--method",
        "solve --method b,bcg",
        "import dee,deepcut",
        "verify model ins,''"
    })
    void fishCompletes(String typed, String expected) throws Exception {
        String fish = installed("fish");
        Run run = ChildProgram.run(
                List.of(
                        fish,
                        "--no-config",
                        "-c",
                        "source $argv[1]; complete -C \"jointly $argv[2]\"",
                        completion("jointly.fish"),
                        typed),
                Map.of("HOME", folder.toString()));
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().map(line -> line.split("\t", -1)[0]).toList())
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    private static String completion(String name) {
        return folder.resolve("completion").resolve(name).toString();
    }

    /** The program of that name, without which a test is skipped. */
    private static String installed(String program) {
        var found = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(place -> !place.isEmpty())
                .map(place -> Path.of(place, program))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(found.isPresent(), "skipped: " + program + " is not installed");
        return found.orElseThrow().toString();
    }
}
