package dev.jointly.cli.solve;

import dev.jointly.io.JsonText;
import dev.jointly.solve.PinsException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        return JsonText.object(fields);
    }
}
