package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import dev.jointly.proof.Proof.Branch;
import dev.jointly.proof.Proof.Leaf;
import dev.jointly.proof.Proof.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Proofs with trees bent at random: the rules taken word by word say which of them prove what is claimed. */
class MutatedTreesTest {
    /** Well formed, that is: wrong in what they prove. Those that are not even well formed come on top. */
    private static final int FALSE_CLAIMS = Trials.count(300, 2000);

    /** A problem and a claim about it. */
    private record Case(Problem problem, Claim claim) {}

    @Test
    void everyFalseProofIsRejectedAndEveryTrueOneAccepted() {
        Map<Mutation, Integer> untrue = new EnumMap<>(Mutation.class);
        int falseClaims = 0;
        int wellFormed = 0;
        int trueClaims = 0;
        int better = 0;
        int proven = 0;
        int honestOnes = 0;
        for (int seed = 0; wellFormed < FALSE_CLAIMS; seed++) {
            Random random = new Random(seed);
            int parts = 1 + random.nextInt(4);
            int majors = 1 + random.nextInt(Math.min(3, parts));
            Problem free =
                    RandomProblems.random(random, parts, majors, 2 + random.nextInt(6), 20, 0.9, random.nextBoolean());
            Problem problem = seed % 2 == 0 ? free : RandomProblems.withPins(random, free);
            Optional<List<ClaimedPose>> optimum = new Enumeration(problem).underPins();
            if (optimum.isEmpty()) {
                continue;
            }
            Proof base = RandomProblems.climb(random, problem, random.nextInt(4), 150);
            Proof shape = RandomTrees.proof(random, problem);
            Proof proof = RandomTrees.climb(random, problem, RandomTrees.atBasePrices(shape, base), 150);
            Case honest = honest(problem, optimum.get(), proof);
            honestOnes++;
            better += honest.claim().lowerBound() > Checker.lowerBound(problem, base) ? 1 : 0;
            proven += honest.claim().lowerBound() == honest.claim().objective() ? 1 : 0;
            assertThat(verdict(honest)).as("seed %d, honest", seed).isEqualTo(expected(honest));
            assertThat(expected(honest)).isNotEqualTo(Verdict.Kind.REJECTED);
            for (Mutation mutation : Mutation.values()) {
                Case bent = mutation.apply(random, honest);
                Verdict.Kind expected = expected(bent);
                assertThat(verdict(bent)).as("seed %d, %s", seed, mutation).isEqualTo(expected);
                if (expected == Verdict.Kind.REJECTED) {
                    falseClaims++;
                    untrue.merge(mutation, 1, Integer::sum);
                    wellFormed += literal(bent).wellFormed() ? 1 : 0;
                } else {
                    trueClaims++;
                }
            }
        }
        System.out.printf(
                "trees: %d false claims rejected, %d of them well formed %s; %d true ones accepted;"
                        + " of %d honest proofs %d are better than without trees, %d meet the optimum%n",
                falseClaims, wellFormed, untrue, trueClaims, honestOnes, better, proven);
        assertThat(untrue.keySet()).containsExactlyInAnyOrder(Mutation.values());
        assertThat(trueClaims).isGreaterThan(FALSE_CLAIMS);
        assertThat(better).isGreaterThan(honestOnes / 10);
    }

    private static Case honest(Problem problem, List<ClaimedPose> poses, Proof proof) {
        long objective = poses.stream().mapToLong(ClaimedPose::cost).sum();
        long bound = new DefinitionalBound(problem, new Enumeration(problem), proof).lowerBound();
        String sha256 = ProblemDigest.sha256(problem);
        return new Case(problem, new Claim(sha256, bound == objective, objective, bound, 0, poses, proof));
    }

    private static Verdict.Kind verdict(Case c) {
        return Checker.check(c.problem(), c.claim()).kind();
    }

