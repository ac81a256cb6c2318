package dev.jointly.cli;

import dev.jointly.vision.net.ModelStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code jointly} itself: what all commands share. */
@Command(
        name = "jointly",
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Groups detected joints into people and proves that no other grouping is better for their scores.",
        versionProvider = RootCommand.Version.class,
        footer = {
            "",
            "jointly help COMMAND explains a command.",
            "",
            "Exit codes: 0 done; 1 rejected, missing, or not proven although --prove requires it, or some of several files failed;"
                    + " 2 wrong usage or invalid input; 3 undecided within the time limit of verify."
        })
final class RootCommand {
    final Console console;
    final StopSignal signal;
    final SolveFunction solving;
    final ModelStore models;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    boolean version;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Show stack traces of errors (also with JOINTLY_DEBUG set).")
    boolean debug = System.getenv("JOINTLY_DEBUG") != null;

    RootCommand(Console console, StopSignal signal, SolveFunction solving, ModelStore models) {
        this.console = console;
        this.signal = signal;
        this.solving = solving;
        this.models = models;
    }

    /** The version the jar was built as. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = RootCommand.class.getPackage().getImplementationVersion();
            return new String[] {"jointly " + (version == null ? "(unpackaged)" : version)};
        }
    }
}
