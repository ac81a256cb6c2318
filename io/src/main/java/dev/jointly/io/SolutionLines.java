package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Solutions as they are, each as the bytes of one line with its line feed: all fields, and all digits of numbers.
 *
 * <p>Not thread-safe.
 */
public final class SolutionLines extends DocumentReader<byte[]> {
    private final JsonSource source;

    private SolutionLines(JsonSource source) {
        super(source, "solution");
        this.source = source;
    }

    /** Opens a file with solutions. */
    public static SolutionLines open(String file) {
        return new SolutionLines(JsonSource.open(file, InputStream.nullInputStream()));
    }

    @Override
    protected byte[] document() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        Layout.LINE.write(line, this::copyFields);
        return line.toByteArray();
    }

    private void copyFields(JsonGenerator json) throws IOException {
        int depth = 1;
        while (true) {
            JsonToken token = source.parser().nextToken();
            if (token == null) {
                throw source.problem(source.path(), "the input ends in the middle of a solution");
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (depth == 0) {
                return;
            }
            json.copyCurrentEventExact(source.parser());
        }
    }
}
