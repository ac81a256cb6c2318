package dev.jointly.cli.solve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.FileNames;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.Result.Failure;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.io.SolutionWriter;
import dev.jointly.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where solutions go. */
public interface AnswerSink extends AutoCloseable {
    /** Rejects a problem whose solution could not be written, before time is spent on it. */
    public default void admit(Problem problem) {}

    /**
     * Makes a solution ready to be written, by the thread that solved it.
     *
     * @param alone whether it is the only one of the run
     */
    Answer prepare(SolvedProblem solved, boolean alone) throws IOException;

    /** Forgets what was kept for a problem that gets no solution. */
    default void drop(Problem problem) {}

    /** Writes in place of a solution why there is none, where each problem is awaited to have an answer; in the same order. */
    default void fail(Failure failure) throws IOException {}

    /** A solution that waits for its turn to be written. */
    interface Answer {
        /** What it takes to keep it until then. */
        int bytes();

        /** Called by one thread, in the order of the problems. */
        void write() throws IOException;

        /** Files that it wrote besides the solution. */
        default List<String> wrote() {
            return List.of();
        }
    }

    /** A document of a solution, and what to do with it. */
    record Document(byte[] text, Writing writing) implements Answer {
        /** Puts a document where it belongs. */
        @FunctionalInterface
        interface Writing {
            void accept(byte[] text) throws IOException;
        }

        static Document of(SolvedProblem solved, Layout layout, Writing writing) throws IOException {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            SolutionWriter.write(solved.solution(), solved.margins(), solved.problem(), solved.found(), layout, text);
            return new Document(text.toByteArray(), writing);
        }

        @Override
        public int bytes() {
            return text.length;
        }

        @Override
        public void write() throws IOException {
            writing.accept(text);
        }
    }

    /** Puts what was written in place. */
    @Override
    void close() throws IOException;

    /** The place that {@code -o} names: a file for each solution in a directory, otherwise one file or standard output. */
    static AnswerSink open(String output, Outputs outputs, Console console) {
        try {
            return isDirectory(output)
                    ? new Directory(Files.createDirectories(Path.of(output)), outputs)
                    : new Stream(outputs.open(output, console));
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
    }

    /** Whether {@code -o} names a directory for one file per solution. */
    static boolean isDirectory(String output) {
        return output.endsWith("/") || Files.isDirectory(Path.of(output));
    }

    /** One indented document for a single solution, one line per solution for several. */
    record Stream(OutputFile file) implements AnswerSink {

        @Override
        public Answer prepare(SolvedProblem solved, boolean alone) throws IOException {
            return Document.of(solved, alone ? Layout.PRETTY : Layout.LINE, this::write);
        }

        private void write(byte[] text) throws IOException {
            file.stream().write(text);
            file.keep();
        }

        /** A program that writes to standard input and reads standard output awaits an answer to every line. */
        @Override
        public void fail(Failure failure) throws IOException {
            if (file.name().toString().equals("-") && failure.file().equals("-")) {
                write((failure.json() + "\n").getBytes(UTF_8));
            }
        }

        /** Complete solutions are kept, however the run ends. */
        @Override
        public void close() throws IOException {
            try (file) {
                file.commitKept();
            }
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
        public Answer prepare(SolvedProblem solved, boolean alone) throws IOException {
            Path path = file(solved.problem());
            return Document.of(solved, Layout.PRETTY, text -> outputs.write(path, out -> out.write(text)));
        }

        @Override
        public void close() {}
    }
}
