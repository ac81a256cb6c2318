package dev.jointly.vision.net;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Set;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * What the pixels of an image need of its file. Java's readers of GIF and of PNG with a palette also read comments, in time that
 * grows with the square of their length or number; and a GIF may have any number of images, of which the first is read.
 */
final class Essence {
    private static final long PNG = 0x89504E470D0A1A0AL;
    private static final int PALETTE = 3;
    private static final int LAST = 0x49454E44; // IEND
    private static final Set<Integer> CHUNKS =
            Set.of(0x49484452 /* IHDR */, 0x504C5445 /* PLTE */, 0x74524E53 /* tRNS */, 0x49444154 /* IDAT */, LAST);

    private static final int GIF = 0x47494638;
    private static final int EXTENSION = 0x21;
    private static final int CONTROL = 0xf9;
    private static final int IMAGE = 0x2c;
    private static final int END = 0x3b;

    private final ImageInputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    private Essence(ImageInputStream in) {
        this.in = in;
    }

    /** The file itself if it has no comments that are read; both from their start. What is cut off is for the reader to say. */
    static ImageInputStream of(ImageInputStream file) throws IOException {
        Essence essence = new Essence(file);
        try {
            file.seek(0);
            if (file.readInt() == GIF) {
                essence.gif();
            } else {
                essence.png();
            }
        } catch (EOFException | IndexOutOfBoundsException e) {
            // what there is of it; far beyond its end the JDK's stream throws the latter
            essence.out.flush();
        } finally {
            file.seek(0);
        }
        return essence.bytes.size() == 0
                ? file
                : new MemoryCacheImageInputStream(new ByteArrayInputStream(essence.bytes.toByteArray()));
    }

    private void png() throws IOException {
        in.seek(0);
        if (in.readLong() != PNG) {
            return;
        }
        // length and name, width and height and depth
        in.skipBytes(8 + 9);
        if (in.read() != PALETTE) {
            return;
        }
        in.seek(8);
        out.writeLong(PNG);
        int name = 0;
        while (name != LAST) {
            int length = in.readInt();
            name = in.readInt();
            if (CHUNKS.contains(name)) {
                out.writeInt(length);
                out.writeInt(name);
                // with the check sum
                copy(Integer.toUnsignedLong(length) + 4);
            } else {
                in.seek(in.getStreamPosition() + Integer.toUnsignedLong(length) + 4);
            }
        }
    }

    private void gif() throws IOException {
        out.writeInt(GIF);
        copy(6);
        int packed = in.readUnsignedByte();
        out.write(packed);
        copy(2 + tableBytes(packed));
        while (true) {
            int block = in.readUnsignedByte();
            if (block == EXTENSION) {
                boolean control = in.readUnsignedByte() == CONTROL;
                if (control) {
                    out.write(EXTENSION);
                    out.write(CONTROL);
                }
                blocks(control);
            } else if (block == IMAGE) {
                out.write(IMAGE);
                copy(8);
                int local = in.readUnsignedByte();
                out.write(local);
                copy(tableBytes(local) + 1);
                blocks(true);
                out.write(END);
                return;
            } else {
                out.write(block);
                return;
            }
        }
    }

    private static int tableBytes(int packed) {
        return (packed & 0x80) == 0 ? 0 : 3 << ((packed & 7) + 1);
    }

    private void blocks(boolean wanted) throws IOException {
        int length;
        do {
            length = in.readUnsignedByte();
            if (wanted) {
                out.write(length);
                copy(length);
            } else {
                in.skipBytes(length);
            }
        } while (length > 0);
    }

    private void copy(long count) throws IOException {
        byte[] buffer = new byte[(int) Math.min(count, 1 << 13)];
        for (long left = count; left > 0; ) {
            int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                throw new EOFException();
            }
            out.write(buffer, 0, read);
            left -= read;
        }
    }
}
