package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The program with {@link Program#lazy} for a solver, in a process of its own: for what the operating system does to it,
 * such as limits, locales and signals.
 */
public final class ChildProgram {
    /** What the solver does first at the problem of this name: take no notice of anything for an hour. */
    static final String DEAF = "deaf";

    private ChildProgram() {}

    public static void main(String[] args) {
        StopSignal signal = new StopSignal();
        signal.listen();
        SolveFunction solving = (problem, settings, listener, stopped) -> {
            if (problem.id().equals(DEAF)) {
                Deafness.begin();
            }
            return Program.lazy(problem, settings, listener, stopped);
        };
        ModelStore none = new ModelStore(Path.of("no-such-folder"));
        System.exit(new Main(Console.ofProcess(), signal, solving, none).run(args));
    }

    private static final class Deafness {
        static void begin() {
            System.err.println("deaf from now on");
            long end = System.nanoTime() + 3_600_000_000_000L;
            while (System.nanoTime() < end) {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    // not heard
                }
            }
        }
    }

    /** The words that start it. */
    public static List<String> command(Object... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ChildProgram.class.getName()));
        Arrays.stream(args).map(Object::toString).forEach(command::add);
        return command;
    }

    /** Runs a command to its end; what it says is short, so nobody need read it meanwhile. */
    public static Program.Run run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        return new Program.Run(process.waitFor(), out, err);
    }

    /** Runs it with files limited to so many blocks of 512 bytes, beyond which writing fails as on a full disk. */
    static Optional<Program.Run> onFullDisk(int blocks, Object... args) throws IOException, InterruptedException {
        Path shell = Path.of("/bin/sh");
        if (!shell.toFile().canExecute()) {
            return Optional.empty();
        }
        List<String> command =
                new ArrayList<>(List.of(shell.toString(), "-c", "ulimit -f " + blocks + " && exec \"$@\"", "sh"));
        command.addAll(command(args));
        return Optional.of(run(command, Map.of()));
    }
}
