package dev.jointly.io.hdf5;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.io.Excerpt;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.api.dataset.ContiguousDataset;
import io.jhdf.dataset.DatasetBase;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.StringData;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The one data frame in a file that pandas wrote with {@code to_hdf}, in its format {@code fixed}: a group with the labels of
 * the columns ({@code axis0}) and rows ({@code axis1}), and values in blocks of columns of one type. Labels of several levels are stored as the
 * different names of each level, and an index into these for each label.
 *
 * @param columns labels of each column, outermost level first
 * @param rows labels of each row
 * @param values by row and column
 */
public record PandasFrame(List<List<String>> columns, List<List<String>> rows, double[][] values) {
    private static final int MAX_LEVELS = 10;
    private static final int MAX_LABELS = 1_000_000;
    private static final int MAX_NAME = 1_000;

    /** The frame of a file. */
    public static PandasFrame read(Hdf5Content content) {
        return content.read(file -> new Frame(content, only(content, file)).read());
    }

    private static Group only(Hdf5Content content, Group file) {
        List<Group> frames = new ArrayList<>();
        for (Node child : file.getChildren().values()) {
            if (child instanceof Group group && (group.getChild("block0_values") != null || isTable(group))) {
                frames.add(group);
            }
        }
        if (frames.size() != 1) {
            throw content.bad("/", "found " + frames.size() + " data frames of pandas but expected one");
        }
        if (isTable(frames.get(0))) {
            throw content.bad(
                    frames.get(0).getPath(),
                    "found a data frame in the format \"table\" but expected \"fixed\"; give the csv file instead");
        }
        return frames.get(0);
    }

    private static boolean isTable(Group group) {
        return group.getChild("table") != null;
    }

    /** Reads the parts of one frame. */
    private record Frame(Hdf5Content content, Group group) {
        PandasFrame read() {
            List<List<String>> columns = axis("axis0");
            List<List<String>> rows = axis("axis1");
            Map<List<String>, Integer> position = new HashMap<>();
            for (int c = 0; c < columns.size(); c++) {
                if (position.put(columns.get(c), c) != null) {
                    throw content.bad(
                            "axis0",
                            "found the column " + Excerpt.quoted(columns.get(c).toString()) + " twice");
                }
            }
            if ((long) rows.size() * columns.size() > Hdf5Matrices.MAX_NUMBERS) {
                throw content.bad(
                        "axis1",
                        "found " + rows.size() + " rows of " + columns.size() + " columns but expected at most "
                                + Hdf5Matrices.MAX_NUMBERS + " values");
            }
            double[][] values = new double[rows.size()][columns.size()];
            for (int b = 0; group.getChild("block" + b + "_values") != null; b++) {
                List<List<String>> own = axis("block" + b + "_items");
                double[] numbers = numbers("block" + b + "_values", rows.size(), own.size());
                for (int i = 0; i < own.size(); i++) {
                    Integer column = position.remove(own.get(i));
                    if (column == null) {
                        throw content.bad(
                                "block" + b + "_items",
                                "found the column " + Excerpt.quoted(own.get(i).toString())
                                        + " but expected each of axis0 once");
                    }
                    for (int r = 0; r < values.length; r++) {
                        values[r][column] = numbers[r * own.size() + i];
                    }
                }
            }
            if (!position.isEmpty()) {
                throw content.bad("axis0", "found " + position.size() + " columns that no block of values contains");
            }
            return new PandasFrame(columns, rows, values);
        }

        /** Labels of columns or rows. */
        private List<List<String>> axis(String name) {
            if (group.getChild(name) != null) {
                return names(name).stream().map(List::of).toList();
            }
            List<List<String>> labels = new ArrayList<>();
            for (int level = 0; level == 0 || group.getChild(name + "_level" + level) != null; level++) {
                if (level == MAX_LEVELS) {
                    throw content.bad(name, "found more than " + MAX_LEVELS + " levels of labels");
                }
                List<String> names = names(name + "_level" + level);
                long[] codes = whole(name + "_label" + level);
                if (level > 0 && codes.length != labels.size()) {
                    throw content.bad(
                            name + "_label" + level,
                            "found " + codes.length + " labels but expected " + labels.size() + ", as in level 0");
                }
                for (int i = 0; i < codes.length; i++) {
                    if (codes[i] < 0 || codes[i] >= names.size()) {
                        throw content.bad(
                                name + "_label" + level,
                                "found " + codes[i] + " but expected a position from 0 to below " + names.size());
                    }
                    if (level == 0) {
                        labels.add(new ArrayList<>());
                    }
                    labels.get(i).add(names.get((int) codes[i]));
                }
            }
            return labels;
        }

