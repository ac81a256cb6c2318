package dev.jointly.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completions for the shell fish, which picocli does not write. */
final class FishCompletion {
    /** Conditions: the command line begins with these words, and nothing else stands behind them. */
    private static final String FUNCTIONS = """
            # Completions of jointly for fish.
            function __jointly_is
                set -l words (commandline -opc)
                set -e words[1]
                for i in (seq (count $argv))
                    test "$words[$i]" = "$argv[$i]"; or return 1
                end
            end
            function __jointly_ends
                test (count (commandline -opc)) -eq (math (count $argv) + 1); and __jointly_is $argv
            end
            """;

    private final StringBuilder script = new StringBuilder(FUNCTIONS);

    private FishCompletion() {}

    static String of(CommandLine root) {
        FishCompletion completion = new FishCompletion();
        completion.command(root.getCommandSpec(), "");
        return completion.script.toString();
    }

    /** @param path the words behind the program's name, each with a space before it */
    private void command(CommandSpec command, String path) {
        for (Map.Entry<String, CommandLine> entry : command.subcommands().entrySet()) {
            CommandSpec sub = entry.getValue().getCommandSpec();
            line(
                    path,
                    "ends",
                    "-f -a " + quoted(entry.getKey()),
                    sub.usageMessage().description());
            command(sub, path + " " + entry.getKey());
        }
        command.positionalParameters().stream()
                .filter(parameter -> parameter.completionCandidates() != null)
                .forEach(parameter -> line(path, "ends", "-f -a " + quoted(candidates(parameter)), new String[0]));
        command.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> line(path, "is", words(option), option.description()));
    }

    private static String words(OptionSpec option) {
        String names = Stream.of(option.names())
                .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                .collect(Collectors.joining(" "));
        if (option.arity().max() == 0) {
            return names;
        }
        if (option.completionCandidates() != null) {
            return names + " -x -a " + quoted(candidates(option));
        }
        // a text may be the name of a file; a number or a duration is none
        boolean file = option.typeInfo().getType() == String.class || option.isMultiValue();
        return names + (file ? " -r" : " -x");
    }

    private void line(String path, String condition, String words, String @Nullable [] description) {
        script.append("complete -c jointly -n '__jointly_" + condition + path + "' " + words);
        List<String> texts = ManPage.texts(description == null ? new String[0] : description);
        if (!texts.isEmpty()) {
            script.append(" -d " + quoted(ManPage.firstSentence(texts)));
        }
        script.append('\n');
    }

    private static String candidates(ArgSpec argument) {
        return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
