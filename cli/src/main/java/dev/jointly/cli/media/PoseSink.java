package dev.jointly.cli.media;

import dev.jointly.cli.OutputFile;
import dev.jointly.cli.solve.AnswerSink;
import dev.jointly.cli.solve.SolvedProblem;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.EvidenceWriter;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Problem;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Solutions of images: besides the usual output, the problems they belong to, the evidence before that, and drawings.
 *
 * @param refining a second look at the people, or none
 * @param problems file, or null
 * @param evidence file, or null
 * @param drawings null to draw nothing
 * @param named files that the user did not name, and should hear of
 */
record PoseSink(
        AnswerSink answers,
        Refining refining,
        @Nullable OutputFile problems,
        @Nullable OutputFile evidence,
        @Nullable PoseDrawings drawings,
        List<String> named)
        implements AnswerSink {
    /** Writes what the network has found in an image. */
    void see(Evidence seen) {
        if (evidence != null) {
            evidence.add(out -> EvidenceWriter.write(seen, Layout.LINE, out));
        }
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
    public Answer prepare(SolvedProblem found, boolean alone) {
        SolvedProblem solved = refining.moved(found);
        Problem problem = solved.problem();
        Answer answer = answers.prepare(solved, alone);
        return new Answer() {
            @Override
            public int bytes() {
                return answer.bytes() + (drawings == null ? 0 : drawings.bytes());
            }

            @Override
            public void write() {
                if (problems != null) {
                    Layout layout = alone ? Layout.PRETTY : Layout.LINE;
                    problems.add(out -> ProblemWriter.write(problem, layout, out));
                }
                answer.write();
                if (drawings != null) {
                    drawings.draw(solved);
                }
            }

            @Override
            public List<String> wrote() {
                List<String> drawn = drawings == null ? List.of() : drawings.wrote(problem);
                return Stream.concat(named.stream(), drawn.stream()).toList();
            }
        };
    }

    /** Puts the complete parts of problems and evidence in place; the others close themselves. */
    @Override
    public void close() {
        try {
            commitKept(problems);
        } finally {
            commitKept(evidence);
        }
    }

    private static void commitKept(@Nullable OutputFile file) {
        if (file != null) {
            file.commitKept();
        }
    }
}
