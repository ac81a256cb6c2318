package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.certify.Checker;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Ending;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import dev.jointly.vision.net.ModelStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Runs the program inside the test, with streams the test can see and a solver it may choose. */
public final class Program {
    /** How a run ended and what it said. */
    public record Run(int code, String out, String err) {}

    public final StopSignal signal;
    private final SolveFunction solving;
    private InputStream in = InputStream.nullInputStream();
    private ModelStore models = new ModelStore(Path.of("no-such-folder"));
    private boolean terminal;
    private HandClock clock = new HandClock();

    public Program(SolveFunction solving) {
        this(solving, new StopSignal());
    }

    public Program(SolveFunction solving, StopSignal signal) {
        this.solving = solving;
        this.signal = signal;
    }

    /** With a solver that returns at once, correctly but badly: no people, and the bound at lambda = 0. */
    public static Program withLazySolver() {
        return new Program(Program::lazy);
    }

    public Program reading(String text) {
        return reading(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    public Program reading(InputStream stream) {
        in = stream;
        return this;
    }

    public Program onTerminal() {
        terminal = true;
        return this;
    }

    /** Time passes by this clock for whoever watches; by default it does not pass at all. */
    public Program by(HandClock clock) {
        this.clock = clock;
        return this;
    }

    public Program withModels(Path folder) {
        models = new ModelStore(folder);
        return this;
    }

    public Run run(Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(in, out, new PrintStream(err, true, UTF_8), terminal, false, clock);
        String[] words = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            words[i] = args[i].toString();
        }
        int code = new Main(console, signal, solving, models).run(words);
        return new Run(code, text(out), text(err));
    }

    /** Lines end here as they do on Linux, whatever the system. */
    private static String text(ByteArrayOutputStream said) {
        return said.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    public static Solution lazy(
            Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped) {
        listener.accept(new SolveEvent.Started(problem.id(), settings.method(), problem.size(), problem.size(), 1));
        Proof proof = new Proof(0, new long[problem.size()], new long[problem.size()]);
        long bound = Checker.lowerBound(problem, proof);
        listener.accept(new SolveEvent.Iteration(0.25, 3, 7, 41, 18, bound, 0));
        return new Solution(
                problem.id(),
                ProblemDigest.sha256(problem),
                settings.method(),
                bound == 0 ? Solution.Status.OPTIMAL : Solution.Status.BOUNDED,
                0,
                bound,
                settings.gap(),
                List.of(),
                proof,
                0.5,
                settings.threads(),
                0,
                0,
                0,
                1,
                List.of(),
                Solution.Check.OFF,
                Ending.OUT_OF_TIME);
    }
}
