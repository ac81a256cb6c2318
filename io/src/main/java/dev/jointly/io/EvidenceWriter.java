package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import java.io.IOException;
import java.io.OutputStream;

/** Writes evidence, format {@code jointly/evidence@1}; reading it again gives the same numbers. */
public final class EvidenceWriter {
    private EvidenceWriter() {}

    /** One document, its line feed, and a flush; the stream stays open. */
    public static void write(Evidence evidence, Layout layout, OutputStream out) throws IOException {
        layout.write(out, json -> fields(evidence, json));
    }

    private static void fields(Evidence evidence, JsonGenerator json) throws IOException {
        json.writeStringField("format", EvidenceReader.FORMAT);
        json.writeStringField("id", evidence.id());
        if (evidence.image() != null) {
            ImageFields.write(evidence.image(), json);
        }
        json.writeFieldName("parts");
        json.writeArray(
                evidence.parts().toArray(String[]::new), 0, evidence.parts().size());
        json.writeArrayFieldStart("candidates");
        for (Candidate candidate : evidence.candidates()) {
            json.writeStartArray();
            json.writeNumber(candidate.part());
            json.writeNumber(candidate.x());
            json.writeNumber(candidate.y());
            json.writeNumber(candidate.score());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("edges");
        for (Edge edge : evidence.edges()) {
            edge(edge, json);
        }
        json.writeEndArray();
    }

    private static void edge(Edge edge, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeFieldName("parts");
        json.writeArray(new int[] {edge.a(), edge.b()}, 0, 2);
        rows("affinity", edge.affinity(), json);
        if (edge.share().length > 0) {
            rows("share", edge.share(), json);
        }
        if (edge.least().length > 0) {
            rows("least", edge.least(), json);
        }
        json.writeEndObject();
    }

    private static void rows(String field, double[][] matrix, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(field);
        for (double[] row : matrix) {
            json.writeStartArray();
            for (double value : row) {
                if (Double.isNaN(value)) {
                    json.writeNull();
                } else {
                    json.writeNumber(value);
                }
            }
            json.writeEndArray();
        }
        json.writeEndArray();
    }
}
