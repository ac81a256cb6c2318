package dev.jointly.cli.solve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.FileNames;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.ProblemSolver.Result.Failure;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.io.SolutionWriter;
import dev.jointly.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Where solutions go. */
public interface AnswerSink extends AutoCloseable {
    /** Rejects a problem whose solution could not be written, before time is spent on it. */
    public default void admit(Problem problem) {}

    /**
     * Makes a solution ready to be written, by the thread that solved it.
     *
     * @param alone whether it is the only one of the run
     */
    Answer prepare(SolvedProblem solved, boolean alone);

    /** Forgets what was kept for a problem that gets no solution. */
    default void drop(Problem problem) {}

    /** Writes in place of a solution why there is none, where each problem is awaited to have an answer; in the same order. */
    default void fail(Failure failure) {}

    /** A solution that waits for its turn to be written. */
    interface Answer {
        /** What it takes to keep it until then. */
        int bytes();

        /** Called by one thread, in the order of the problems. */
        void write();

        /** Files that it wrote besides the solution. */
        default List<String> wrote() {
            return List.of();
        }
    }

    /** A document of a solution, and what to do with it. */
    record Document(byte[] text, Consumer<byte[]> writing) implements Answer {
        static Document of(SolvedProblem solved, Layout layout, Consumer<byte[]> writing) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            try {
                SolutionWriter.write(
                        solved.solution(), solved.margins(), solved.problem(), solved.found(), layout, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Document(text.toByteArray(), writing);
        }

        @Override
        public int bytes() {
            return text.length;
        }

        @Override
        public void write() {
            writing.accept(text);
        }
    }

    /** Puts what was written in place. */
    @Override
    void close();

    /** The place that {@code -o} names: a file for each solution in a directory, otherwise one file or standard output. */
    static AnswerSink open(String output, Outputs outputs, Console console) {
        try {
            return isDirectory(output)
                    ? new Directory(Files.createDirectories(Path.of(output)), outputs)
                    : new OneFile(outputs.open(output, console));
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
    }

    /** Whether {@code -o} names a directory for one file per solution. */
    static boolean isDirectory(String output) {
        return output.endsWith("/") || Files.isDirectory(Path.of(output));
    }

    /** One indented document for a single solution, one line per solution for several. */
    record OneFile(OutputFile file) implements AnswerSink {

        @Override
        public Answer prepare(SolvedProblem solved, boolean alone) {
            return Document.of(solved, alone ? Layout.PRETTY : Layout.LINE, this::write);
        }

        private void write(byte[] text) {
            file.add(out -> out.write(text));
        }

        /** A program that writes to standard input and reads standard output awaits an answer to every line. */
        @Override
        public void fail(Failure failure) {
            if (file.name().toString().equals("-") && failure.file().equals("-")) {
                write((failure.json() + "\n").getBytes(UTF_8));
            }
        }

        /** Complete solutions are kept, however the run ends. */
        @Override
        public void close() {
            file.commitKept();
        }
    }

    /** {@code DIR/<id>.solution.json} each. */
    final class Directory implements AnswerSink {
        private final Path directory;
        private final Outputs outputs;
        private final Set<String> ids = new HashSet<>();

        Directory(Path directory, Outputs outputs) {
            this.directory = directory;
            this.outputs = outputs;
        }

        @Override
        public void admit(Problem problem) {
            String id = problem.id();
            if (!FileNames.usable(id)) {
                throw new BadInputException("problem id \"" + id
                        + "\" cannot be a file name; give -o a file instead of a directory, or change the id");
            }
            if (!ids.add(id)) {
                throw new BadInputException("problem id \"" + id
                        + "\" came twice and the second solution would replace the first; give -o a file instead of a"
                        + " directory");
            }
            outputs.require(file(problem));
        }

        private Path file(Problem problem) {
            String id = problem.id();
            try {
                return directory.resolve(id + ".solution.json");
            } catch (InvalidPathException e) {
                throw new BadInputException(
                        "problem id \"" + id + "\" cannot be a file name here; " + FileNames.ADVICE
                                + ", or give -o a file instead of a directory",
                        e);
            }
        }

        @Override
        public Answer prepare(SolvedProblem solved, boolean alone) {
            Path path = file(solved.problem());
            return Document.of(solved, Layout.PRETTY, text -> outputs.write(path, out -> out.write(text)));
        }

        @Override
        public void close() {}
    }
}
