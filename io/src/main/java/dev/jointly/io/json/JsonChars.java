package dev.jointly.io.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * The characters of JSON documents: UTF-8 and nothing else, without the mark some programs write first. Documents are counted one
 * by one, so that many of them may be endless and each of them may not.
 *
 * <p>On request they end with each line, until {@link #nextLine}, if each document is on a line of its own, so that a bad one does
 * not take the next one with it. That is so if no bracket is open at the end of the first line.
 *
 * <p>Jackson would read bytes itself, but then keeps every name it meets in a table, in time that grows with the square of
 * their length; only its parser of characters can do without.
 *
 * <p>Not thread-safe.
 */
public final class JsonChars extends Reader {
    /** One document is longer than any may be. */
    static final class TooLongException extends IOException {
        TooLongException(long most) {
            super("found a document of more than " + most + " characters");
        }
    }

    /** The first byte is not that of a text, as in images, pickles and HDF5 files. */
    public static final class BinaryException extends IOException {
        BinaryException() {
            super("found binary data");
        }
    }

    private final InputStream in;
    private final CharsetDecoder decoder = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final byte[] buffer = new byte[1 << 13];
    private final ByteBuffer bytes = ByteBuffer.wrap(buffer);
    private final CharBuffer decoded = CharBuffer.allocate(1 << 13);
    private long consumed;
    private boolean begun;
    private boolean inFirstLine;
    private boolean lines;
    private boolean lineEnded;
    private long newlines;
    private int open;
    private boolean quoted;
    private boolean escaped;
    private boolean ended;
    private final long most;
    private long left;

    /**
     * @param byLine whether to end with each line
     * @param most characters of one document
     */
    JsonChars(InputStream in, boolean byLine, long most) {
        this.in = in;
        this.inFirstLine = byLine;
        this.most = most;
        this.left = most;
        bytes.limit(0);
        decoded.limit(0);
    }

    /** From here on another document is counted; what the parser has read ahead does not matter. */
    void nextDocument() {
        left = most;
    }

    /** How many lines have ended. */
    long newlines() {
        return newlines;
    }

    /** Whether a document that has been read is on one line, as far as that is known. */
    boolean byLine() {
        return lines || inFirstLine;
    }

    /** Goes on behind the end of a line; false at the end of the input. */
    boolean nextLine() {
        boolean more = lineEnded;
        lineEnded = false;
        return more;
    }

    /** Passes over the rest of the line; false if documents are not on lines of their own. */
    boolean skipLine() throws IOException {
        char[] rest = new char[1 << 10];
        boolean more = true;
        while (more) {
            try {
                more = read(rest, 0, rest.length) >= 0;
            } catch (CharConversionException e) {
                // in the line that is passed over
                more = true;
            }
        }
        return lines || (inFirstLine && begun && open <= 0);
    }

    @Override
    public int read(char[] target, int from, int length) throws IOException {
        if (lineEnded || !(decoded.hasRemaining() || decode())) {
            return -1;
        }
        int count = Math.min(length, decoded.remaining());
        if (byLine()) {
            count = passed(count);
        }
        decoded.get(target, from, count);
        if (lineEnded) {
            // the line feed
            decoded.get();
        }
        left -= count;
        if (left < 0) {
            throw new TooLongException(most);
        }
        return lineEnded && count == 0 ? -1 : count;
    }

    /** How many characters there are, of so many at most, up to the end of a line with a document. */
    private int passed(int most) {
        for (int i = 0; i < most; i++) {
            char next = decoded.get(decoded.position() + i);
            if (next == '\n') {
                newlines++;
                if (inFirstLine && begun) {
                    inFirstLine = false;
                    lines = open <= 0;
                }
                lineEnded = lines;
                if (!inFirstLine) {
                    return lines ? i : most;
                }
            } else if (inFirstLine) {
                watch(next);
            }
        }
        return most;
    }

    /** Counts brackets that are open. */
    private void watch(char next) {
        begun |= next > ' ';
        if (quoted) {
            quoted = escaped || next != '"';
            escaped = !escaped && next == '\\';
        } else if (next == '"') {
            quoted = true;
        } else if (next == '{' || next == '[') {
            open++;
        } else if (next == '}' || next == ']') {
            open--;
        }
    }

    /** Decodes more; false at the end of the input. */
    private boolean decode() throws IOException {
        boolean first = consumed == 0;
        decoded.clear();
        while (decoded.position() == 0) {
            int before = bytes.position();
            CoderResult result = decoder.decode(bytes, decoded, ended);
            consumed += bytes.position() - before;
            if (decoded.position() > 0) {
                break;
            }
            if (result.isError() && consumed == 0) {
                decoded.limit(0);
                throw new BinaryException();
            }
            if (result.isError()) {
                decoded.limit(0);
                String where = "found no character at byte " + consumed;
                bytes.position(bytes.position() + result.length());
                consumed += result.length();
                throw new CharConversionException(where);
            }
            if (ended) {
                decoded.limit(0);
                return false;
            }
            fill();
        }
        decoded.flip();
        if (first && decoded.get(0) == '\ufeff') {
            decoded.put(0, ' ');
        }
        return true;
    }

    private void fill() throws IOException {
        bytes.compact();
        int count = in.read(buffer, bytes.position(), bytes.remaining());
        ended = count < 0;
        bytes.position(bytes.position() + Math.max(0, count)).flip();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
