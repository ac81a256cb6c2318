package dev.jointly.cli;

import dev.jointly.cli.convert.CompareCommand;
import dev.jointly.cli.convert.EvalCommand;
import dev.jointly.cli.convert.ExportCommand;
import dev.jointly.cli.convert.FitCommand;
import dev.jointly.cli.convert.ImportCommand;
import dev.jointly.cli.convert.ReviewCommand;
import dev.jointly.cli.media.DrawCommand;
import dev.jointly.cli.media.ModelCommand;
import dev.jointly.cli.media.PoseCommand;
import dev.jointly.cli.media.TrackCommand;
import dev.jointly.cli.report.JsonReport;
import dev.jointly.cli.solve.ApplyCommand;
import dev.jointly.cli.solve.BestCommand;
import dev.jointly.cli.solve.ExplainCommand;
import dev.jointly.cli.solve.GenerateCommand;
import dev.jointly.cli.solve.RankCommand;
import dev.jointly.cli.solve.SolveCommand;
import dev.jointly.cli.solve.VerifyCommand;
import dev.jointly.io.BadInputException;
import dev.jointly.io.json.Spelling;
import dev.jointly.lp.EngineUnavailableException;
import dev.jointly.lp.LpEngines;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.selfcheck.SelfCheckException;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import dev.jointly.solve.Solver;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.NetworkUnavailableException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program: every error is one line, and the exit code says what kind of end it was ({@link Exit}). */
public final class Main {
    private static final String ALTERNATIVES =
            " was removed: the best grouping of each frame is used; leave --alternatives and its options out";

    /** By command and option that earlier versions had: what the program reports if it is still given. */
    private static final Map<String, String> REMOVED = Map.of(
            "track --alternatives", ALTERNATIVES,
            "track --doubt", ALTERNATIVES,
            "track --grouping-weight", ALTERNATIVES,
            "track --frame-limit", ALTERNATIVES,
            "track --time-limit", ALTERNATIVES,
            "track --regrouped", ALTERNATIVES,
            "batch --compact",
                    " was removed: one line of Spark or DuckDB writes the tables as large files (docs/spark.md, Large files); leave it out",
            "fit --loss", " was removed: the logistic loss, which was its default, is the only one; leave it out");

    private final Console console;
    private final RootCommand root;

    public Main(Console console, StopSignal signal, SolveFunction solving, ModelStore models) {
        this.console = console;
        this.root = new RootCommand(console, signal, solving, models);
    }

    public static void main(String[] args) {
        StopSignal signal = new StopSignal();
        signal.listen();
        Engine engine = new Engine();
        if (args.length > 0
                && Set.of("solve", "pose", "apply").contains(args[0])
                && Stream.of(args).noneMatch(word -> word.startsWith("--engine"))) {
            engine.loadBesides();
        }
        int code = new Main(Console.ofProcess(), signal, engine, ModelStore.ofUser()).run(args);
        System.exit(code);
    }

    /** The real solver; its library is loaded when a problem is there to be solved, not for {@code --help}. */
    public static final class Engine implements SolveFunction {
        private final String name;
        private @Nullable Solver solver;

        public Engine() {
            this(LpEngines.DEFAULT);
        }

        private Engine(String name) {
            this.name = name;
        }

        @Override
        public Solution solve(
                Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped) {
            return solver().solve(problem, settings, listener, stopped);
        }

        @Override
        public Session session(Problem problem, Settings settings) {
            return new Session(solver(), problem, settings);
        }

        /** Makes the engine now, so that a wrong name is an error before anything is read or written. */
        @Override
        public SolveFunction withEngine(String other) {
            Engine engine = new Engine(other);
            engine.load();
            return engine;
        }

        @Override
        public void load() {
            solver();
        }

        /** Loads the library while the command line is parsed and the problem read. */
        void loadBesides() {
            Thread thread = new Thread(
                    () -> {
                        try {
                            solver();
                        } catch (CannotSolveException e) {
                            // the command that needs the solver reports it
                        }
                    },
                    "jointly-load");
            thread.setDaemon(true);
            thread.start();
        }

        private synchronized Solver solver() {
            if (solver == null) {
                try {
                    solver = new Solver(LpEngines.onClassPath().create(name));
                } catch (EngineUnavailableException | IllegalArgumentException e) {
                    throw new CannotSolveException(e);
                }
            }
            return solver;
        }
    }

    /** Runs one command and says how it ended. */
    public int run(String... words) {
        String[] args = withoutHelpCommand(words);
        try {
            Optional<String> garbled = garbled(args, System.getProperty("sun.jnu.encoding", ""));
            if (garbled.isPresent()) {
                return wrong(garbled.get(), new IllegalArgumentException(garbled.get()));
            }
            if (Arrays.asList(args).contains("")) {
                // as the name of a file it would be the current directory
                String empty = "found an empty argument but expected a name or a value; is a shell variable unset?";
                return wrong(empty, new IllegalArgumentException(empty));
            }
            return commandLine(args).execute(args);
        } catch (OutOfMemoryError e) {
            return wrong("out of memory; give it more with JOINTLY_JAVA_OPTS=-Xmx8g", e);
        } catch (RuntimeException | Error e) {
            return wrong("internal error, please report it: " + e, e);
        }
    }

    /** {@code help solve} is another way to write {@code solve --help}, and nothing at all to write {@code --help}. */
    private static String[] withoutHelpCommand(String[] words) {
        if (words.length == 0) {
            return new String[] {"--help"};
        }
        if (!words[0].equals("help")) {
            return words;
        }
        return Stream.concat(Stream.of(words).skip(1), Stream.of("--help")).toArray(String[]::new);
    }