    private static DefinitionalBound literal(Case c) {
        return new DefinitionalBound(
                c.problem(), new Enumeration(c.problem()), c.claim().proof());
    }

    /** The poses are those of an optimum and never bent, so only the proof can be wrong. */
    private static Verdict.Kind expected(Case c) {
        DefinitionalBound literal = literal(c);
        if (!literal.wellFormed()) {
            return Verdict.Kind.REJECTED;
        }
        long proven = literal.lowerBound();
        Claim claim = c.claim();
        // whatever was bent: what the rules prove is true
        assertThat(proven).isLessThanOrEqualTo(claim.objective());
        if (claim.lowerBound() > proven || claim.lowerBound() > claim.objective()) {
            return Verdict.Kind.REJECTED;
        }
        return proven == claim.objective() ? Verdict.Kind.PROVEN_OPTIMAL : Verdict.Kind.BOUNDED;
    }

    enum Mutation {
        DROP_A_LEAF,
        DROP_A_BRANCH,
        ASK_SOMETHING_ELSE,
        ASK_ANYTHING,
        SWAP_THE_ANSWERS,
        COPY_A_SIBLING,
        FORGET_A_PIN,
        LOWER_A_PRICE,
        RAISE_A_PRICE,
        NEGATE_A_PRICE,
        CHANGE_THE_SHIFT,
        CUT_A_ROW,
        RAISE_THE_BOUND,
        REMOVE_A_TREE,
        REPEAT_A_TREE,
        MOVE_A_DETECTION,
        FREE_A_DETECTION,
        RENAME_A_DETECTION;

        Case apply(Random random, Case honest) {
            Problem problem = honest.problem();
            Claim c = honest.claim();
            Proof proof = c.proof();
            switch (this) {
                case FORGET_A_PIN -> {
                    if (problem.pins().isEmpty()) {
                        return honest;
                    }
                    List<Pin> pins = new ArrayList<>(problem.pins());
                    pins.remove(random.nextInt(pins.size()));
                    Problem other = RandomProblems.pinned(problem, pins);
                    return new Case(other, with(ProblemDigest.sha256(other), c, c.lowerBound(), proof));
                }
                case RAISE_THE_BOUND -> {
                    long raised = random.nextBoolean() ? c.objective() : c.lowerBound() + 1 + random.nextInt(5);
                    return new Case(problem, with(c.problemSha256(), c, raised, proof));
                }
                default -> {
                    Proof bent = proof.trees().isEmpty() ? proof : bend(random, problem, proof);
                    return new Case(problem, with(c.problemSha256(), c, c.lowerBound(), bent));
                }
            }
        }

        private static Claim with(String sha256, Claim c, long bound, Proof proof) {
            return new Claim(sha256, c.claimsOptimal(), c.objective(), bound, 0, c.poses(), proof);
        }

        private Proof bend(Random random, Problem problem, Proof proof) {
            int j = random.nextInt(proof.trees().size());
            Tree tree = proof.trees().get(j);
            List<Tree> trees = new ArrayList<>(proof.trees());
            int any = random.nextInt(problem.size());
            switch (this) {
                case REMOVE_A_TREE -> trees.remove(j);
                case REPEAT_A_TREE -> trees.add(tree);
                case FREE_A_DETECTION -> trees.set(j, without(tree, any));
                case MOVE_A_DETECTION -> {
                    trees.replaceAll(t -> without(t, any));
                    trees.set(j, including(trees.get(j), any));
                }
                case RENAME_A_DETECTION -> {
                    int[] detections = tree.detections().clone();
                    if (detections.length > 0) {
                        detections[random.nextInt(detections.length)] = random.nextInt(problem.size() + 2) - 1;
                    }
                    trees.set(j, new Tree(detections, tree.root()));
                }
                default -> trees.set(j, new Tree(tree.detections(), bend(random, problem, tree)));
            }
            return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda2(), proof.lambda3(), trees);
        }

