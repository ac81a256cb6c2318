package dev.jointly.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.jointly.io.json.Json;
import dev.jointly.io.json.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

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

    /** Writes one document and the line feed after it, and flushes. */
    public void write(OutputStream out, Map<String, ?> document) throws IOException {
        try (JsonGenerator json = generator(out)) {
            Json.write(document, json);
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

    /** Breaks lines inside the document and the objects and arrays directly in it; deeper ones stay on one line. */
    private static final class TwoLevelPrinter implements PrettyPrinter {
        private static final int BROKEN_LEVELS = 2;

        private int depth;

        @Override
        public void writeRootValueSeparator(JsonGenerator json) throws IOException {
            json.writeRaw('\n');
        }

        @Override
        public void writeStartObject(JsonGenerator json) throws IOException {
            json.writeRaw('{');
            depth++;
        }

        @Override
        public void writeStartArray(JsonGenerator json) throws IOException {
            json.writeRaw('[');
            depth++;
        }

        @Override
        public void beforeObjectEntries(JsonGenerator json) throws IOException {
            breakLine(json);
        }

        @Override
        public void beforeArrayValues(JsonGenerator json) throws IOException {
            breakLine(json);
        }

        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator json) throws IOException {
            json.writeRaw(": ");
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
            separate(json);
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
            separate(json);
        }

        @Override
        public void writeEndObject(JsonGenerator json, int entries) throws IOException {
            end(json, entries, '}');
        }

        @Override
        public void writeEndArray(JsonGenerator json, int values) throws IOException {
            end(json, values, ']');
        }

        private void separate(JsonGenerator json) throws IOException {
            if (depth <= BROKEN_LEVELS) {
                json.writeRaw(',');
                breakLine(json);
            } else {
                json.writeRaw(", ");
            }
        }

        private void end(JsonGenerator json, int size, char bracket) throws IOException {
            boolean broken = depth <= BROKEN_LEVELS && size > 0;
            depth--;
            if (broken) {
                breakLine(json);
            }
            json.writeRaw(bracket);
        }

        private void breakLine(JsonGenerator json) throws IOException {
            if (depth <= BROKEN_LEVELS) {
                json.writeRaw('\n');
                json.writeRaw("  ".repeat(depth));
            }
        }
    }
}
