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
final class ChildWorker implements AutoCloseable {
    /** For a process to come up, on a machine however busy. */
    private static final Duration START = Duration.ofMinutes(5);

    private final SolveSettings settings;
    private final Path files;
    private final long heap;
    private @Nullable Child child;

    /** @param heap in bytes, for the process */
    ChildWorker(SolveSettings settings, Path files, long heap) {
        this.settings = settings;
        this.files = files;
        this.heap = heap;
    }

    /** A process that runs, and has said that it is ready. */
    private record Child(Process process, ObjectOutputStream orders, ObjectInputStream answers) {
        Outcome ask(RawRecord record) throws IOException, ClassNotFoundException {
            orders.writeObject(record);
            orders.reset();
            orders.flush();
            return (Outcome) answers.readObject();
        }
    }

    Outcome group(RawRecord record) throws IOException {
        long start = System.nanoTime();
        Child asked = child == null ? begin() : child;
        child = asked;
        String error;
        int givenUp = 0;
        try {
            Optional<Outcome> outcome = Worker.await(Worker.start(() -> asked.ask(record)), settings.giveUpAfter());
            if (outcome.isPresent()) {
                return outcome.get();
            }
            close();
            givenUp = 1;
            error = settings.noAnswer() + ", in a process of its own: given up on";
        } catch (InterruptedIOException e) {
            close();
            throw e;
        } catch (IOException e) {
            close();
            error = "it killed the process that solved it (exit code "
                    + asked.process().exitValue() + ")";
        }
        Outcome failed = Outcome.failed(record, (System.nanoTime() - start) / 1e9, error, true);
        return givenUp == 0 ? failed : failed.givenUpBefore();
    }

    private Child begin() throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx" + (heap >> 20) + "m",
                "-XX:+UseSerialGC",
                // a crash would otherwise be reported on standard output, where the results are
                "-XX:+DisplayVMOutputToStderr",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + Path.of(System.getProperty("java.io.tmpdir"), "jointly-child-%p.log"),
                "-Djava.awt.headless=true",
                "-D" + Faults.SEGFAULT + "=" + System.getProperty(Faults.SEGFAULT, ""),
                "-cp",
                classPath(),
                SolverProcess.class.getName(),
                files.toString());
        Process started = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return Worker.await(Worker.start(() -> ready(started)), START)
                    .orElseThrow(() -> new IOException("it is not ready after " + START.toMinutes() + " minutes"));
        } catch (IOException e) {
            end(started);
            // no record's fault: the process has not seen one yet
            throw new IOException("the child process does not start; see the executor's standard error", e);
        }
    }

    private Child ready(Process started) throws IOException, ClassNotFoundException {
        ObjectOutputStream orders =
                new ObjectOutputStream(new BufferedOutputStream(started.getOutputStream(), 1 << 16));
        orders.writeObject(settings);
        orders.flush();
        ObjectInputStream answers = new ObjectInputStream(new BufferedInputStream(started.getInputStream(), 1 << 16));
        answers.readObject();
        return new Child(started, orders, answers);
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

    @Override
    public void close() {
        if (child != null) {
            end(child.process());
        }
        child = null;
    }

    private static void end(Process process) {
        try {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
