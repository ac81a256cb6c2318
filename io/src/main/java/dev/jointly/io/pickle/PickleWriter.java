package dev.jointly.io.pickle;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes a pickle of protocol 4, value by value, as far as dictionaries of numpy's arrays need: Python 3.4 or newer reads
 * it, with numpy 1 or 2. Items follow their dictionary or list: a key and its value then {@link #setItem}, a value then
 * {@link #append}. Not thread-safe.
 */
public final class PickleWriter {
    private static final int PROTOCOL = 4;

    /** What the first array puts into the memo, for the others. */
    private static final int RECONSTRUCT = 0;

    private static final int NDARRAY = 1;
    private static final int FLOAT64 = 2;

    private final OutputStream out;
    private boolean namesKnown;

    public PickleWriter(OutputStream out) throws IOException {
        this.out = out;
        code(Op.PROTO, PROTOCOL);
    }

    public void emptyDictionary() throws IOException {
        code(Op.EMPTY_DICT);
    }

    public void setItem() throws IOException {
        code(Op.SETITEM);
    }

    public void emptyList() throws IOException {
        code(Op.EMPTY_LIST);
    }

    public void append() throws IOException {
        code(Op.APPEND);
    }

    /** Text of at most 255 bytes. */
    public void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0xff) {
            throw new IllegalArgumentException("text of " + bytes.length + " bytes must have 255 at most");
        }
        code(Op.SHORT_BINUNICODE, bytes.length);
        out.write(bytes);
    }

    public void number(int number) throws IOException {
        if (number >= 0 && number <= 0xff) {
            code(Op.BININT1, number);
        } else {
            code(Op.BININT);
            int32(number);
        }
    }

    /** A matrix of float64, row by row; every row has as many columns. */
    public void matrix(double[][] rows, int columns) throws IOException {
        reconstruct();
        code(Op.MARK);
        number(1); // version of the state
        number(rows.length);
        number(columns);
        code(Op.TUPLE2);
        float64();
        code(Op.FALSE); // not in Fortran's order
        byte[] bytes = new byte[Math.multiplyExact(Double.BYTES * columns, rows.length)];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (double[] row : rows) {
            if (row.length != columns) {
                throw new IllegalArgumentException("row of " + row.length + " numbers must have " + columns);
            }
            for (double value : row) {
                buffer.putDouble(value);
            }
        }
        code(Op.BINBYTES);
        int32(bytes.length);
        out.write(bytes);
        code(Op.TUPLE, Op.BUILD);
        namesKnown = true;
    }

    /** An empty array, as numpy's own pickles begin: _reconstruct(ndarray, (0,), b"b"). */
    private void reconstruct() throws IOException {
        name(RECONSTRUCT, "numpy.core.multiarray", "_reconstruct");
        name(NDARRAY, "numpy", "ndarray");
        number(0);
        code(Op.TUPLE1, Op.SHORT_BINBYTES, 1, 'b', Op.TUPLE3, Op.REDUCE);
    }

    /** Little-endian, whatever the machine. */
    private void float64() throws IOException {
        if (namesKnown) {
            code(Op.BINGET, FLOAT64);
            return;
        }
        text("numpy");
        text("dtype");
        code(Op.STACK_GLOBAL);
        text("f8");
        code(Op.FALSE, Op.TRUE, Op.TUPLE3, Op.REDUCE, Op.MEMOIZE);
        code(Op.MARK);
        number(3);
        text("<");
        code(Op.NONE, Op.NONE, Op.NONE);
        number(-1);
        number(-1);
        number(0);
        code(Op.TUPLE, Op.BUILD);
    }

    private void name(int memo, String module, String name) throws IOException {
        if (namesKnown) {
            code(Op.BINGET, memo);
        } else {
            text(module);
            text(name);
            code(Op.STACK_GLOBAL, Op.MEMOIZE);
        }
    }

    /** Ends the pickle; the stream stays open. */
    public void stop() throws IOException {
        code(Op.STOP);
    }

    private void code(int... bytes) throws IOException {
        for (int one : bytes) {
            out.write(one);
        }
    }

    private void int32(int number) throws IOException {
        code(number, number >> 8, number >> 16, number >> 24);
    }
}