        private List<String> names(String name) {
            DatasetBase dataset = dataset(name, 1);
            if (!(dataset.getDataType() instanceof StringData)) {
                return Arrays.stream(whole(name)).mapToObj(Long::toString).toList();
            }
            int size = dataset.getDataType().getSize();
            if (size < 1 || size > MAX_NAME) {
                throw content.bad(name, "found names of " + size + " bytes but expected 1 to " + MAX_NAME);
            }
            byte[] bytes = new byte[size];
            List<String> names = new ArrayList<>();
            ByteBuffer stored = stored(name, dataset);
            while (stored.hasRemaining()) {
                stored.get(bytes);
                int length = size;
                while (length > 0 && bytes[length - 1] == 0) {
                    length--;
                }
                names.add(new String(bytes, 0, length, UTF_8));
            }
            return names;
        }

        private long[] whole(String name) {
            DatasetBase dataset = dataset(name, 1);
            if (!(dataset.getDataType() instanceof FixedPoint type)) {
                throw content.bad(name, "found values of another type but expected whole numbers or names");
            }
            ByteBuffer stored = stored(name, dataset).order(type.getByteOrder());
            long[] numbers = new long[dataset.getDimensions()[0]];
            Arrays.setAll(numbers, i -> whole(stored, type.getSize(), i));
            return numbers;
        }

        private double[] numbers(String name, int rows, int columns) {
            DatasetBase dataset = dataset(name, 2);
            int[] shape = dataset.getDimensions();
            if (shape[0] != rows || shape[1] != columns) {
                throw content.bad(
                        name,
                        "found the shape " + Excerpt.of(Arrays.toString(shape)) + " but expected [" + rows + ", "
                                + columns + "]");
            }
            DataType type = dataset.getDataType();
            ByteBuffer stored = stored(name, dataset);
            double[] numbers = new double[rows * columns];
            if (type instanceof FixedPoint point) {
                stored.order(point.getByteOrder());
                Arrays.setAll(numbers, i -> whole(stored, point.getSize(), i));
            } else if (type instanceof FloatingPoint point && (point.getSize() == 4 || point.getSize() == 8)) {
                stored.order(point.getByteOrder());
                Arrays.setAll(numbers, i -> point.getSize() == 4 ? stored.getFloat(4 * i) : stored.getDouble(8 * i));
            } else {
                throw content.bad(name, "found values of another type but expected numbers");
            }
            return numbers;
        }

        private static long whole(ByteBuffer stored, int size, int at) {
            return switch (size) {
                case 1 -> stored.get(at);
                case 2 -> stored.getShort(2 * at);
                case 4 -> stored.getInt(4 * at);
                default -> stored.getLong(8 * at);
            };
        }

        /** A dataset of so many axes, not too large; compressed ones are refused. */
        private DatasetBase dataset(String name, int axes) {
            Node child = group.getChild(name);
            if (!(child instanceof DatasetBase dataset) || !(child instanceof ContiguousDataset)) {
                throw content.bad(
                        name,
                        "found " + (child == null ? "nothing" : "compressed values") + " but expected plain values"
                                + (child == null ? "" : "; give the csv file instead"));
            }
            int[] shape = dataset.getDimensions();
            boolean small = shape.length == axes && Arrays.stream(shape).allMatch(n -> n >= 0);
            long count = 1;
            for (int length : shape) {
                count *= Math.max(1, Math.min(length, Hdf5Matrices.MAX_NUMBERS + 1));
                small &= count <= (axes == 1 ? MAX_LABELS : Hdf5Matrices.MAX_NUMBERS);
            }
            if (!small) {
                throw content.bad(
                        name,
                        "found the shape " + Excerpt.of(Arrays.toString(shape)) + " but expected " + axes
                                + " axes of fewer values");
            }
            return dataset;
        }

        /** The bytes of a dataset, exactly as many as its shape and type ask for. */
        private ByteBuffer stored(String name, DatasetBase dataset) {
            long bytes = dataset.getDataType().getSize();
            for (int length : dataset.getDimensions()) {
                bytes *= length;
            }
            if (bytes == 0) {
                return ByteBuffer.allocate(0);
            }
            ByteBuffer stored = dataset.getDataBuffer();
            if (stored.remaining() < bytes) {
                throw content.bad(name, "found " + stored.remaining() + " bytes but expected " + bytes);
            }
            return stored.slice(stored.position(), (int) bytes);
        }
    }
}
