package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Nested;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * An attack on the checker: proofs of tiny problems are changed step by step so that its bound grows, and none may ever
 * exceed the optimum that brute force finds. A rule of the certificate that rules out too much, or a price that is
 * negative where it must not be, gives such a climb a way up. {@code -Djointly.proofs=10000000} for a long run,
 * {@code -Djointly.seed} for another one.
 */
class HillClimbedProofsTest {
    private static final long PROOFS = Long.getLong("jointly.proofs", Trials.count(15_000, 100_000));
    private static final long SEED = Long.getLong("jointly.seed", 1);
    private static final int STEPS = 1000;
    private static final int MAX_LEAVES = 10;

    @Test
    void noneProvesMoreThanTheOptimum() {
        long tried = 0;
        long problems = 0;
        long met = 0;
        long leastSlack = Long.MAX_VALUE;
        long branching = 0;
        long negative = 0;
        long cut = 0;
        long start = System.nanoTime();
        for (long seed = SEED; tried < PROOFS; seed++) {
            Attack attack = new Attack(seed);
            OptionalLong optimum = BruteForce.of(attack.problem).optimumIfFeasible();
            if (optimum.isEmpty() || attack.problem.size() == 0) {
                continue;
            }
            problems++;
            int size = attack.problem.size();
            Proof best = new Proof(attack.random.nextInt(3), new long[size], new long[size]);
            long bound = Checker.lowerBound(attack.problem, best);
            long highest = bound;
            for (int i = 0; i < STEPS; i++) {
                Proof next = attack.changed(best, i > STEPS / 5);
                for (int more = attack.random.nextInt(6) / 3; more > 0; more--) {
                    next = attack.changed(next, i > STEPS / 5);
                }
                long reached;
                try {
                    reached = Checker.lowerBound(attack.problem, next);
                } catch (IllegalArgumentException e) {
                    // a price is negative that must not be, or trees overlap: refused, as it should be
                    continue;
                }
                tried++;
                branching += next.trees().stream().anyMatch(t -> t.nodes().size() > 1) ? 1 : 0;
                negative += hasNegativePrice(next) ? 1 : 0;
                cut += hasPricedCut(next) ? 1 : 0;
                if (reached > optimum.getAsLong()) {
                    assertThat(reached)
                            .as("seed %d, step %d: %s", seed, i, attack.problem)
                            .isLessThanOrEqualTo(optimum.getAsLong());
                }
                highest = Math.max(highest, reached);
                // a step down now and then leads out of dead ends
                if (reached >= bound || attack.random.nextInt(50) == 0) {
                    best = next;
                    bound = reached;
                }
            }
            leastSlack = Math.min(leastSlack, optimum.getAsLong() - highest);
            met += highest == optimum.getAsLong() ? 1 : 0;
        }
        System.out.printf(
                "hill-climbed proofs from seed %d: %d, %d of them with decisions, %d with negative prices, %d with cuts; on %d problems,"
                        + " of which %d were climbed to the optimum itself and none beyond; least slack %d; %d s%n",
                SEED,
                tried,
                branching,
                negative,
                cut,
                problems,
                met,
                leastSlack,
                (System.nanoTime() - start) / 1_000_000_000);
        assertThat(met).as("climbs to the optimum, seed %d", SEED).isGreaterThan(problems / 10);
        assertThat(branching).isGreaterThan(tried / 10);
        assertThat(negative).isGreaterThan(tried / 100);
        assertThat(cut).isGreaterThan(tried / 10);
    }

    private static boolean hasNegativePrice(Proof proof) {
        boolean found = Arrays.stream(proof.lambda1()).anyMatch(price -> price < 0);
        return found
                || proof.trees().stream()
                        .flatMap(tree -> tree.nodes().stream())
                        .anyMatch(node -> node instanceof Proof.Leaf leaf
                                && Arrays.stream(leaf.lambda1()).anyMatch(price -> price < 0));
    }

    private static boolean hasPricedCut(Proof proof) {
        return proof.trees().stream()
                .flatMap(tree -> tree.nodes().stream())
                .anyMatch(node -> node instanceof Proof.Leaf leaf
                        && Arrays.stream(leaf.sigma()).anyMatch(price -> price > 0));
    }

    /** A problem, and changes of its proofs. */
    private static final class Attack {
        private final Random random;
        private final Problem problem;

        Attack(long seed) {
            random = new Random(seed);
            Problem free =
                    random.nextBoolean() ? dev.jointly.oracle.TinyProblems.random(seed) : RandomProblems.tiny(random);
            problem = random.nextInt(3) == 0 ? free : RandomProblems.withPins(random, free);
        }

