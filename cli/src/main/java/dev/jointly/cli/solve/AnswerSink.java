package dev.jointly.cli.solve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.io.SolutionWriter;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Problem;
import dev.jointly.solve.PinsException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

    /** Writes in place of a solution why there is none, where each problem is awaited to have an answer; in the same order. */
    default void fail(Failure failure) {}

    /**
     * A solution that waits for its turn to be written.
     *
     * @param bytes what it takes to keep it until then
     * @param write called by one thread, in the order of the problems
     * @param wrote files that it writes besides the solution
     */
    record Answer(long bytes, Runnable write, List<String> wrote) {
        Answer(long bytes, Runnable write) {
            this(bytes, write, List.of());
        }

        /** A document of a solution. */
        static Answer document(SolvedProblem solved, Layout layout, Consumer<byte[]> writing) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try {
                SolutionWriter.write(
                        solved.solution(), solved.margins(), solved.problem(), solved.found(), layout, out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            byte[] text = out.toByteArray();
            return new Answer(text.length, () -> writing.accept(text));
        }
    }

    /**
     * Why a problem has no solution.
     *
     * @param file where it came from
     * @param line it is on; 0 if that is not known
     * @param problem its id; null if it could not be read
     */
    record Failure(String file, long line, @Nullable String problem, RuntimeException cause) {
        /** Whether no people that satisfy its pins exist, or none were found in time; anything else is wrong with the problem. */
        boolean pins() {
            return cause instanceof PinsException;
        }

        /** In place of a solution, for who waits for an answer to each line (docs/formats.md). */
        String json() {
            Map<String, Object> fields = new LinkedHashMap<>();
            if (problem != null) {
                fields.put("problem", problem);
            }
            if (line > 0) {
                fields.put("line", line);
            }
            fields.put("status", "failed");
            fields.put("reason", pins() ? "pins" : "input");
            fields.put("error", String.valueOf(cause.getMessage()));
            return Json.text(fields);
        }
    }

    /** Puts what was written in place. */
    @Override
    void close();

    /** The place that {@code -o} names: a file for each solution in a directory, otherwise one file or standard output. */
    static AnswerSink open(String output, Outputs outputs, Console console) {
        try {
            return isDirectory(output)
                    ? new Directory(
                            Folder.create(output, ".solution.json", outputs, "give -o a file instead of a directory"))
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
            return Answer.document(solved, alone ? Layout.PRETTY : Layout.LINE, this::write);
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

    /**
     * A file for each problem in a directory, by its id.
     *
     * @param remedy what to do where an id cannot be the name of a file, or comes twice
     */
    record Folder(Path directory, String ending, Outputs outputs, String remedy, Set<String> ids) {
        /** Leaves space for an extension below the usual 255 bytes, at up to three bytes per character. */
        private static final int LONGEST = 70;

        static Folder create(String directory, String ending, Outputs outputs, String remedy) throws IOException {
            return new Folder(Files.createDirectories(Path.of(directory)), ending, outputs, remedy, new HashSet<>());
        }

        /** Whether an id can be the name of a file, on any system. */
        public static boolean canName(String id) {
            return id.length() <= LONGEST
                    && !id.startsWith(".")
                    && id.chars().noneMatch(c -> Character.isISOControl(c) || "/\\:*?\"<>|".indexOf(c) >= 0);
        }

        /** Rejects a problem whose file could not be written. */
        void admit(Problem problem) {
            String id = problem.id();
            if (!canName(id)) {
                throw new BadInputException(
                        "problem id \"" + id + "\" cannot be a file name; " + remedy + ", or change the id");
            }
            if (!ids.add(id)) {
                throw new BadInputException(
                        "problem id \"" + id + "\" came twice and the second file would replace the first; " + remedy);
            }
            outputs.require(file(problem));
        }

        private Path file(Problem problem) {
            try {
                return directory.resolve(problem.id() + ending);
            } catch (InvalidPathException e) {
                throw new BadInputException(
                        "problem id \"" + problem.id() + "\" cannot be a file name here; " + CannotWriteException.ADVICE
                                + ", or " + remedy,
                        e);
            }
        }

        void write(Problem problem, OutputFile.Content content) {
            outputs.write(file(problem), content);
        }
    }

    /** {@code DIR/<id>.solution.json} each. */
    record Directory(Folder folder) implements AnswerSink {
        @Override
        public void admit(Problem problem) {
            folder.admit(problem);
        }

        @Override
        public Answer prepare(SolvedProblem solved, boolean alone) {
            return Answer.document(
                    solved, Layout.PRETTY, text -> folder.write(solved.problem(), out -> out.write(text)));
        }

        @Override
        public void close() {}
    }
}
