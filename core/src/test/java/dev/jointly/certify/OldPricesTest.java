package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.DefinitionalBound.Lambda2;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Certificates had a third price, lambda2, of being in a local assignment. Added to both others it proves the same: each
 * leaf's share by the old rules, word by word, is its share by the new ones, to the last digit.
 */
class OldPricesTest {
    @Test
    void theSumsProveTheSame() {
        int branching = 0;
        int different = 0;
        for (long seed : Trials.seeds(1, 300, 2000)) {
            Random random = new Random(seed);
            Problem free = RandomProblems.tiny(random);
            Problem problem = seed % 2 == 0 ? free : RandomProblems.withPins(random, free);
            Enumeration truth = new Enumeration(problem);
            Proof old = RandomTrees.proof(random, problem);
            Lambda2 lambda2 = lambda2(random, old);
            Proof sums = sums(old, lambda2);
            DefinitionalBound before = new DefinitionalBound(problem, truth, old, lambda2);
            DefinitionalBound now = new DefinitionalBound(problem, truth, sums);
            assertThat(before.wellFormed()).as("by the old rules").isTrue();
            assertThat(now.wellFormed()).as("by the new rules").isTrue();
            assertThat(now.shares()).as("share by share").isEqualTo(before.shares());
            assertThat(Checker.lowerBound(problem, sums))
                    .as("the checker's bound")
                    .isEqualTo(before.lowerBound());
            branching += old.trees().stream().anyMatch(tree -> tree.nodes().size() > 1) ? 1 : 0;
            // without lambda2 it would be another bound
            different += Checker.lowerBound(problem, old) == before.lowerBound() ? 0 : 1;
        }
        assertThat(branching).isGreaterThan(Trials.enough(75, 500));
        assertThat(different).isGreaterThan(Trials.enough(100, 700));
    }

    private static Lambda2 lambda2(Random random, Proof proof) {
        List<Map<Integer, long[]>> leaves = new ArrayList<>();
        for (Proof.Tree tree : proof.trees()) {
            Map<Integer, long[]> of = new HashMap<>();
            for (int i = 0; i < tree.nodes().size(); i++) {
                of.put(i, prices(random, tree.detections().length, proof.scaleBits()));
            }
            leaves.add(of);
        }
        return new Lambda2(prices(random, proof.lambda1().length, proof.scaleBits()), leaves);
    }

    private static long[] prices(Random random, int size, int scaleBits) {
        long largest = (1L << scaleBits) * (random.nextBoolean() ? 8 : 1_000_000);
        long[] prices = new long[size];
        for (int i = 0; i < size; i++) {
            prices[i] = random.nextBoolean() ? random.nextLong(largest + 1) : 0;
        }
        return prices;
    }

    private static Proof sums(Proof old, Lambda2 lambda2) {
        List<Proof.Tree> trees = new ArrayList<>();
        for (int j = 0; j < old.trees().size(); j++) {
            Proof.Tree tree = old.trees().get(j);
            List<Proof.Node> nodes = new ArrayList<>(tree.nodes());
            for (int i = 0; i < nodes.size(); i++) {
                if (nodes.get(i) instanceof Proof.Leaf leaf) {
                    long[] second = lambda2.leaves().get(j).getOrDefault(i, new long[0]);
                    nodes.set(
                            i, new Proof.Leaf(leaf.shift(), sum(leaf.lambda1(), second), sum(leaf.lambda3(), second)));
                }
            }
            trees.add(new Proof.Tree(tree.detections(), nodes));
        }
        return new Proof(
                old.scaleBits(), sum(old.lambda1(), lambda2.base()), sum(old.lambda3(), lambda2.base()), trees);
    }

    private static long[] sum(long[] a, long[] b) {
        long[] sum = new long[a.length];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = Math.addExact(a[i], b[i]);
        }
        return sum;
    }
}
