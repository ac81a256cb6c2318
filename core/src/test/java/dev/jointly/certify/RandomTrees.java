package dev.jointly.certify;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Random proofs with trees: well formed, worth nothing in particular. */
final class RandomTrees {
    private final Random random;
    private final Problem problem;
    private final int scaleBits;
    private final long largest;
    private final Set<Integer> required = new HashSet<>();

    private RandomTrees(Random random, Problem problem) {
        this.random = random;
        this.problem = problem;
        scaleBits = random.nextInt(8);
        largest = (1L << scaleBits) * new long[] {1, 8, 1000, 2_000_000}[random.nextInt(4)];
        for (Pin pin : problem.pins()) {
            if (pin instanceof Pin.Use p) {
                required.add(p.detection());
            } else if (pin instanceof Pin.Together p) {
                required.add(p.a());
                required.add(p.b());
            }
        }
    }

    /** Up to three trees; some detections are in none. */
    static Proof proof(Random random, Problem problem) {
        return new RandomTrees(random, problem).proof();
    }

    private Proof proof() {
        int trees = random.nextInt(4);
        List<List<Integer>> sets = new ArrayList<>();
        for (int j = 0; j <= trees; j++) {
            sets.add(new ArrayList<>());
        }
        int inNone = random.nextInt(3);
        for (int d = 0; d < problem.size(); d++) {
            sets.get(random.nextInt(3) < inNone ? 0 : random.nextInt(trees + 1)).add(d);
        }
        int[] all = new int[problem.size()];
        for (int d = 0; d < all.length; d++) {
            all[d] = d;
        }
        Proof.Leaf base = leaf(all, required);
        List<Proof.Tree> list = new ArrayList<>();
        for (List<Integer> set : sets.subList(1, trees + 1)) {
            int[] detections = set.stream().mapToInt(d -> d).toArray();
            list.add(new Proof.Tree(detections, node(detections, required, random.nextInt(5))));
        }
        return new Proof(
                scaleBits, times(base.lambda1(), base), times(base.lambda2(), base), times(base.lambda3(), base), list);
    }

    private static long[] times(long[] prices, Proof.Leaf leaf) {
        long[] written = prices.clone();
        for (int i = 0; i < written.length; i++) {
            written[i] <<= leaf.shift();
        }
        return written;
    }

    private Proof.Node node(int[] detections, Set<Integer> known, int depth) {
        Decision decision = depth == 0 ? null : decision(random, problem, detections);
        if (decision == null) {
            return leaf(detections, known);
        }
        Set<Integer> more = new HashSet<>(known);
        more.add(decision.holder());
        more.add(decision.detection());
        return new Proof.Branch(
                decision,
                node(detections, more, random.nextInt(depth)),
                node(detections, known, random.nextInt(depth)));
    }

    /** A question that may be asked about these detections, or null where luck finds none. */
    static @Nullable Decision decision(Random random, Problem problem, int[] detections) {
        for (int i = 0; detections.length > 0 && i < 20; i++) {
            int holder = detections[random.nextInt(detections.length)];
            int d = detections[random.nextInt(detections.length)];
            boolean major = problem.anatomy().isMajor(problem.part(holder));
            if (major && random.nextInt(3) > 0) {
                return new Decision(Kind.JOIN, holder, d);
            }
            if (holder != d && problem.part(holder) == problem.part(d)) {
                return new Decision(Kind.LOCAL, holder, d);
            }
        }
        return null;
    }

    private Proof.Leaf leaf(int[] detections, Set<Integer> known) {
        double density = new double[] {0, 0.3, 1}[random.nextInt(3)];
        int shift = random.nextInt(4);
        long[][] lambda = new long[3][detections.length];
        for (int row = 0; row < 3; row++) {
            for (int i = 0; i < detections.length; i++) {
                long price = random.nextDouble() < density ? random.nextLong(largest + 1) >> shift : 0;
                boolean free = row == 0 && known.contains(detections[i]);
                lambda[row][i] = free && random.nextBoolean() ? -price : price;
            }
        }
        return new Proof.Leaf(shift, lambda[0], lambda[1], lambda[2]);
    }
}
