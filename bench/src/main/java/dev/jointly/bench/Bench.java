package dev.jointly.bench;

import dev.jointly.io.BadInputException;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The program {@code jointly-bench}: one command for each goal of dev/speed.md. */
@Command(
        name = "jointly-bench",
        synopsisSubcommandLabel = "COMMAND",
        description = "Measures how fast Jointly is; dev/speed.md explains the figures.",
        subcommands = {
            SpeedCommand.class,
            LimitCommand.class,
            RealCommand.class,
            AccuracyCommand.class,
            BesideCommand.class,
            PhotosCommand.class,
            GrowthCommand.class,
            RepairCommand.class,
            MarginsCommand.class,
            StartupCommand.class,
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

    static CommandLine commandLine() {
        return new CommandLine(new Bench())
                .registerConverter(Contender.class, Contender::named)
                .registerConverter(Duration.class, Bench::duration)
                .setParameterExceptionHandler((e, args) -> {
                    CommandLine of = e.getCommandLine();
                    String commands = String.join(", ", of.getSubcommands().keySet());
                    of.getErr()
                            .println("jointly-bench: " + e.getMessage()
                                    + (commands.isEmpty() ? "" : "; the commands are " + commands));
                    return 2;
                });
    }

    /** Whole seconds or milliseconds: 60s, 500ms. */
    private static Duration duration(String text) {
        try {
            return text.endsWith("ms")
                    ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
                    : Duration.ofSeconds(Long.parseLong(text.replaceFirst("s$", "")));
        } catch (NumberFormatException e) {
            throw new TypeConversionException("found '" + text + "' but expected a duration such as 60s or 500ms");
        }
    }

    /** Runs one command; errors of use and input are one line and exit code 2. */
    static int run(String... args) {
        CommandLine line = commandLine();
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
