package dev.jointly.cli;

import dev.jointly.io.export.Bounds;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.util.List;

/** Solutions that go straight into the format of another tool. */
final class ExportSink implements AnswerSink {
    /** Of a detection, and of a pair of detections. */
    private static final int BYTES = 64;

    private final Export export;

    ExportSink(Export export) {
        this.export = export;
    }

    /** Also tries the format without people, which tells whether it can do without the size of the image. */
    @Override
    public void admit(Problem problem) {
        export.admit(problem);
        export.check(new Solved(problem, new Bounds(false, 0, 0), List.of()));
    }

    @Override
    public Answer prepare(SolvedProblem answered, boolean alone) {
        Problem problem = answered.problem();
        Solved solved = Solved.of(problem, answered.solution());
        export.check(solved);
        return new Answer() {
            @Override
            public int bytes() {
                long size = (long) problem.size() + problem.pairs().size();
                return (int) Math.min(Integer.MAX_VALUE, BYTES * size);
            }

            @Override
            public void write() throws IOException {
                export.add(solved);
            }
        };
    }

    /** Complete images are kept, however the run ends. */
    @Override
    public void close() throws IOException {
        try (export) {
            export.finish();
        }
    }
}
