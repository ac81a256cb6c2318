package dev.jointly.cli.solve;

import dev.jointly.solve.Solution;
import java.util.List;

/** What became of a problem, or of the file it came from; handled in the order of the problems. */
sealed interface Result {
    /**
     * A solution, and what is to be written of it.
     *
     * @param weak how many of its people are weak
     * @param log what the solver had to say and nobody has seen yet
     */
    record Answered(Solution solution, int weak, AnswerSink.Answer answer, List<String> log) implements Result {
        @Override
        public int bytes() {
            return answer.bytes();
        }
    }

    /**
     * A problem that cannot be read, solved or written, or a file that cannot be read on.
     *
     * @param alone whether it is the only one of the run
     * @param log what the solver had to say and nobody has seen yet
     */
    record Failed(Failure failure, boolean alone, List<String> log) implements Result {}

    /** The run was stopped before this problem's turn. */
    record Skipped() implements Result {}

    /** All problems of a file were handed over. */
    record EndOfFile() implements Result {}

    /** What it takes to keep it until its turn. */
    default int bytes() {
        return 200;
    }
}
