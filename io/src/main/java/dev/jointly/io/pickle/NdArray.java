package dev.jointly.io.pickle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A numpy array. Numbers stay the bytes of the file until they are asked for.
 *
 * @param shape lengths of its axes
 * @param columnsFirst whether the first axis varies fastest (Fortran's order)
 * @param bytes the items, of shape times size bytes; empty where they are objects
 * @param objects the items where they are objects
 */
public record NdArray(DType type, List<Integer> shape, boolean columnsFirst, byte[] bytes, List<Object> objects) {

    /** Number of items that a shape holds, checked against overflow. */
    static long items(List<Integer> shape) {
        long items = 1;
        for (int length : shape) {
            items *= length;
            if (items > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("found an array of shape " + shape + " but expected fewer items");
            }
        }
        return items;
    }

    public NdArray {
        long items = items(shape);
        boolean fits = type.kind() == 'O' ? objects.size() == items : bytes.length == items * type.size();
        if (!fits) {
            throw new IllegalArgumentException("found an array of shape " + shape + " but "
                    + (type.kind() == 'O' ? objects.size() + " items" : bytes.length + " bytes")
                    + " in it, which do not fit");
        }
    }

    /** Number of items. */
    public int size() {
        return (int) items(shape);
    }

    /** Length of an axis; 1 after the last one, so that a row of numbers is a column, too. */
    public int length(int axis) {
        return axis < shape.size() ? shape.get(axis) : 1;
    }

    public boolean isNumeric() {
        return "fiub".indexOf(type.kind()) >= 0;
    }

    /** A number of an array of at most two axes. */
    public double number(int row, int column) {
        if (row < 0 || row >= length(0) || column < 0 || column >= length(1)) {
            throw new IndexOutOfBoundsException("[" + row + ", " + column + "] is outside of " + shape);
        }
        return numberAt(columnsFirst ? column * length(0) + row : row * length(1) + column);
    }

    /** A number by its place in memory. */
    public double numberAt(int item) {
        if (!isNumeric()) {
            throw new IllegalStateException("an array of " + type + " holds no numbers");
        }
        ByteBuffer buffer =
                ByteBuffer.wrap(bytes).order(type.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int at = item * type.size();
        if (type.kind() == 'f') {
            return switch (type.size()) {
                case 2 -> half(buffer.getShort(at));
                case 4 -> buffer.getFloat(at);
                default -> buffer.getDouble(at);
            };
        }
        boolean unsigned = type.kind() != 'i';
        return switch (type.size()) {
            case 1 -> unsigned ? buffer.get(at) & 0xff : buffer.get(at);
            case 2 -> unsigned ? buffer.getShort(at) & 0xffff : buffer.getShort(at);
            case 4 -> unsigned ? buffer.getInt(at) & 0xffffffffL : buffer.getInt(at);
            default -> unsigned ? unsigned(buffer.getLong(at)) : buffer.getLong(at);
        };
    }

    /** An item as the plain value it is: text, a number or an object. */
    public Object item(int item) {
        return switch (type.kind()) {
            case 'O' -> objects.get(item);
            case 'U' -> text(item);
            case 'f' -> numberAt(item);
            case 'b' -> numberAt(item) != 0;
            default -> (long) numberAt(item);
        };
    }

    private String text(int item) {
        int[] characters = new int[type.size() / 4];
        ByteBuffer buffer =
                ByteBuffer.wrap(bytes).order(type.bigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int length = 0;
        for (int i = 0; i < characters.length; i++) {
            int c = buffer.getInt(item * type.size() + 4 * i);
            characters[i] = Character.isValidCodePoint(c) ? c : 0xfffd;
            if (c != 0) {
                length = i + 1;
            }
        }
        return new String(characters, 0, length);
    }

    private static double unsigned(long bits) {
        return bits >= 0 ? bits : (bits >>> 1) * 2.0;
    }

    /** IEEE half precision: 1 sign, 5 exponent and 10 fraction bits. */
    static double half(short bits) {
        int exponent = bits >> 10 & 0x1f;
        int fraction = bits & 0x3ff;
        double magnitude =
                switch (exponent) {
                    case 0 -> Math.scalb((double) fraction, -24);
                    case 0x1f -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
                    default -> Math.scalb((double) (fraction | 0x400), exponent - 25);
                };
        return bits < 0 ? -magnitude : magnitude;
    }

    /** Bytes of text in latin1, one per character. */
    static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return "an array of shape " + shape;
    }
}
