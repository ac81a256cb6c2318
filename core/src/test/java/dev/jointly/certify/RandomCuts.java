package dev.jointly.certify;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.proof.Proof.Cut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Random cuts for random proofs, and steps uphill. */
final class RandomCuts {
    private RandomCuts() {}

    /** The same proof with a few cuts in its trees; detections in no tree may become one, always if there is none. */
    static Proof added(Random random, Problem problem, Proof proof) {
        List<Proof.Tree> trees = new ArrayList<>(proof.trees());
        int[] rest = IntStream.range(0, problem.size())
                .filter(d -> proof.trees().stream().noneMatch(tree -> Arrays.binarySearch(tree.detections(), d) >= 0))
                .toArray();
        if (rest.length > 0 && (trees.isEmpty() || random.nextInt(4) > 0)) {
            trees.add(oneLeaf(rest, proof));
        }
        long largest = largest(proof);
        trees.replaceAll(tree -> {
            List<Cut> cuts = some(random, tree.detections());
            return with(tree, cuts, leaf -> cuts.stream()
                    .mapToLong(cut -> price(random, largest) >> leaf.shift())
                    .toArray());
        });
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), trees);
    }

    /** A tree of these detections that is a single leaf, at base prices: it proves what they prove in no tree. */
    private static Proof.Tree oneLeaf(int[] detections, Proof base) {
        return new Proof.Tree(
                detections,
                List.of(new Proof.Leaf(
                        0,
                        Arrays.stream(detections)
                                .mapToLong(d -> base.lambda1()[d])
                                .toArray(),
                        Arrays.stream(detections)
                                .mapToLong(d -> base.lambda3()[d])
                                .toArray())));
    }

    /** Zero prices of so many detections, and these cuts at these prices. */
    static Proof atZero(int size, List<Cut> cuts, long... sigma) {
        Proof zero = new Proof(0, new long[size], new long[size]);
        Proof.Tree tree = oneLeaf(IntStream.range(0, size).toArray(), zero);
        return new Proof(0, zero.lambda1(), zero.lambda3(), List.of(with(tree, cuts, leaf -> sigma)));
    }

    /** A tree with other cuts. */
    static Proof.Tree with(Proof.Tree tree, List<Cut> cuts, Function<Proof.Leaf, long[]> sigma) {
        List<Proof.Node> nodes = new ArrayList<>(tree.nodes());
        nodes.replaceAll(node -> node instanceof Proof.Leaf leaf
                ? new Proof.Leaf(leaf.shift(), leaf.lambda1(), leaf.lambda3(), sigma.apply(leaf))
                : node);
        return new Proof.Tree(tree.detections(), cuts, nodes);
    }

    private static long largest(Proof proof) {
        return 1 + Arrays.stream(proof.lambda1()).map(Math::abs).max().orElse(0) + (10L << proof.scaleBits());
    }

    private static long price(Random random, long largest) {
        return random.nextInt(4) == 0 ? 0 : random.nextLong(largest);
    }

    /** Up to four different ones among these detections. */
    static List<Cut> some(Random random, int[] detections) {
        List<Cut> cuts = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0 && detections.length > 0; i--) {
            int most = Math.min(5, detections.length);
            int[] use = subset(random, detections, 1 + 2 * random.nextInt((most + 1) / 2));
            int[] host = subset(random, detections, random.nextInt(Math.min(3, detections.length) + 1));
            if (cuts.stream().noneMatch(cut -> Arrays.equals(cut.use(), use) && Arrays.equals(cut.host(), host))) {
                cuts.add(new Cut(use, host));
            }
        }
        return cuts;
    }

    private static int[] subset(Random random, int[] detections, int size) {
        List<Integer> shuffled =
                new ArrayList<>(Arrays.stream(detections).boxed().toList());
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, size).stream().mapToInt(d -> d).sorted().toArray();
    }

    /** Random single steps of prices, in leaves or of the base, that never lower the bound. */
    static Proof climb(Random random, Problem problem, Proof start, int steps) {
        Proof best = start;
        long bound = Checker.lowerBound(problem, best);
        for (int i = 0; i < steps; i++) {
            Proof next = step(random, best);
            long reached = Checker.lowerBound(problem, next);
            if (reached >= bound) {
                best = next;
                bound = reached;
            }
        }
        return best;
    }

    private static Proof step(Random random, Proof proof) {
        long size = 1L << random.nextInt(6 + proof.scaleBits());
        long step = random.nextInt(3) == 0 ? -size : size;
        List<Proof.Tree> trees = new ArrayList<>(proof.trees());
        int j = random.nextInt(trees.size() + 1);
        if (j == trees.size()) {
            Proof.Leaf base = moved(random, new Proof.Leaf(0, proof.lambda1(), proof.lambda3()), step);
            return new Proof(proof.scaleBits(), base.lambda1(), base.lambda3(), trees);
        }
        List<Proof.Node> nodes = new ArrayList<>(trees.get(j).nodes());
        int i = random.nextInt(nodes.size());
        if (nodes.get(i) instanceof Proof.Leaf leaf) {
            nodes.set(i, moved(random, leaf, step));
        }
        trees.set(j, new Proof.Tree(trees.get(j).detections(), trees.get(j).cuts(), nodes));
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), trees);
    }

    /** One price is another, but not negative unless it was. */
    private static Proof.Leaf moved(Random random, Proof.Leaf leaf, long step) {
        long[][] rows = {
            leaf.lambda1().clone(), leaf.lambda3().clone(), leaf.sigma().clone()
        };
        long[] row = rows[random.nextInt(3)];
        if (row.length > 0) {
            int at = random.nextInt(row.length);
            row[at] = Math.max(Math.min(0, row[at]), row[at] + step);
        }
        return new Proof.Leaf(leaf.shift(), rows[0], rows[1], rows[2]);
    }
}
