package dev.jointly.certify;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.Arrays;
import java.util.BitSet;

/** The pins of a problem, sorted by what they mean for a single detection. */
final class Pins {
    private static final int[] NONE = {};

    /** In no pose. */
    final BitSet skipped = new BitSet();
    /** In some pose, so that its price lambda1 is free. */
    final BitSet required = new BitSet();

    private final int[][] together;
    private final int[][] apart;

    Pins(Problem problem) {
        together = new int[problem.size()][];
        apart = new int[problem.size()][];
        Arrays.fill(together, NONE);
        Arrays.fill(apart, NONE);
        for (Pin pin : problem.pins()) {
            if (pin instanceof Pin.Together p) {
                addPartners(together, p.a(), p.b());
                required.set(p.a());
                required.set(p.b());
            } else if (pin instanceof Pin.Apart p) {
                addPartners(apart, p.a(), p.b());
            } else if (pin instanceof Pin.Use p) {
                required.set(p.detection());
            } else if (pin instanceof Pin.Skip p) {
                skipped.set(p.detection());
            }
        }
    }

    private static void addPartners(int[][] partners, int a, int b) {
        partners[a] = append(partners[a], b);
        partners[b] = append(partners[b], a);
    }

    private static int[] append(int[] list, int d) {
        int[] longer = Arrays.copyOf(list, list.length + 1);
        longer[list.length] = d;
        return longer;
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
