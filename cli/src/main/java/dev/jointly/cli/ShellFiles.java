package dev.jointly.cli;

import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes what a release archive has for shells: completions and manual pages. Run by the build of the archives. */
final class ShellFiles {
    private ShellFiles() {}

    /** Into the folder {@code args[0]}. */
    public static void main(String[] args) throws IOException {
        String version = new RootCommand.Version().getVersion()[0].replaceFirst("^jointly ", "");
        for (var file : of(root(), version).entrySet()) {
            Path path = Path.of(args[0]).resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    /** The program with all its commands. */
    static CommandLine root() {
        return new Main(Console.ofProcess(), new StopSignal(), new Main.Engine(), ModelStore.ofUser())
                .commandLine(new String[0]);
    }

    /** The files by their paths. */
    static SortedMap<String, String> of(CommandLine root, String version) {
        SortedMap<String, String> files = new TreeMap<>();
        // zsh reads it too
        files.put("completion/jointly.bash", AutoComplete.bash("jointly", root));
        files.put("completion/jointly.fish", FishCompletion.of(root));
        pages(root, version, files);
        return files;
    }

    private static void pages(CommandLine line, String version, SortedMap<String, String> files) {
        files.put("man/man1/" + ManPage.name(line) + ".1", ManPage.of(line, version));
        line.getSubcommands().values().forEach(command -> pages(command, version, files));
    }

    /** Completions for the shell fish, which picocli does not write. */
    static final class FishCompletion {
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

    /**
     * One command's help as a manual page, in the macros of man(7). picocli's own generator writes AsciiDoc, which needs
     * another program to become a page.
     */
    static final class ManPage {
        private static final Help.Ansi PLAIN = Help.Ansi.OFF;

        private final CommandSpec command;
        private final Help help;
        private final String version;
        private final StringBuilder page = new StringBuilder();

        private ManPage(CommandLine line, String version) {
            this.command = line.getCommandSpec();
            this.help = line.getHelp();
            this.version = version;
        }

        /** {@code jointly-model-install} of {@code jointly model install}. */
        static String name(CommandLine line) {
            return line.getCommandSpec().qualifiedName("-");
        }

        static String of(CommandLine line, String version) {
            return new ManPage(line, version).write();
        }

        private String write() {
            String name = command.qualifiedName("-");
            page.append(
                    ".TH \"%s\" 1 \"\" \"jointly %s\" \"Jointly\"\n".formatted(name.toUpperCase(Locale.ROOT), version));
            List<String> description = texts(command.usageMessage().description());
            section("NAME", name + " - " + firstSentence(description));
            section("SYNOPSIS", help.synopsis(0).replaceAll("\\s+", " ").strip());
            section("DESCRIPTION", description.toArray(String[]::new));
            entries("ARGUMENTS", command.positionalParameters());
            entries("OPTIONS", command.options());
            if (!command.subcommands().isEmpty()) {
                page.append(".SH COMMANDS\n");
                command.subcommands().values().forEach(sub -> {
                    String purpose = firstSentence(
                            texts(sub.getCommandSpec().usageMessage().description()));
                    entry(name(sub).replaceFirst("^(.*)-(?=[^-]+$)", "") + " (" + name(sub) + "(1))", List.of(purpose));
                });
            }
            List<String> notes = texts(command.usageMessage().footer());
            if (!notes.isEmpty()) {
                section("NOTES", notes.toArray(String[]::new));
            }
            CommandSpec parent = command.parent();
            section("SEE ALSO", (parent == null ? "jointly-solve" : parent.qualifiedName("-")) + "(1)");
            return page.toString();
        }

        private void section(String title, String... paragraphs) {
            page.append(".SH ").append(title).append('\n');
            page.append(Stream.of(paragraphs).map(ManPage::roff).collect(Collectors.joining("\n.PP\n")));
            page.append('\n');
        }

        private void entries(String title, List<? extends ArgSpec> arguments) {
            List<? extends ArgSpec> shown =
                    arguments.stream().filter(argument -> !argument.hidden()).toList();
            if (!shown.isEmpty()) {
                page.append(".SH ").append(title).append('\n');
                shown.forEach(argument -> entry(words(argument), texts(argument.description())));
            }
        }

        /** What is typed: the names of an option, and its value. */
        private String words(ArgSpec argument) {
            String value = help.parameterLabelRenderer()
                    .renderParameterLabel(argument, PLAIN, List.of())
                    .toString();
            return argument instanceof OptionSpec option ? String.join(", ", option.names()) + value : value;
        }

        private void entry(String term, List<String> paragraphs) {
            page.append(".TP\n\\fB").append(roff(term)).append("\\fR\n");
            page.append(paragraphs.stream().map(ManPage::roff).collect(Collectors.joining("\n.IP\n")));
            page.append('\n');
        }

        /** Texts as the help shows them, without colours and without empty lines. */
        static List<String> texts(String... lines) {
            return Stream.of(lines)
                    .map(line -> PLAIN.string(String.format(line)).strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        }

        static String firstSentence(List<String> texts) {
            String all = String.join(" ", texts);
            int end = all.indexOf(". ");
            return (end < 0 ? all : all.substring(0, end)).replaceFirst("\\.$", "");
        }

        /** A line of text that contains no request, and whose hyphens can be searched for and copied. */
        static String roff(String text) {
            String escaped = text.replace("\\", "\\e").replace("-", "\\-");
            return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
        }
    }
}
