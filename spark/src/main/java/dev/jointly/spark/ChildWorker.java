package dev.jointly.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Solves records in a separate process, one at a time. If that dies, or is killed because it does not answer in time, the
 * current record is quarantined, and a new process continues with the next.
 */
final class ChildWorker implements Worker {
    /** For a process to come up, on a machine however busy. */
    private static final Duration START = Duration.ofMinutes(5);

    private final SolveSettings settings;
    private final Path files;
    private final long heap;
    private @Nullable Process process;
    private @Nullable ObjectOutputStream orders;
    private @Nullable ObjectInputStream answers;

    /** @param heap in bytes, for the process */
    ChildWorker(SolveSettings settings, Path files, long heap) {
        this.settings = settings;
        this.files = files;
        this.heap = heap;
    }

    @Override
    public Outcome group(RawRecord record) throws IOException {
        long start = System.nanoTime();
        Process worker = process == null ? begin() : process;
        WatchedCall<Outcome> answer = WatchedCall.start(() -> asked(record));
        String error;
        boolean late = false;
        try {
            Optional<Outcome> outcome = answer.result(settings.giveUpAfter());
            if (outcome.isPresent()) {
                return outcome.get();
            }
            end();
            late = true;
            error = settings.noAnswer() + ", in a process of its own: given up on";
        } catch (InterruptedIOException e) {
            end();
            throw e;
        } catch (IOException e) {
            end();
            error = "it killed the process that solved it (exit code " + worker.exitValue() + ")";
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Outcome failed = Outcome.failed(record, seconds, error, true);
        return late ? failed.givenUpBefore() : failed;
    }

    private Outcome asked(RawRecord record) throws IOException {
        if (orders == null || answers == null) {
            throw new IllegalStateException("no child process");
        }
        orders.writeObject(record);
        orders.reset();
        orders.flush();
        try {
            return (Outcome) answers.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    private Process begin() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx" + (heap >> 20) + "m",
                "-XX:+UseSerialGC",
                // a crash would otherwise be reported on standard output, where the results are
                "-XX:+DisplayVMOutputToStderr",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + Path.of(System.getProperty("java.io.tmpdir"), "jointly-child-%p.log"),
                "-Djava.awt.headless=true"));
        String crash = System.getProperty(Faults.SEGFAULT);
        if (crash != null) {
            command.add("-D" + Faults.SEGFAULT + "=" + crash);
        }
        command.addAll(List.of("-cp", classPath(), SolverProcess.class.getName(), files.toString()));
        Process started = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process = started;
        orders = new ObjectOutputStream(new BufferedOutputStream(started.getOutputStream(), 1 << 16));
        orders.writeObject(settings);
        orders.flush();
        try {
            answers = WatchedCall.start(() -> ready(started))
                    .result(START)
                    .orElseThrow(() -> new IOException("it is not ready after " + START.toMinutes() + " minutes"));
        } catch (IOException e) {
            end();
            // no record's fault: the process has not seen one yet
            throw new IOException("the child process does not start; see the executor's standard error", e);
        }
        return started;
    }

    private static ObjectInputStream ready(Process started) throws IOException, ClassNotFoundException {
        ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(started.getInputStream(), 1 << 16));
        in.readObject();
        return in;
    }

    /** Spark hands executors the program's jars by a class loader, not by the class path. */
    private static String classPath() {
        List<String> path = new ArrayList<>();
        for (ClassLoader loader = ChildWorker.class.getClassLoader(); loader != null; loader = loader.getParent()) {
            if (loader instanceof URLClassLoader jars) {
                for (URL jar : jars.getURLs()) {
                    path.add(file(jar));
                }
            }
        }
        path.add(System.getProperty("java.class.path"));
        return String.join(File.pathSeparator, path);
    }

    private static String file(URL jar) {
        try {
            return Path.of(jar.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("class loader with the odd address " + jar, e);
        }
    }

    private void end() {
        if (process != null) {
            try {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        process = null;
        orders = null;
        answers = null;
    }

    @Override
    public void close() {
        end();
    }

    /**
     * The process that may die: reads settings, then records, from standard input, and writes the outcome of each to
     * standard output. It ends when its input does.
     */
    static final class SolverProcess {
        private SolverProcess() {}

        public static void main(String[] args) throws IOException, ClassNotFoundException {
            OutputStream answers = System.out;
            // whatever else is printed must not get between the answers
            System.setOut(System.err);
            try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(answers, 1 << 16))) {
                out.flush();
                try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(System.in, 1 << 16))) {
                    SolveSettings settings = (SolveSettings) in.readObject();
                    try (RecordSolver solver = new RecordSolver(settings, Path.of(args[0]))) {
                        // from here on it is the records that are to blame
                        out.writeObject("ready");
                        out.flush();
                        while (true) {
                            out.writeObject(solver.group((RawRecord) in.readObject()));
                            // or it would remember every object it ever wrote
                            out.reset();
                            out.flush();
                        }
                    }
                } catch (EOFException e) {
                    // nothing more to do
                    return;
                }
            }
        }
    }
}
