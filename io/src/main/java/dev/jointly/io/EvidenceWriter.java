package dev.jointly.io;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.io.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes evidence, format {@code jointly/evidence@1}; reading it again gives the same numbers. */
public final class EvidenceWriter {
    private EvidenceWriter() {}

    /** One document, its line feed, and a flush; the stream stays open. */
    public static void write(Evidence evidence, Layout layout, OutputStream out) throws IOException {
        layout.write(
                out,
                Json.object(
                        "format", EvidenceReader.FORMAT,
                        "id", evidence.id(),
                        "image", ImageFields.json(evidence.image()),
                        "parts", evidence.parts(),
                        "candidates",
                                evidence.candidates().stream().map(c -> List.of(c.part(), c.x(), c.y(), c.score())),
                        "edges", evidence.edges().stream().map(EvidenceWriter::edge)));
    }

    private static Map<String, @Nullable Object> edge(Edge edge) {
        return Json.object(
                "parts", new int[] {edge.a(), edge.b()},
                "affinity", rows(edge.affinity()),
                "share", Json.when(edge.share().length > 0, rows(edge.share())),
                "least", Json.when(edge.least().length > 0, rows(edge.least())));
    }

    /** Rows of numbers; null where they are not known. */
    private static Stream<?> rows(double[][] matrix) {
        return Arrays.stream(matrix)
                .map(row -> Arrays.stream(row).mapToObj(value -> Double.isNaN(value) ? null : value));
    }
}