        /** The proof with one thing changed, not always for the better, and not always into a proof. */
        private Proof changed(Proof proof, boolean trees) {
            if (trees && random.nextInt(5) == 0) {
                return proof.trees().isEmpty() ? withNewTree(proof) : withCuts(proof);
            }
            int kind = random.nextInt(16);
            if (kind < 3 || !trees) {
                return withBase(proof, moved(lambda(proof)));
            }
            if (kind == 3 || proof.trees().isEmpty()) {
                return withNewTree(proof);
            }
            int j = random.nextInt(proof.trees().size());
            Proof.Tree tree = proof.trees().get(j);
            if (kind == 4 && random.nextInt(4) == 0) {
                List<Proof.Tree> fewer = new ArrayList<>(proof.trees());
                fewer.remove(j);
                return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), fewer);
            }
            Nested all = Nested.of(tree);
            Nested root =
                    switch (kind) {
                        case 5, 6 -> RandomTrees.editSome(random, all, Nested.Leaf.class, leaf -> split(tree, leaf));
                        case 7 ->
                            RandomTrees.editSome(
                                    random,
                                    all,
                                    Nested.Branch.class,
                                    branch -> random.nextBoolean() ? branch.in() : branch.out());
                        case 8 ->
                            RandomTrees.editSome(random, all, Nested.Branch.class, branch -> {
                                Decision other = RandomTrees.decision(random, problem, tree.detections());
                                return other == null ? branch : new Nested.Branch(other, branch.in(), branch.out());
                            });
                        default ->
                            RandomTrees.editSome(random, all, Nested.Leaf.class, leaf -> {
                                long[][] lambda = moved(RandomTrees.lambda(leaf));
                                return new Nested.Leaf(leaf.shift(), lambda[0], lambda[1], leaf.sigma());
                            });
                    };
            return RandomTrees.withTree(proof, j, root);
        }

        /** One more cut in a tree, one less, or another price of one. */
        private Proof withCuts(Proof proof) {
            List<Proof.Tree> trees = new ArrayList<>(proof.trees());
            int j = random.nextInt(trees.size());
            Proof.Tree tree = trees.get(j);
            List<Proof.Cut> cuts = new ArrayList<>(tree.cuts());
            int kind = random.nextInt(5);
            if (kind == 0 || cuts.isEmpty()) {
                cuts.addAll(RandomCuts.some(random, tree.detections()).stream()
                        .limit(1)
                        .toList());
                trees.set(j, RandomCuts.with(tree, cuts, leaf -> {
                    long[] sigma = Arrays.copyOf(leaf.sigma(), cuts.size());
                    Arrays.fill(sigma, leaf.sigma().length, sigma.length, someCost());
                    return sigma;
                }));
            } else if (kind == 1) {
                int t = random.nextInt(cuts.size());
                cuts.remove(t);
                trees.set(j, RandomCuts.with(tree, cuts, leaf -> IntStream.range(0, leaf.sigma().length)
                        .filter(i -> i != t)
                        .mapToLong(i -> leaf.sigma()[i])
                        .toArray()));
            } else {
                trees.set(j, RandomCuts.with(tree, cuts, leaf -> {
                    long[] sigma = leaf.sigma().clone();
                    long step = Math.max(1, (someCost() << random.nextInt(3)) >> random.nextInt(5));
                    sigma[random.nextInt(sigma.length)] += random.nextBoolean() ? step : -step;
                    return sigma;
                }));
            }
            return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), trees);
        }

        private Nested split(Proof.Tree tree, Nested.Leaf leaf) {
            @Nullable Decision decision = RandomTrees.decision(random, problem, tree.detections());
            int leaves = (tree.nodes().size() + 1) / 2;
            return decision == null || leaves >= MAX_LEAVES ? leaf : new Nested.Branch(decision, leaf, leaf);
        }

        /** One to three prices raised or lowered by about as much as something costs. */
        private long[][] moved(long[][] lambda) {
            for (int i = 1 + random.nextInt(3); i > 0 && lambda[0].length > 0; i--) {
                long step = Math.max(1, (someCost() << random.nextInt(3)) >> random.nextInt(5));
                long[] row = lambda[random.nextInt(3) / 2];
                row[random.nextInt(row.length)] += random.nextBoolean() ? step : -step;
            }
            return lambda;
        }

        /** The magnitude of some cost of the problem. */
        private long someCost() {
            int d = random.nextInt(problem.size());
            int e = random.nextInt(problem.size());
            long cost =
                    switch (random.nextInt(4)) {
                        case 0 -> problem.poseCost();
                        case 1 -> problem.cost(d);
                        default -> d == e ? 1 : problem.pairs().cost(d, e);
                    };
            return cost == PairCosts.FORBIDDEN ? problem.cost(d) : Math.abs(cost);
        }

        private static long[][] lambda(Proof proof) {
            return new long[][] {proof.lambda1().clone(), proof.lambda3().clone()};
        }

        private static Proof withBase(Proof proof, long[][] lambda) {
            return new Proof(proof.scaleBits(), lambda[0], lambda[1], proof.trees());
        }

        /** A tree over some of the detections that are in none, at their base prices. */
        private Proof withNewTree(Proof proof) {
            BitSet taken = new BitSet();
            proof.trees().forEach(tree -> Arrays.stream(tree.detections()).forEach(taken::set));
            boolean all = random.nextBoolean();
            int[] detections = IntStream.range(0, problem.size())
                    .filter(d -> !taken.get(d) && (all || random.nextBoolean()))
                    .toArray();
            if (detections.length == 0) {
                return proof;
            }
            long[][] lambda = lambda(proof);
            for (int row = 0; row < 2; row++) {
                long[] base = lambda[row];
                lambda[row] = Arrays.stream(detections).mapToLong(d -> base[d]).toArray();
            }
            List<Proof.Tree> trees = new ArrayList<>(proof.trees());
            Nested.Leaf leaf = new Nested.Leaf(0, lambda[0], lambda[1]);
            trees.add(Nested.tree(detections, split(Nested.tree(detections, leaf), leaf)));
            return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), trees);
        }
    }
}
