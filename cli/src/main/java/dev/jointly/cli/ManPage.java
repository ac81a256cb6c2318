package dev.jointly.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One command's help as a manual page, in the macros of man(7). picocli's own generator writes AsciiDoc, which needs
 * another program to become a page.
 */
final class ManPage {
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
        page.append(".TH \"%s\" 1 \"\" \"jointly %s\" \"Jointly\"\n".formatted(name.toUpperCase(Locale.ROOT), version));
        List<String> description = texts(command.usageMessage().description());
        section("NAME", name + " - " + firstSentence(description));
        section("SYNOPSIS", help.synopsis(0).replaceAll("\\s+", " ").strip());
        section("DESCRIPTION", description.toArray(String[]::new));
        entries("ARGUMENTS", command.positionalParameters());
        entries("OPTIONS", command.options());
        if (!command.subcommands().isEmpty()) {
            page.append(".SH COMMANDS\n");
            command.subcommands().values().forEach(sub -> {
                String purpose =
                        firstSentence(texts(sub.getCommandSpec().usageMessage().description()));
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
