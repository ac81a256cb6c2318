package dev.jointly.io;

import dev.jointly.problem.Micro;
import java.util.Arrays;

/** Pairs in file order, so that a complaint can say which one it is about. */
final class PairDraft {
    private int[] a = new int[16];
    private int[] b = new int[16];
    private long[] micro = new long[16];
    private int size;

    void add(int first, int second, long cost) {
        if (size == a.length) {
            a = Arrays.copyOf(a, 2 * size);
            b = Arrays.copyOf(b, 2 * size);
            micro = Arrays.copyOf(micro, 2 * size);
        }
        a[size] = first;
        b[size] = second;
        micro[size++] = cost;
    }

    int size() {
        return size;
    }

    int a(int pair) {
        return a[pair];
    }

    int b(int pair) {
        return b[pair];
    }

    long micro(int pair) {
        return micro[pair];
    }

    /** The pair as files spell it. */
    String text(int pair) {
        return "[" + a[pair] + ", " + b[pair] + ", " + Micro.toString(micro[pair]) + "]";
    }

    /** Positions of two entries about one unordered pair, in file order; empty where there are none. */
    int[] repeated() {
        long[] keys = new long[size];
        Arrays.setAll(keys, this::key);
        Arrays.sort(keys);
        for (int i = 1; i < size; i++) {
            if (keys[i - 1] == keys[i]) {
                return positions(keys[i]);
            }
        }
        return new int[0];
    }

    private int[] positions(long key) {
        int[] found = new int[2];
        int count = 0;
        for (int i = 0; count < 2; i++) {
            if (key(i) == key) {
                found[count++] = i;
            }
        }
        return found;
    }

    private long key(int pair) {
        return (long) Math.min(a[pair], b[pair]) << 32 | Math.max(a[pair], b[pair]);
    }
}