        private Proof.Node bend(Random random, Problem problem, Tree tree) {
            boolean side = random.nextBoolean();
            return switch (this) {
                case DROP_A_LEAF, DROP_A_BRANCH, ASK_SOMETHING_ELSE, ASK_ANYTHING, SWAP_THE_ANSWERS, COPY_A_SIBLING ->
                    RandomTrees.editSome(random, tree.root(), Branch.class, b -> switch (this) {
                        case DROP_A_LEAF -> b.in() instanceof Leaf ? b.out() : b.in();
                        case DROP_A_BRANCH -> side ? b.in() : b.out();
                        case SWAP_THE_ANSWERS -> new Branch(b.decision(), b.out(), b.in());
                        case COPY_A_SIBLING ->
                            new Branch(b.decision(), side ? b.in() : b.out(), side ? b.in() : b.out());
                        case ASK_ANYTHING -> {
                            Decision other = new Decision(
                                    side ? Decision.Kind.JOIN : Decision.Kind.LOCAL,
                                    random.nextInt(problem.size() + 1),
                                    random.nextInt(problem.size()));
                            yield new Branch(other, b.in(), b.out());
                        }
                        default -> {
                            Decision other = RandomTrees.decision(random, problem, tree.detections());
                            yield other == null ? b : new Branch(other, b.in(), b.out());
                        }
                    });
                default -> RandomTrees.editSome(random, tree.root(), Leaf.class, leaf -> bend(random, leaf));
            };
        }

        private Leaf bend(Random random, Leaf leaf) {
            long[][] lambda = RandomTrees.lambda(leaf);
            long[] row = lambda[random.nextInt(3)];
            if (row.length == 0) {
                return leaf;
            }
            int at = random.nextInt(row.length);
            long little = random.nextLong(1, 40);
            int shift = leaf.shift();
            switch (this) {
                case LOWER_A_PRICE -> row[at] -= little;
                case RAISE_A_PRICE -> row[at] += little;
                case NEGATE_A_PRICE -> row[at] = -row[at] - little;
                case CHANGE_THE_SHIFT -> shift = new int[] {-1, 1, 2, 10, 63, 64}[random.nextInt(6)];
                default -> {
                    return new Leaf(shift, Arrays.copyOf(lambda[0], at), lambda[1], lambda[2]);
                }
            }
            return new Leaf(shift, lambda[0], lambda[1], lambda[2]);
        }

        private static Tree without(Tree tree, int d) {
            int at = Arrays.binarySearch(tree.detections(), d);
            if (at < 0) {
                return tree;
            }
            int[] fewer = Arrays.stream(tree.detections()).filter(e -> e != d).toArray();
            return new Tree(
                    fewer,
                    RandomTrees.edit(tree.root(), node -> node instanceof Leaf leaf ? resized(leaf, at, -1) : node));
        }

        private static Tree including(Tree tree, int d) {
            int at = -1 - Arrays.binarySearch(tree.detections(), d);
            int[] more = Arrays.copyOf(tree.detections(), tree.detections().length + 1);
            more[more.length - 1] = d;
            Arrays.sort(more);
            return new Tree(
                    more,
                    RandomTrees.edit(tree.root(), node -> node instanceof Leaf leaf ? resized(leaf, at, 1) : node));
        }

        /** The leaf with one price more, which is 0, or one less at a position. */
        private static Leaf resized(Leaf leaf, int at, int by) {
            long[][] lambda = RandomTrees.lambda(leaf);
            for (int row = 0; row < 3; row++) {
                long[] old = lambda[row];
                long[] resized = new long[old.length + by];
                System.arraycopy(old, 0, resized, 0, at);
                int from = by < 0 ? at + 1 : at;
                System.arraycopy(old, from, resized, from + by, old.length - from);
                lambda[row] = resized;
            }
            return new Leaf(leaf.shift(), lambda[0], lambda[1], lambda[2]);
        }
    }
}
