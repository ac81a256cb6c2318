package dev.jointly.cli.media;

import dev.jointly.cli.OutputFile;
import dev.jointly.cli.solve.AnswerSink;
import dev.jointly.cli.solve.SolvedProblem;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.EvidenceWriter;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Problem;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Solutions of images: besides the usual output, the problems they belong to, the evidence before that, and drawings.
 *
 * @param problems file, or null
 * @param evidence file, or null
 * @param drawings null to draw nothing
 * @param named files that the user did not name, and should hear of
 */
record PoseSink(
        AnswerSink answers,
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
    public Answer prepare(SolvedProblem solved, boolean alone) {
        Answer answer = answers.prepare(solved, alone);
        BufferedImage frame = solved.frame();
        long bytes = answer.bytes() + (frame == null ? 0 : 3L * frame.getWidth() * frame.getHeight());
        List<String> drawn =
                drawings == null ? List.of() : drawings.files(solved.problem().id());
        return new Answer(
                bytes,
                () -> write(solved, answer, alone),
                Stream.concat(named.stream(), drawn.stream()).toList());
    }

    private void write(SolvedProblem solved, Answer answer, boolean alone) {
        if (problems != null) {
            Layout layout = alone ? Layout.PRETTY : Layout.LINE;
            problems.add(out -> ProblemWriter.write(solved.problem(), layout, out));
        }
        answer.write().run();
        if (drawings != null) {
            drawings.draw(solved);
        }
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
