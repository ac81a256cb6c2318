package dev.jointly.io.hdf5;

import io.jhdf.object.message.FilterPipelineMessage.FilterInfo;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Undoes what was done to a chunk of numbers when it was written. Three filters are known and every other is refused,
 * whatever decoders happen to be on the class path: those of the HDF5 library trust the lengths in a file, and none of them
 * is ever asked.
 */
final class Filters {
    private static final int DEFLATE = 1;
    private static final int SHUFFLE = 2;
    private static final int FLETCHER = 3;

    /** Bytes of a Fletcher checksum, which is dropped; the HDF5 library does not check it either. */
    private static final int CHECKSUM = 4;

    private final List<FilterInfo> filters;

    Filters(List<FilterInfo> filters) {
        this.filters = List.copyOf(filters);
        for (FilterInfo filter : filters) {
            if (filter.getId() < DEFLATE || filter.getId() > FLETCHER) {
                throw new IllegalArgumentException(refusal(filter.getId()));
            }
        }
    }

    /** Why a filter is not undone, and what to do. */
    static String refusal(int id) {
        String name =
                switch (id) {
                    case 4 -> "szip";
                    case 5 -> "n-bit";
                    case 6 -> "scale-offset";
                    case 32000 -> "LZF";
                    case 32001 -> "Blosc";
                    case 32004 -> "LZ4";
                    case 32008 -> "bitshuffle";
                    case 32015 -> "Zstandard";
                    default -> "filter " + id;
                };
        return "is compressed with " + name
                + ", which is not read; rewrite the file with gzip, such as h5repack -f GZIP=4 IN OUT";
    }

    /** The content of a chunk, of exactly {@code size} bytes. */
    byte[] decode(ByteBuffer stored, int size) {
        byte[] bytes = new byte[stored.remaining()];
        stored.get(bytes);
        for (int i = filters.size() - 1; i >= 0; i--) {
            FilterInfo filter = filters.get(i);
            bytes = switch (filter.getId()) {
                case DEFLATE -> inflated(bytes, size + CHECKSUM);
                case SHUFFLE -> unshuffled(bytes, filter.getData());
                default -> Arrays.copyOf(bytes, Math.max(0, bytes.length - CHECKSUM));
            };
        }
        if (bytes.length != size) {
            throw new IllegalArgumentException(
                    "found a chunk of " + bytes.length + " bytes but expected one of " + size);
        }
        return bytes;
    }

    private static byte[] inflated(byte[] bytes, int most) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes);
            byte[] out = new byte[most];
            int length = 0;
            while (!inflater.finished()) {
                int more = inflater.inflate(out, length, most - length);
                if (more == 0 && !inflater.finished()) {
                    throw new IllegalArgumentException(
                            length == most
                                    ? "found a chunk that unpacks to more than " + most + " bytes"
                                    : "found a chunk of truncated gzip data");
                }
                length += more;
            }
            return Arrays.copyOf(out, length);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("found a chunk of damaged gzip data", e);
        } finally {
            inflater.end();
        }
    }

    /** Bytes were sorted by their position in a number: all first ones, then all second ones. */
    private static byte[] unshuffled(byte[] bytes, int[] data) {
        int width = data.length == 0 ? 0 : data[0];
        if (width < 1) {
            throw new IllegalArgumentException("found a shuffle filter for numbers of " + width + " bytes");
        }
        byte[] out = bytes.clone();
        int numbers = bytes.length / width;
        for (int i = 0; i < numbers * width; i++) {
            out[i % numbers * width + i / numbers] = bytes[i];
        }
        return out;
    }
}
