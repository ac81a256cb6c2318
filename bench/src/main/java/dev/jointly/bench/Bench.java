package dev.jointly.bench;

import dev.jointly.io.BadInputException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The program {@code jointly-bench}: one command for each goal of docs/speed.md. */
@Command(
        name = "jointly-bench",
        synopsisSubcommandLabel = "COMMAND",
        description = "Measures how fast Jointly is; docs/speed.md explains the figures.",
        subcommands = {
            SpeedCommand.class,
            LimitCommand.class,
            RealCommand.class,
            VideosCommand.class,
            AccuracyCommand.class,
            BesideCommand.class,
            PhotosCommand.class,
            GrowthCommand.class,
            RepairCommand.class,
            ParallelCommand.class,
            MarginsCommand.class,
            ClicksCommand.class,
            StartupCommand.class,
            PiecesCommand.class,
            DetectorCommand.class,
            PaperCommand.class
        })
public final class Bench {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    boolean help;

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command; errors of use and input are one line and exit code 2. */
    static int run(String... args) {
        CommandLine line = new CommandLine(new Bench());
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            if (!(e instanceof BadInputException || e instanceof IllegalArgumentException)) {
                throw e;
            }
            System.err.println("jointly-bench: " + e.getMessage());
            return 2;
        });
        return line.execute(args);
    }
}