    /**
     * What to say of words that lost letters before Java saw them, where the locale knows fewer.
     *
     * @param encoding of the operating system's names and words
     */
    static Optional<String> garbled(String[] words, String encoding) {
        return encoding.equalsIgnoreCase("UTF-8")
                ? Optional.empty()
                : Stream.of(words)
                        .filter(word -> word.indexOf('\uFFFD') >= 0)
                        .findFirst()
                        .map(word -> "found '" + word + "', with letters that the locale's encoding, " + encoding
                                + ", does not know; " + CannotWriteException.ADVICE);
    }

    /** Knows all commands, unless the first word names one: picocli learns each by reflection, at every start. */
    CommandLine commandLine(String[] words) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("solve", SolveCommand::new);
        commands.put("verify", VerifyCommand::new);
        commands.put("generate", GenerateCommand::new);
        commands.put("pose", PoseCommand::new);
        commands.put("draw", DrawCommand::new);
        commands.put("rank", RankCommand::new);
        commands.put("track", TrackCommand::new);
        commands.put("compare", CompareCommand::new);
        commands.put("review", ReviewCommand::new);
        commands.put("best", BestCommand::new);
        commands.put("explain", ExplainCommand::new);
        commands.put("apply", ApplyCommand::new);
        commands.put("batch", BatchCommand::new);
        commands.put("model", ModelCommand::new);
        commands.put("import", ImportCommand::new);
        commands.put("export", ExportCommand::new);
        commands.put("serve", ServeCommand::new);
        commands.put("fit", FitCommand::new);
        commands.put("eval", EvalCommand::new);
        CommandLine line = new CommandLine(root);
        if (words.length > 0 && commands.containsKey(words[0])) {
            commands.keySet().retainAll(Set.of(words[0]));
        }
        commands.values().forEach(command -> line.addSubcommand(command.get()));
        // or picocli would look for a command behind an unknown one, and speak of that
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.subcommands().isEmpty())
                .forEach(command -> command.parser().stopAtUnmatched(true));
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setUsageHelpAutoWidth(false);
        // @FILE is a list of input files (Inputs), not of words
        line.setExpandAtFiles(false);
        line.setParameterExceptionHandler((e, args) -> misused(e));
        line.setExecutionExceptionHandler((e, command, parsed) -> failed(e, command));
        return line;
    }

    private int misused(ParameterException e) {
        String message = e.getCause() instanceof Misuse misuse ? String.valueOf(misuse.getMessage()) : complaint(e);
        return misused(message, e.getCommandLine(), e);
    }

    private int misused(String message, CommandLine command, Exception e) {
        return wrong(message + " (see " + command.getCommandSpec().qualifiedName() + " --help)", e);
    }

    private static String complaint(ParameterException e) {
        CommandLine line = e.getCommandLine();
        String commands = String.join(", ", line.getSubcommands().keySet());
        if (e instanceof UnmatchedArgumentException unmatched) {
            String found = "found '" + unmatched.getUnmatched().get(0) + "'";
            Optional<String> removed =
                    removed(line.getCommandName(), unmatched.getUnmatched().get(0));
            if (removed.isPresent()) {
                return removed.get();
            }
            if (unmatched.isUnknownOption()) {
                List<String> near = unmatched.getSuggestions();
                return found + ", which is not an option"
                        + (near.isEmpty() ? "" : "; maybe you meant " + String.join(" or ", near));
            }
            if (commands.isEmpty()) {
                return found + " but expected nothing more";
            }
            String word = unmatched.getUnmatched().get(0);
            return found + " but expected one of the commands " + commands
                    + Spelling.nearest(word, line.getSubcommands().keySet())
                            .or(() -> unmatched.getSuggestions().stream().findFirst())
                            .map(near -> "; maybe you meant " + near)
                            .orElse("");
        }
        if (!commands.isEmpty() && line.getParseResult() != null && e.getClass() == ParameterException.class) {
            return "found no command but expected one of " + commands;
        }
        String message = String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", "; ");
        return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }

    private int failed(Exception e, CommandLine command) {
        if (e instanceof Misuse) {
            return misused(String.valueOf(e.getMessage()), command, e);
        }
        boolean json = command.getParseResult().hasMatchedOption("--json-log");
        if (e instanceof BadInputException
                || e instanceof CannotWriteException
                || e instanceof CannotSolveException
                || e instanceof ProblemTooLargeException
                || e instanceof SelfCheckException
                || e instanceof NetworkUnavailableException) {
            return wrong(String.valueOf(e.getMessage()), e, json);
        }

        if (e instanceof InvalidPathException name) {
            return wrong(
                    "\"" + name.getInput() + "\" cannot be a file name here; " + CannotWriteException.ADVICE, e, json);
        }
        return wrong("internal error, please report it: " + e, e, json);
    }

    private int wrong(String message, Throwable e) {
        return wrong(message, e, false);
    }

    private int wrong(String message, Throwable e, boolean json) {
        if (root.debug) {
            e.printStackTrace(console.err());
        }
        if (json) {
            new JsonReport(console).failed("", message);
        } else {
            console.say(console.paint(Console.Colour.RED, Console.error(message)));
        }
        return Exit.WRONG;
    }

    /**
     * The sentence on an option of earlier versions; empty for words that never were one.
     *
     * @param word as it was given, such as {@code --loss} or {@code --loss=x}
     */
    private static Optional<String> removed(String command, String word) {
        String option = word.split("=", 2)[0];
        return Optional.ofNullable(REMOVED.get(command + " " + option)).map(text -> option + text);
    }
}
