package dev.jointly.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.OutputStream;

/** How a document is laid out. */
public enum Layout {
    /** One line, for NDJSON. */
    LINE,
    /** For people: one field of the document, one detection, one pair or one pose per line. */
    PRETTY;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Limits.NESTING)
                    .build())
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
            .build();

    /** Writes the fields of one document. */
    @FunctionalInterface
    public interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    /** Writes one document and the line feed after it, and flushes. */
    public void write(OutputStream out, Body body) throws IOException {
        try (JsonGenerator json = generator(out)) {
            json.writeStartObject();
            body.write(json);
            json.writeEndObject();
            json.writeRaw('\n');
        }
        out.flush();
    }

    /** For documents that are written piece by piece; closing it flushes and leaves the stream open. */
    public JsonGenerator generator(OutputStream out) throws IOException {
        JsonGenerator json = FACTORY.createGenerator(out);
        if (this == PRETTY) {
            json.setPrettyPrinter(new TwoLevelPrinter());
        }
        return json;
    }
}
