package dev.jointly.cli.solve;

import dev.jointly.io.json.Json;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of a problem, or of the file it came from; handled in the order of the problems. */
sealed interface Result {
    /**
     * A solution, and what is to be written of it.
     *
     * @param weak how many of its people are weak
     * @param log lines of the solver that have not been shown yet
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
     * @param log lines of the solver that have not been shown yet
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
}
