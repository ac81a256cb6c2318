package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.DocumentLines;
import dev.jointly.io.Excerpt;
import dev.jointly.io.Layout;
import dev.jointly.io.SolutionLines;
import dev.jointly.io.SolutionWriter;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.TracksDocument;
import dev.jointly.solve.Solution;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The solutions of a clip with the groupings that were chosen. Those whose grouping stays are copied.
 *
 * @param file NDJSON
 * @param finder knows the groupings
 */
record RegroupedFile(String file, AlternativeFinder finder) {
    /** Reads the solutions once more; of two of one problem the first counts, as it did before. */
    void write(List<String> solutions, TracksDocument tracks) throws IOException {
        Map<String, TrackedFrame> frames = new HashMap<>();
        tracks.frames().forEach(frame -> frames.put(frame.problem(), frame));
        try (OutputFile output = OutputFile.create(Path.of(file))) {
            for (String name : solutions) {
                try (SolutionLines lines = SolutionLines.open(name)) {
                    while (lines.hasNext()) {
                        copy(lines.next(), frames, output.stream());
                    }
                } catch (BadInputException e) {
                    // whoever read it first has told what is wrong, and its solutions have no tracks
                }
            }
            if (!frames.isEmpty()) {
                throw new BadInputException("the solution of "
                        + Excerpt.quoted(frames.keySet().iterator().next())
                        + " was not found again to be regrouped; solutions need the field problem, and must not change"
                        + " meanwhile");
            }
            output.commit();
        }
    }

    private void copy(byte[] line, Map<String, TrackedFrame> frames, OutputStream out) throws IOException {
        Optional<TrackedFrame> frame = DocumentLines.id(line, "problem").map(frames::remove);
        Optional<Solution> other = frame.flatMap(this::regrouped);
        if (other.isPresent()) {
            SolutionWriter.write(other.get(), finder.problem(other.get().problemId()), Layout.LINE, out);
        } else if (frame.isPresent()) {
            out.write(line);
        }
    }

    private Optional<Solution> regrouped(TrackedFrame frame) {
        return frame.alternatives() == null
                ? Optional.empty()
                : finder.regrouped(frame.problem(), frame.alternatives().chosen());
    }
}
