package dev.jointly.cli.media;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.AnswerOptions;
import dev.jointly.cli.solve.AnswerSink;
import dev.jointly.cli.solve.SolvedProblem;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.EvidenceWriter;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Solutions of images: besides the usual output, the problems they belong to and drawings, if requested. */
final class PoseSink implements AnswerSink {
    private final AnswerSink answers;
    private final Refining refining;
    private final @Nullable OutputFile problems;
    private final @Nullable PoseDrawings drawings;
    private final List<String> named;

    /**
     * @param refining a second look at the people, or none
     * @param problems file, or null
     * @param drawings null to draw nothing
     * @param named files that the user did not name, and should hear of
     */
    PoseSink(
            AnswerSink answers,
            Refining refining,
            @Nullable OutputFile problems,
            @Nullable PoseDrawings drawings,
            List<String> named) {
        this.answers = answers;
        this.refining = refining;
        this.problems = problems;
        this.drawings = drawings;
        this.named = named;
    }

    @Override
    public void admit(Problem problem) {
        answers.admit(problem);
    }

    @Override
    public void drop(Problem problem) {
        refining.drop(problem);
    }

    @Override
    public Answer prepare(SolvedProblem found, boolean alone) throws IOException {
        SolvedProblem solved = refining.moved(found);
        Problem problem = solved.problem();
        Answer answer = answers.prepare(solved, alone);
        return new Answer() {
            @Override
            public int bytes() {
                return answer.bytes() + (drawings == null ? 0 : drawings.bytes());
            }

            @Override
            public void write() throws IOException {
                if (problems != null) {
                    writeProblem(problem, alone ? Layout.PRETTY : Layout.LINE, problems);
                }
                answer.write();
                if (drawings != null) {
                    drawings.draw(solved);
                }
            }

            @Override
            public List<String> wrote() {
                List<String> drawn = drawings == null ? List.of() : drawings.wrote(problem);
                return java.util.stream.Stream.concat(named.stream(), drawn.stream())
                        .toList();
            }
        };
    }

    private static void writeProblem(Problem problem, Layout layout, OutputFile file) {
        try {
            ProblemWriter.write(problem, layout, file.stream());
            file.keep();
        } catch (IOException e) {
            throw new CannotWriteException(file.name().toString(), e);
        }
    }

    @Override
    public void close() throws IOException {
        try (answers;
                drawings) {
            if (problems != null) {
                try (problems) {
                    problems.commitKept();
                }
            }
        }
    }

    /** Where evidence goes, a line each: a file that appears at the end with all complete records, or nowhere. */
    static final class EvidenceSink implements Consumer<Evidence>, AutoCloseable {
        private final String name;
        private final @Nullable OutputFile file;

        private EvidenceSink(String name, @Nullable OutputFile file) {
            this.name = name;
            this.file = file;
        }

        /** @param name of the file, or null */
        static EvidenceSink open(@Nullable String name, PoseOutputs outputs) {
            return name == null ? new EvidenceSink("nowhere", null) : new EvidenceSink(name, outputs.file(name));
        }

        @Override
        public void accept(Evidence evidence) {
            if (file != null) {
                try {
                    EvidenceWriter.write(evidence, Layout.LINE, file.stream());
                    file.keep();
                } catch (IOException e) {
                    throw new CannotWriteException(name, e);
                }
            }
        }

        /** Puts what was written in place. */
        @Override
        public void close() throws IOException {
            if (file != null) {
                try (file) {
                    file.commitKept();
                }
            }
        }
    }

    /**
     * Opens the files that a run writes: new ones, or those of an interrupted run.
     *
     * @param point where that run is to be continued; null to start
     */
    record PoseOutputs(
            Outputs outputs, Console console, @Nullable ResumePoint point) {
        /** The place of the solutions. */
        AnswerSink answers(AnswerOptions options, String output) {
            if (point == null || AnswerSink.isDirectory(output)) {
                return options.open(output, console);
            }
            return new AnswerSink.Stream(point.file(output));
        }

        /** A file with a line for each image. */
        OutputFile file(String name) {
            return point == null ? outputs.open(name, console) : point.file(name);
        }
    }
}
