package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import java.io.IOException;

/** Breaks lines inside the document and the objects and arrays directly in it; deeper ones stay on one line. */
final class TwoLevelPrinter implements PrettyPrinter {
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
            json.writeRaw('\n');
            json.writeRaw("  ".repeat(depth));
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
