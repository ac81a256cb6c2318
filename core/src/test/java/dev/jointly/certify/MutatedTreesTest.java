package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Nested;
import dev.jointly.proof.Nested.Branch;
import dev.jointly.proof.Nested.Leaf;
import dev.jointly.proof.Proof;
import dev.jointly.proof.Proof.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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

    private static final int ALL_BUT_ONE = Trials.enough(Mutation.values().length - 1, Mutation.values().length - 1);

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
        for (int seed = 0; wellFormed < FALSE_CLAIMS || untrue.size() <= ALL_BUT_ONE; seed++) {
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
        assertThat(untrue.size()).as("kinds of false claims: %s", untrue).isGreaterThan(ALL_BUT_ONE);
        assertThat(trueClaims).isGreaterThan(Trials.enough(FALSE_CLAIMS, FALSE_CLAIMS));
        assertThat(better).isGreaterThan(Trials.enough(honestOnes / 10, honestOnes / 10));
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
        RENAME_A_DETECTION,
        MISDIRECT,
        SWAP_NODES,
        DROP_A_NODE,
        REPEAT_A_NODE;

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
                case FREE_A_DETECTION -> trees.set(j, RandomTrees.without(tree, any));
                case MOVE_A_DETECTION -> {
                    trees.replaceAll(t -> RandomTrees.without(t, any));
                    trees.set(j, RandomTrees.including(trees.get(j), any));
                }
                case RENAME_A_DETECTION -> {
                    int[] detections = tree.detections().clone();
                    if (detections.length > 0) {
                        detections[random.nextInt(detections.length)] = random.nextInt(problem.size() + 2) - 1;
                    }
                    trees.set(j, new Tree(detections, tree.nodes()));
                }
                case MISDIRECT, SWAP_NODES, DROP_A_NODE, REPEAT_A_NODE ->
                    trees.set(j, new Tree(tree.detections(), bendList(random, tree.nodes())));
                default -> trees.set(j, Nested.tree(tree.detections(), bend(random, problem, tree), random));
            }
            return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), trees);
        }

        private Nested bend(Random random, Problem problem, Tree tree) {
            boolean side = random.nextBoolean();
            return switch (this) {
                case DROP_A_LEAF, DROP_A_BRANCH, ASK_SOMETHING_ELSE, ASK_ANYTHING, SWAP_THE_ANSWERS, COPY_A_SIBLING ->
                    RandomTrees.editSome(random, Nested.of(tree), Branch.class, b -> switch (this) {
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
                default -> RandomTrees.editSome(random, Nested.of(tree), Leaf.class, leaf -> bend(random, leaf));
            };
        }

        /** The list itself is bent, which seldom leaves a tree. */
        private List<Proof.Node> bendList(Random random, List<Proof.Node> honest) {
            List<Proof.Node> nodes = new ArrayList<>(honest);
            int at = random.nextInt(nodes.size());
            int other = random.nextInt(nodes.size());
            switch (this) {
                case MISDIRECT -> {
                    int branches = (nodes.size() - 1) / 2;
                    int chosen = branches == 0 ? -1 : random.nextInt(branches);
                    int to = random.nextInt(nodes.size() + 2) - 1;
                    boolean in = random.nextBoolean();
                    for (int i = 0; i < nodes.size(); i++) {
                        if (nodes.get(i) instanceof Proof.Branch b && chosen-- == 0) {
                            nodes.set(i, new Proof.Branch(b.decision(), in ? to : b.in(), in ? b.out() : to));
                        }
                    }
                }
                case SWAP_NODES -> Collections.swap(nodes, at, other);
                case DROP_A_NODE -> nodes.remove(at);
                default -> nodes.add(other, nodes.get(at));
            }
            return nodes;
        }

        private Leaf bend(Random random, Leaf leaf) {
            long[][] lambda = RandomTrees.lambda(leaf);
            long[] row = lambda[random.nextInt(2)];
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
                    return new Leaf(shift, Arrays.copyOf(lambda[0], at), lambda[1]);
                }
            }
            return new Leaf(shift, lambda[0], lambda[1]);
        }
    }
}
