package dev.jointly.io;

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
 * <p>Jackson would read bytes itself, but then keeps every name it meets in a table, in time that grows with the square of
 * their length; only its parser of characters can do without.
 */
final class JsonChars extends Reader {
    /** One document is longer than any may be. */
    static final class TooLongException extends IOException {
        TooLongException(long most) {
            super("found a document of more than " + most + " characters");
        }
    }

    /** The first byte is not that of a text, as in images, pickles and HDF5 files. */
    static final class BinaryException extends IOException {
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
    private long consumed;
    private boolean begun;
    private boolean ended;
    private final long most;
    private long left;

    /** @param most characters of one document */
    JsonChars(InputStream in, long most) {
        this.in = in;
        this.most = most;
        this.left = most;
        bytes.limit(0);
    }

    /** From here on another document is counted; what the parser has read ahead does not matter. */
    void nextDocument() {
        left = most;
    }

    @Override
    public int read(char[] target, int from, int length) throws IOException {
        if (length < 2) {
            throw new IllegalArgumentException("space for " + length + " characters but some take two");
        }
        CharBuffer characters = CharBuffer.wrap(target, from, length);
        while (characters.position() == from) {
            int before = bytes.position();
            CoderResult result = decoder.decode(bytes, characters, ended);
            consumed += bytes.position() - before;
            if (result.isError() && consumed == 0) {
                throw new BinaryException();
            }
            if (result.isError()) {
                throw new CharConversionException("found no character at byte " + consumed);
            }
            if (characters.position() > from) {
                break;
            }
            if (ended) {
                return -1;
            }
            fill();
        }
        int count = characters.position() - from;
        if (!begun) {
            begun = true;
            if (target[from] == '\ufeff') {
                target[from] = ' ';
            }
        }
        left -= count;
        if (left < 0) {
            throw new TooLongException(most);
        }
        return count;
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
