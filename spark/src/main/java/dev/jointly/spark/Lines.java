package dev.jointly.spark;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of a stream and where they start; blank ones are passed over. */
final class Lines implements AutoCloseable {
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 14);
    private int next;
    private int filled;
    private long position;
    private long start;

    /** @param position of the stream's next byte */
    Lines(InputStream in, long position) {
        this.in = in;
        this.position = position;
    }

    /** Passes over what is left of a line. */
    void skipLine() throws IOException {
        fill();
    }

    /** Where the line last read starts. */
    long start() {
        return start;
    }

    /** Where the next line starts. */
    long position() {
        return position;
    }

    /** The length in bytes of the next line that is not blank; -1 at the end. */
    int advance() throws IOException {
        do {
            start = position;
            if (!fill()) {
                return -1;
            }
        } while (blank());
        return line.size();
    }

    /** The next line that is not blank; null at the end. */
    @Nullable
    String next() throws IOException {
        return advance() < 0 ? null : line.toString(StandardCharsets.UTF_8);
    }

    /** Reads one line into the buffer of lines; false where there is none. */
    private boolean fill() throws IOException {
        line.reset();
        boolean any = false;
        while (true) {
            if (next == filled) {
                next = 0;
                filled = Math.max(0, in.read(buffer));
                if (filled == 0) {
                    return any;
                }
            }
            any = true;
            int from = next;
            while (next < filled && buffer[next] != '\n') {
                next++;
            }
            line.write(buffer, from, next - from);
            position += next - from;
            if (next < filled) {
                next++;
                position++;
                return true;
            }
        }
    }

    private boolean blank() {
        return line.size() < 100 && line.toString(StandardCharsets.UTF_8).isBlank();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
