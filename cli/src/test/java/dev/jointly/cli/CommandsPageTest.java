package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The reference in docs/commands.md is the help of the program, but for notes and examples. After a change of the help, {@code mvn -pl cli -am test
 * -Dtest=CommandsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Djointly.commands.record=true} writes it anew.
 */
class CommandsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "commands.md");
    private static final String MARK = "<!-- from here on written by CommandsPageTest -->\n";
    /** An option with the same description in so many commands is described once. */
    private static final int SHARED = 2;

    private final List<CommandLine> commands = leaves(ShellFiles.root()).toList();
    private final Map<String, String> descriptions = new TreeMap<>();
    private final Map<String, List<String>> users = new LinkedHashMap<>();

    @Test
    void theReferenceIsTheHelpOfTheProgram() throws IOException {
        String page = Files.readString(PAGE, UTF_8);
        String expected = page.substring(0, page.indexOf(MARK)) + MARK + reference();
        if (Boolean.getBoolean("jointly.commands.record")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE).content(UTF_8).isEqualTo(expected);
    }

    private static Stream<CommandLine> leaves(CommandLine line) {
        return line.getSubcommands().isEmpty()
                ? Stream.of(line)
                : line.getSubcommands().values().stream().flatMap(CommandsPageTest::leaves);
    }

    private String reference() {
        for (CommandLine command : commands) {
            options(command).forEach(option -> {
                String row = row(option, command);
                descriptions.put(row, words(option, command));
                users.computeIfAbsent(row, key -> new ArrayList<>()).add(name(command));
            });
        }
        StringBuilder text = new StringBuilder("\n## Reference\n\n### Options of several commands\n\n");
        descriptions.keySet().stream().filter(this::shared).forEach(text::append);
        commands.forEach(command -> append(command, text));
        return text.toString();
    }

    private void append(CommandLine command, StringBuilder text) {
        var usage = command.getCommandSpec().usageMessage();
        text.append("\n### ").append(name(command)).append("\n\n");
        text.append(String.join(" ", ShellFiles.ManPage.texts(usage.description())))
                .append('\n');
        List<String> own = new ArrayList<>();
        command.getCommandSpec().positionalParameters().stream()
                .filter(argument -> !argument.hidden())
                .forEach(argument -> own.add(row(argument, command)));
        List<String> others = new ArrayList<>();
        options(command).forEach(option -> {
            String row = row(option, command);
            if (shared(row)) {
                others.add("`" + option.longestName() + "`");
            } else {
                own.add(row);
            }
        });
        if (!own.isEmpty()) {
            text.append('\n');
            own.forEach(text::append);
        }
        if (!others.isEmpty()) {
            text.append("\nAlso ").append(String.join(", ", others)).append(".\n");
        }
    }

    private boolean shared(String row) {
        return users.getOrDefault(row, List.of()).size() >= SHARED;
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName().replaceFirst("^jointly ", "");
    }

    private static Stream<OptionSpec> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden() && !option.inherited() && !option.usageHelp());
    }

    private static String row(ArgSpec argument, CommandLine command) {
        return "- `" + words(argument, command) + "`: "
                + escaped(String.join(" ", ShellFiles.ManPage.texts(argument.description()))) + "\n";
    }

    private static String words(ArgSpec argument, CommandLine command) {
        String value = command.getHelp()
                .parameterLabelRenderer()
                .renderParameterLabel(argument, Help.Ansi.OFF, List.of())
                .toString();
        return argument instanceof OptionSpec option
                ? Stream.of(option.names()).collect(Collectors.joining(", ")) + value
                : value;
    }

    private static String escaped(String text) {
        return text.replace("<", "&lt;").replace("*", "\\*").replaceAll("https?://[^\\s;,]+", "`$0`");
    }
}
