package dev.jointly.certify;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Nested;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Random proofs with trees, and edits of them. */
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

    /** Up to three trees, well formed, worth nothing in particular; some detections are in none. */
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
        Nested.Leaf base = leaf(all, required);
        List<Proof.Tree> list = new ArrayList<>();
        for (List<Integer> set : sets.subList(1, trees + 1)) {
            int[] detections = set.stream().mapToInt(d -> d).toArray();
            list.add(Nested.tree(detections, node(detections, required, random.nextInt(5)), random));
        }
        return new Proof(scaleBits, times(base.lambda1(), base), times(base.lambda3(), base), list);
    }

    private static long[] times(long[] prices, Nested.Leaf leaf) {
        long[] written = prices.clone();
        for (int i = 0; i < written.length; i++) {
            written[i] <<= leaf.shift();
        }
        return written;
    }

    private Nested node(int[] detections, Set<Integer> known, int depth) {
        Decision decision = depth == 0 ? null : decision(random, problem, detections);
        if (decision == null) {
            return leaf(detections, known);
        }
        Set<Integer> more = new HashSet<>(known);
        more.add(decision.holder());
        more.add(decision.detection());
        return new Nested.Branch(
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

    private Nested.Leaf leaf(int[] detections, Set<Integer> known) {
        double density = new double[] {0, 0.3, 1}[random.nextInt(3)];
        int shift = random.nextInt(4);
        long[][] lambda = new long[2][detections.length];
        for (int row = 0; row < 2; row++) {
            for (int i = 0; i < detections.length; i++) {
                long price = random.nextDouble() < density ? random.nextLong(largest + 1) >> shift : 0;
                boolean free = row == 0 && known.contains(detections[i]);
                lambda[row][i] = free && random.nextBoolean() ? -price : price;
            }
        }
        return new Nested.Leaf(shift, lambda[0], lambda[1]);
    }

    /** The same questions, every leaf at the base prices: as good as these, and a place to climb from. */
    static Proof atBasePrices(Proof proof, Proof base) {
        List<Proof.Tree> trees = new ArrayList<>();
        for (Proof.Tree tree : proof.trees()) {
            Proof.Leaf leaf =
                    new Proof.Leaf(0, at(base.lambda1(), tree.detections()), at(base.lambda3(), tree.detections()));
            List<Proof.Node> nodes = new ArrayList<>(tree.nodes());
            nodes.replaceAll(node -> node instanceof Proof.Leaf ? leaf : node);
            trees.add(new Proof.Tree(tree.detections(), nodes));
        }
        return new Proof(base.scaleBits(), base.lambda1(), base.lambda3(), trees);
    }

    private static long[] at(long[] prices, int[] positions) {
        return Arrays.stream(positions).mapToLong(i -> prices[i]).toArray();
    }

    /** Random single steps of leaf prices that never lower the bound. */
    static Proof climb(Random random, Problem problem, Proof start, int steps) {
        Proof best = start;
        long bound = Checker.lowerBound(problem, best);
        for (int i = 0; i < steps && !best.trees().isEmpty(); i++) {
            int j = random.nextInt(best.trees().size());
            long step = 1L << random.nextInt(24 + best.scaleBits());
            int row = random.nextInt(3) / 2;
            Proof next =
                    withTree(best, j, editSome(random, Nested.of(best.trees().get(j)), Nested.Leaf.class, leaf -> {
                        long[][] lambda = lambda(leaf);
                        if (lambda[row].length > 0) {
                            lambda[row][random.nextInt(lambda[row].length)] += random.nextBoolean() ? step : -step;
                        }
                        return new Nested.Leaf(leaf.shift(), lambda[0], lambda[1], leaf.sigma());
                    }));
            try {
                long reached = Checker.lowerBound(problem, next);
                if (reached >= bound) {
                    best = next;
                    bound = reached;
                }
            } catch (IllegalArgumentException e) {
                // a price fell below 0 that must not; the next step is another one
            }
        }
        return best;
    }

    /** Copies of both rows. */
    static long[][] lambda(Nested.Leaf leaf) {
        return new long[][] {leaf.lambda1().clone(), leaf.lambda3().clone()};
    }

    static Proof withTree(Proof proof, int j, Nested root) {
        List<Proof.Tree> trees = new ArrayList<>(proof.trees());
        Proof.Tree old = trees.get(j);
        List<Proof.Node> nodes = Nested.tree(old.detections(), root).nodes();
        trees.set(j, new Proof.Tree(old.detections(), old.cuts(), nodes));
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), trees);
    }

    /** Every node changed, from the leaves up. */
    static Nested edit(Nested node, UnaryOperator<Nested> change) {
        return change.apply(
                node instanceof Nested.Branch b
                        ? new Nested.Branch(b.decision(), edit(b.in(), change), edit(b.out(), change))
                        : node);
    }

    /** One random node of a kind changed; the same tree where there is none. */
    static <T extends Nested> Nested editSome(Random random, Nested root, Class<T> kind, Function<T, Nested> change) {
        List<Nested> nodes = new ArrayList<>();
        edit(root, node -> {
            if (kind.isInstance(node)) {
                nodes.add(node);
            }
            return node;
        });
        int chosen = nodes.isEmpty() ? -1 : random.nextInt(nodes.size());
        int[] seen = {0};
        return edit(root, node -> kind.isInstance(node) && seen[0]++ == chosen ? change.apply(kind.cast(node)) : node);
    }

    /** The tree without a detection and its prices. */
    static Proof.Tree without(Proof.Tree tree, int d) {
        int at = Arrays.binarySearch(tree.detections(), d);
        if (at < 0) {
            return tree;
        }
        int[] fewer = Arrays.stream(tree.detections()).filter(e -> e != d).toArray();
        return Nested.tree(
                fewer, edit(Nested.of(tree), node -> node instanceof Nested.Leaf leaf ? resized(leaf, at, -1) : node));
    }

    /** The tree with one more detection, at a price of 0. */
    static Proof.Tree including(Proof.Tree tree, int d) {
        int at = -1 - Arrays.binarySearch(tree.detections(), d);
        int[] more = Arrays.copyOf(tree.detections(), tree.detections().length + 1);
        more[more.length - 1] = d;
        Arrays.sort(more);
        return Nested.tree(
                more, edit(Nested.of(tree), node -> node instanceof Nested.Leaf leaf ? resized(leaf, at, 1) : node));
    }

    /** The leaf with one price more, which is 0, or one less at a position. */
    private static Nested.Leaf resized(Nested.Leaf leaf, int at, int by) {
        long[][] lambda = lambda(leaf);
        for (int row = 0; row < 2; row++) {
            long[] old = lambda[row];
            long[] resized = new long[old.length + by];
            System.arraycopy(old, 0, resized, 0, at);
            int from = by < 0 ? at + 1 : at;
            System.arraycopy(old, from, resized, from + by, old.length - from);
            lambda[row] = resized;
        }
        return new Nested.Leaf(leaf.shift(), lambda[0], lambda[1]);
    }
}
