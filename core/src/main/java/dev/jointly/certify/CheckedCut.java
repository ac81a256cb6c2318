package dev.jointly.certify;

import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A cut whose form is right, in the shape in which it is counted. With k detections of a skeleton in exactly one of its sets,
 * h of them in {@code host}, its coefficient is floor(k / 2) - h: each of the h has a discount, and every two of the k are
 * taxed.
 */
final class CheckedCut {
    final int[] use;
    final int[] host;
    /** In exactly one of the two. */
    final int[] odd;
    /** In {@code host} alone. */
    final int[] discounted;

    private CheckedCut(Proof.Cut cut) {
        use = cut.use();
        host = cut.host();
        discounted = without(host, use);
        odd = IntStream.concat(Arrays.stream(without(use, host)), Arrays.stream(discounted))
                .sorted()
                .toArray();
    }

    /**
     * @param owner the tree's name and a comma, in messages
     * @param size detections of the problem
     * @throws IllegalArgumentException naming the first cut that is not as it must be
     */
    static List<CheckedCut> all(String owner, List<Proof.Cut> cuts, int size) {
        List<CheckedCut> checked = new ArrayList<>();
        Set<List<List<Integer>>> known = new HashSet<>();
        for (int t = 0; t < cuts.size(); t++) {
            Proof.Cut cut = cuts.get(t);
            String place = owner + "cut " + t;
            Form.require(cut, place);
            Form.requireSet(cut.use(), place + ": use", size, d -> {});
            Form.requireSet(cut.host(), place + ": host", size, d -> {});
            if (cut.use().length % 2 == 0) {
                throw new IllegalArgumentException(
                        place + ": use has " + cut.use().length + " detections but must have an odd number");
            }
            if (!known.add(List.of(boxed(cut.use()), boxed(cut.host())))) {
                throw new IllegalArgumentException(place + " is the same as one before it");
            }
            checked.add(new CheckedCut(cut));
        }
        return checked;
    }

    private static List<Integer> boxed(int[] set) {
        return Arrays.stream(set).boxed().toList();
    }

    private static int[] without(int[] set, int[] others) {
        return Arrays.stream(set)
                .filter(d -> Arrays.binarySearch(others, d) < 0)
                .toArray();
    }

    /** All its detections, some of them twice. */
    IntStream detections() {
        return IntStream.concat(Arrays.stream(use), Arrays.stream(host));
    }

    /** The right-hand side, (|use| - 1) / 2. */
    int limit() {
        return use.length / 2;
    }

    boolean uses(int d) {
        return Arrays.binarySearch(use, d) >= 0;
    }

    boolean hosts(int d) {
        return Arrays.binarySearch(host, d) >= 0;
    }
}
