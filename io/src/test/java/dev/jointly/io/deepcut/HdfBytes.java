package dev.jointly.io.deepcut;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.jhdf.checksum.ChecksumUtils;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;

/** Writes HDF5 files that the library does not write: tables in chunks, with any filters, of any declared shape. */
final class HdfBytes {
    static final int DEFLATE = 1;
    static final int SHUFFLE = 2;
    static final int FLETCHER = 3;

    private static final long UNDEFINED = -1;

    /**
     * A table.
     *
     * @param filters ids, in the order in which they were applied
     * @param chunks what stands in the file for each chunk, a row of chunks after another
     */
    record Stored(String name, long[] shape, int[] chunkShape, int[] filters, List<byte[]> chunks) {}

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private HdfBytes() {}

    static byte[] file(Stored... tables) {
        HdfBytes file = new HdfBytes();
        file.out.writeBytes(new byte[48]);
        List<byte[]> messages = new ArrayList<>();
        messages.add(message(
                2, buffer(18).put((byte) 0).put((byte) 0).putLong(UNDEFINED).putLong(UNDEFINED)));
        messages.add(message(10, buffer(2)));
        for (Stored table : tables) {
            byte[] name = table.name().getBytes(US_ASCII);
            messages.add(message(
                    6,
                    buffer(3 + name.length + 8)
                            .put((byte) 1)
                            .put((byte) 0)
                            .put((byte) name.length)
                            .put(name)
                            .putLong(file.table(table))));
        }
        long root = file.header(messages);
        byte[] bytes = file.out.toByteArray();
        ByteBuffer superblock = buffer(44)
                .put(new byte[] {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n', 2, 8, 8, 0})
                .putLong(0)
                .putLong(UNDEFINED)
                .putLong(bytes.length)
                .putLong(root);
        System.arraycopy(summed(bytes(superblock)), 0, bytes, 0, 48);
        return bytes;
    }

    /** A chunk of numbers as it would be stored. */
    static byte[] chunk(double[][] rows, int[] filters) {
        ByteBuffer plain = buffer(8 * rows.length * rows[0].length);
        for (double[] row : rows) {
            for (double number : row) {
                plain.putDouble(number);
            }
        }
        byte[] bytes = bytes(plain);
        for (int filter : filters) {
            bytes = switch (filter) {
                case DEFLATE -> deflated(bytes);
                case SHUFFLE -> shuffled(bytes);
                case FLETCHER -> Arrays.copyOf(bytes, bytes.length + 4);
                default -> bytes;
            };
        }
        return bytes;
    }

    static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        byte[] packed = new byte[bytes.length + 100];
        int length = deflater.deflate(packed);
        deflater.end();
        return Arrays.copyOf(packed, length);
    }

    private static byte[] shuffled(byte[] bytes) {
        byte[] shuffled = new byte[bytes.length];
        int numbers = bytes.length / 8;
        for (int number = 0; number < numbers; number++) {
            for (int place = 0; place < 8; place++) {
                shuffled[place * numbers + number] = bytes[8 * number + place];
            }
        }
        return shuffled;
    }

    private long table(Stored table) {
        List<Long> addresses = new ArrayList<>();
        for (byte[] chunk : table.chunks()) {
            addresses.add((long) out.size());
            out.writeBytes(chunk);
        }
        ByteBuffer tree = buffer(24 + 40 * addresses.size() + 32);
        tree.put("TREE".getBytes(US_ASCII))
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) addresses.size())
                .putLong(UNDEFINED)
                .putLong(UNDEFINED);
        int across = (int) Math.max(1, (table.shape()[1] + table.chunkShape()[1] - 1) / table.chunkShape()[1]);
        for (int i = 0; i < addresses.size(); i++) {
            tree.putInt(table.chunks().get(i).length)
                    .putInt(0)
                    .putLong((long) i / across * table.chunkShape()[0])
                    .putLong((long) i % across * table.chunkShape()[1])
                    .putLong(0)
                    .putLong(addresses.get(i));
        }
        long root = out.size();
        out.writeBytes(bytes(tree));
        ByteBuffer filters =
                buffer(2 + 100 * table.filters().length).put((byte) 2).put((byte) table.filters().length);
        for (int filter : table.filters()) {
            filters.putShort((short) filter);
            if (filter >= 256) {
                filters.putShort((short) 0);
            }
            filters.putShort((short) 0).putShort((short) 1).putInt(8);
        }
        return header(List.of(
                message(
                        3,
                        buffer(20)
                                .put(new byte[] {0x11, 0x20, 0x3f, 0, 8, 0, 0, 0, 0, 0, 0x40, 0, 0x34, 0x0b, 0, 0x34})
                                .putInt(1023)),
                message(
                        1,
                        buffer(20)
                                .put(new byte[] {2, 2, 0, 1})
                                .putLong(table.shape()[0])
                                .putLong(table.shape()[1])),
                message(5, buffer(2).put((byte) 3).put((byte) 0x11)),
                message(11, filters.slice(0, filters.position())),
                message(
                        8,
                        buffer(23)
                                .put(new byte[] {3, 2, 3})
                                .putLong(root)
                                .putInt(table.chunkShape()[0])
                                .putInt(table.chunkShape()[1])
                                .putInt(8))));
    }

    private long header(List<byte[]> messages) {
        int length = messages.stream().mapToInt(message -> message.length).sum();
        ByteBuffer header = buffer(10 + length)
                .put("OHDR".getBytes(US_ASCII))
                .put((byte) 2)
                .put((byte) 2)
                .putInt(length);
        messages.forEach(header::put);
        long address = out.size();
        out.writeBytes(summed(bytes(header)));
        return address;
    }

    private static byte[] message(int type, ByteBuffer content) {
        byte[] bytes = bytes(content);
        return bytes(buffer(4 + bytes.length)
                .put((byte) type)
                .putShort((short) bytes.length)
                .put((byte) 0)
                .put(bytes));
    }

    /** The file with the checksums of its superblock and of all headers that can be made out. */
    static byte[] repaired(byte[] file) {
        byte[] repaired = file.clone();
        repair(repaired, 0, 44);
        ByteBuffer buffer = ByteBuffer.wrap(repaired).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i + 10 < repaired.length; i++) {
            if (buffer.getInt(i) == 0x5244484f && buffer.get(i + 5) == 2) {
                repair(repaired, i, 10L + buffer.getInt(i + 6));
            }
        }
        return repaired;
    }

    private static void repair(byte[] file, int from, long length) {
        if (length > 0 && from + length + 4 <= file.length) {
            byte[] summed = summed(Arrays.copyOfRange(file, from, (int) (from + length)));
            System.arraycopy(summed, 0, file, from, summed.length);
        }
    }

    private static byte[] summed(byte[] bytes) {
        return bytes(buffer(bytes.length + 4).put(bytes).putInt(ChecksumUtils.checksum(ByteBuffer.wrap(bytes))));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.rewind().get(bytes);
        return bytes;
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
