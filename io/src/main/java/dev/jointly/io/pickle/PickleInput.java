package dev.jointly.io.pickle;

import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The bytes of a pickle and how far reading them has come. Never takes more memory than the input has bytes for. */
final class PickleInput {
    private final String name;
    private final InputStream in;
    private final long most;
    private long position;

    PickleInput(String name, InputStream in, long most) {
        this.name = name;
        this.in = in;
        this.most = most;
    }

    /** Bytes that have been read. */
    long position() {
        return position;
    }

    int unsignedByte() {
        try {
            int read = position < most ? in.read() : -1;
            if (read < 0) {
                throw cutOff(1);
            }
            position++;
            return read;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** An integer of up to eight bytes, the lowest first; eight make a signed one. */
    long little(int count) {
        byte[] eight = new byte[8];
        System.arraycopy(bytes(count), 0, eight, 0, count);
        return ByteBuffer.wrap(eight).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    double float64() {
        return ByteBuffer.wrap(bytes(8)).getDouble();
    }

    byte[] bytes(long count) {
        if (count < 0 || count > most - position) {
            throw bad("found a length of " + Long.toUnsignedString(count) + " bytes but expected a file of at most "
                    + most + " bytes");
        }
        try {
            byte[] read = in.readNBytes((int) count);
            position += read.length;
            if (read.length < count) {
                throw bad("the file ends in the middle of the pickle but expected " + (count - read.length)
                        + " more bytes");
            }
            return read;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    String text(long count) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(count)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw bad("found text that is not valid UTF-8");
        }
    }

    /** A line of ASCII, without its line feed, as old opcodes spell names. */
    String line() {
        StringBuilder line = new StringBuilder();
        for (int c = unsignedByte(); c != '\n'; c = unsignedByte()) {
            if (line.length() == 1000) {
                throw bad("found a name of more than 1000 characters");
            }
            line.append((char) c);
        }
        return line.toString();
    }

    private BadInputException cutOff(long missing) {
        if (position + missing > most) {
            return bad("found more but expected a file of at most " + most + " bytes");
        }
        return bad("the file ends in the middle of the pickle but expected " + missing + " more bytes");
    }

    private BadInputException broken(IOException e) {
        return new BadInputException(name + ": " + InputFile.transport(e), e);
    }

    BadInputException bad(String what) {
        return new BadInputException(name + ": byte " + position + ": " + what);
    }
}
