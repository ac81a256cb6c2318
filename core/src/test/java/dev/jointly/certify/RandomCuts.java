package dev.jointly.certify;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.proof.Proof.Cut;
import dev.jointly.proof.Proof.PricedCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Random cuts for random proofs, and steps uphill. */
final class RandomCuts {
    private RandomCuts() {}

    /** The same proof with a few cuts at its base, some of them inside a tree, and in its trees. */
    static Proof added(Random random, Problem problem, Proof proof) {
        List<Proof.Tree> trees = new ArrayList<>();
        List<PricedCut> cuts = new ArrayList<>();
        int[] rest = IntStream.range(0, problem.size())
                .filter(d -> proof.trees().stream().noneMatch(tree -> Arrays.binarySearch(tree.detections(), d) >= 0))
                .toArray();
        long largest = largest(proof);
        for (Cut cut : some(random, rest)) {
            cuts.add(new PricedCut(cut, price(random, largest)));
        }
        for (Proof.Tree tree : proof.trees()) {
            for (Cut cut : some(random, tree.detections())) {
                if (random.nextInt(3) == 0) {
                    cuts.add(new PricedCut(cut, price(random, largest)));
                }
            }
            List<Cut> own = some(random, tree.detections());
            List<Proof.Node> nodes = new ArrayList<>(tree.nodes());
            nodes.replaceAll(node -> node instanceof Proof.Leaf leaf
                    ? new Proof.Leaf(
                            leaf.shift(),
                            leaf.lambda1(),
                            leaf.lambda3(),
                            own.stream()
                                    .mapToLong(cut -> price(random, largest) >> leaf.shift())
                                    .toArray())
                    : node);
            trees.add(new Proof.Tree(tree.detections(), own, nodes));
        }
        return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), cuts, trees);
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

    /** Random single steps of base prices that never lower the bound; of a proof without trees. */
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
        long[] lambda1 = proof.lambda1().clone();
        long[] lambda3 = proof.lambda3().clone();
        long size = 1L << random.nextInt(6 + proof.scaleBits());
        UnaryOperator<Long> moved = price -> Math.max(0, price + (random.nextInt(3) == 0 ? -size : size));
        List<PricedCut> cuts = new ArrayList<>(proof.cuts());
        int kind = random.nextInt(cuts.isEmpty() ? 2 : 3);
        if (kind == 2) {
            int t = random.nextInt(cuts.size());
            cuts.set(t, new PricedCut(cuts.get(t).cut(), moved.apply(cuts.get(t).sigma())));
        } else if (lambda1.length > 0) {
            long[] row = kind == 0 ? lambda1 : lambda3;
            int d = random.nextInt(row.length);
            row[d] = moved.apply(row[d]);
        }
        return new Proof(proof.scaleBits(), lambda1, lambda3, cuts, proof.trees());
    }
}
