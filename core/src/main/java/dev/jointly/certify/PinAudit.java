package dev.jointly.certify;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;

/** The pins of a problem, sorted by what they mean for a single detection. */
final class PinAudit {
    private static final int[] NONE = {};

    /** In no pose. */
    final BitSet skipped = new BitSet();
    /** In some pose, so that its price lambda1 is free. */
    final BitSet required = new BitSet();

    private final int[][] together;
    private final int[][] apart;

    PinAudit(Problem problem) {
        LongStream.Builder togetherEnds = LongStream.builder();
        LongStream.Builder apartEnds = LongStream.builder();
        for (Pin pin : problem.pins()) {
            int[] d = pin.detections();
            switch (pin.kind()) {
                case TOGETHER -> {
                    add(togetherEnds, d[0], d[1]);
                    required.set(d[0]);
                    required.set(d[1]);
                }
                case APART -> add(apartEnds, d[0], d[1]);
                case USE -> required.set(d[0]);
                case SKIP -> skipped.set(d[0]);
            }
        }
        together = partners(problem.size(), togetherEnds);
        apart = partners(problem.size(), apartEnds);
    }

    private static void add(LongStream.Builder ends, int a, int b) {
        ends.add((long) a << 32 | b);
        ends.add((long) b << 32 | a);
    }

    /** The partners of each detection in pins, ascending and without repetition: a file may repeat a pin a million times. */
    private static int[][] partners(int size, LongStream.Builder ends) {
        int[][] partners = new int[size][];
        Arrays.fill(partners, NONE);
        long[] sorted = ends.build().sorted().distinct().toArray();
        int from = 0;
        while (from < sorted.length) {
            int owner = (int) (sorted[from] >> 32);
            int to = from;
            while (to < sorted.length && (int) (sorted[to] >> 32) == owner) {
                to++;
            }
            partners[owner] =
                    Arrays.stream(sorted, from, to).mapToInt(end -> (int) end).toArray();
            from = to;
        }
        return partners;
    }

    /** Detections that must be in the pose of d. */
    int[] together(int d) {
        return together[d];
    }

    /** Detections that must not be in the pose of d. */
    int[] apart(int d) {
        return apart[d];
    }
}
