package dev.jointly.io.hdf5;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.dataset.DatasetBase;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.message.FilterPipelineMessage;
import io.jhdf.object.message.FilterPipelineMessage.FilterInfo;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Tables of numbers in an HDF5 file, whichever way round they were written. The library finds its way through the file; shapes,
 * filters and sizes are checked here before a number is read, and the numbers are unpacked by {@link Filters}.
 */
public final class Hdf5Matrices {
    /** Numbers of one table: five columns for each of the most affinities that evidence may have. */
    static final long MAX_NUMBERS = 25_000_000;

    /**
     * Set by those who write the first axis last, as MATLAB does; a table of D rows and C columns then has the shape C, D in
     * the file.
     */
    private static final String REVERSED = "reverse-shape";

    private final Hdf5Content content;

    /** Tables of the file. */
    public Hdf5Matrices(Hdf5Content content) {
        this.content = content;
    }

    /** Whether the file has a table of this name. */
    public boolean has(String table) {
        return content.read(file -> file.getChild(table) != null);
    }

    /**
     * A table of numbers.
     *
     * @param columns how many columns there must be; -1 for any number
     */
    public Matrix table(String table, int columns) {
        return content.read(file -> {
            if (!(file.getChild(table) instanceof DatasetBase dataset)) {
                throw bad(table, "found nothing but expected a table of numbers");
            }
            int[] shape = shape(table, dataset);
            try {
                double[] numbers = numbers(dataset, shape);
                boolean reversed = dataset.getAttribute(REVERSED) != null;
                Matrix upright = new Matrix(shape[reversed ? 1 : 0], shape[reversed ? 0 : 1], reversed, numbers);
                if (columns >= 0 && upright.rows() > 0 && upright.columns() != columns) {
                    throw bad(table, "found " + upright.columns() + " columns but expected " + columns);
                }
                return upright;
            } catch (IllegalArgumentException e) {
                throw bad(table, String.valueOf(e.getMessage()));
            }
        });
    }

    private int[] shape(String table, Dataset dataset) {
        int[] shape = dataset.getDimensions();
        boolean small = shape.length == 2 && shape[0] >= 0 && shape[1] >= 0;
        // an axis of length 0 must not hide one of any length
        small = small && Math.max(1L, shape[0]) * Math.max(1L, shape[1]) <= MAX_NUMBERS;
        if (!small) {
            throw bad(
                    table,
                    "found the shape " + Excerpt.of(Arrays.toString(shape)) + " but expected two axes and at most "
                            + MAX_NUMBERS + " numbers");
        }
        boolean real = dataset.getDataType() instanceof FloatingPoint
                && (dataset.getDataType().getSize() == 4
                        || dataset.getDataType().getSize() == 8);
        if (!real) {
            throw bad(table, "found values of another type but expected floating-point numbers of 4 or 8 bytes");
        }
        return shape;
    }

    private static double[] numbers(DatasetBase dataset, int[] shape) {
        FloatingPoint type = (FloatingPoint) dataset.getDataType();
        double[] numbers = new double[shape[0] * shape[1]];
        if (numbers.length == 0) {
            return numbers;
        }
        if (dataset instanceof ChunkedDataset chunked) {
            chunks(chunked, new Filters(filters(dataset)), type, shape, numbers);
            return numbers;
        }
        if (dataset.isEmpty()) {
            throw new IllegalArgumentException("found a table that was never written");
        }
        ByteBuffer buffer = dataset.getDataBuffer().order(type.getByteOrder());
        if (buffer.remaining() < (long) numbers.length * type.getSize()) {
            throw new IllegalArgumentException("found " + buffer.remaining() + " bytes but expected " + numbers.length
                    + " numbers of " + type.getSize());
        }
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(buffer, type, i);
        }
        return numbers;
    }

    private static void chunks(
            ChunkedDataset dataset, Filters filters, FloatingPoint type, int[] shape, double[] numbers) {
        int[] chunk = dataset.getChunkDimensions();
        if (chunk.length != 2 || chunk[0] < 1 || chunk[1] < 1) {
            throw new IllegalArgumentException("found chunks of the shape " + Excerpt.of(Arrays.toString(chunk)));
        }
        long across = (shape[1] + chunk[1] - 1L) / chunk[1];
        long down = (shape[0] + chunk[0] - 1L) / chunk[0];
        // chunks stick out at the edges; each is unpacked completely
        long unpacked = Math.multiplyExact(Math.multiplyExact(across, chunk[1]), Math.multiplyExact(down, chunk[0]));
        if (unpacked > 2 * MAX_NUMBERS) {
            throw new IllegalArgumentException(
                    "found chunks of " + unpacked + " numbers in all but expected at most " + 2 * MAX_NUMBERS);
        }
        int size = chunk[0] * chunk[1] * type.getSize();
        for (int top = 0; top < shape[0]; top += chunk[0]) {
            for (int left = 0; left < shape[1]; left += chunk[1]) {
                byte[] bytes = filters.decode(dataset.getRawChunkBuffer(new int[] {top, left}), size);
                ByteBuffer buffer = ByteBuffer.wrap(bytes).order(type.getByteOrder());
                int bottom = Math.min(shape[0] - top, chunk[0]);
                int right = Math.min(shape[1] - left, chunk[1]);
                for (int i = 0; i < bottom; i++) {
                    for (int j = 0; j < right; j++) {
                        numbers[(top + i) * shape[1] + left + j] = number(buffer, type, i * chunk[1] + j);
                    }
                }
            }
        }
    }

    /** Read from the header, as the library's own list would load its decoders. */
    private static List<FilterInfo> filters(DatasetBase dataset) {
        return dataset.getHeader().getMessagesOfType(FilterPipelineMessage.class).stream()
                .flatMap(message -> message.getFilters().stream())
                .toList();
    }

    private static double number(ByteBuffer buffer, FloatingPoint type, int at) {
        return type.getSize() == 4 ? buffer.getFloat(4 * at) : buffer.getDouble(8 * at);
    }

    private BadInputException bad(String table, String what) {
        return content.bad(table, what);
    }

    /**
     * Undoes what was done to a chunk of numbers when it was written. Three filters are known and every other is refused,
     * whatever decoders happen to be on the class path: those of the HDF5 library trust the lengths in a file, and none of them
     * is ever asked.
     */
    private static final class Filters {
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
}
