package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Nested;
import dev.jointly.proof.Proof;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TreeBoundTest {
    @Test
    void equalsTheRulesWordByWordAndNeverExceedsTheOptimum() {
        int branching = 0;
        int negative = 0;
        int impossible = 0;
        for (int seed = 0; seed < Trials.count(200, 1500); seed++) {
            Random random = new Random(seed);
            Problem free = RandomProblems.tiny(random);
            Problem problem = seed % 2 == 0 ? free : RandomProblems.withPins(random, free);
            Enumeration truth = new Enumeration(problem);
            Optional<Long> optimum = truth.underPins()
                    .map(poses -> poses.stream().mapToLong(ClaimedPose::cost).sum());
            impossible += optimum.isPresent() ? 0 : 1;
            for (int i = 0; i < 5; i++) {
                Proof proof = RandomTrees.proof(random, problem);
                DefinitionalBound literal = new DefinitionalBound(problem, truth, proof);
                assertThat(literal.wellFormed())
                        .as("seed %d, proof %d", seed, i)
                        .isTrue();
                long bound = Checker.lowerBound(problem, proof);
                assertThat(bound).as("seed %d, proof %d", seed, i).isEqualTo(literal.lowerBound());
                assertThat(bound).as("seed %d, proof %d", seed, i).isLessThanOrEqualTo(optimum.orElse(Long.MAX_VALUE));
                branching += proof.trees().stream().anyMatch(t -> t.nodes().size() > 1) ? 1 : 0;
                negative += bound < 0 ? 1 : 0;
            }
        }
        System.out.printf(
                "random proofs: %d branch, %d prove less than 0; pins leave no solution to %d problems%n",
                branching, negative, impossible);
        assertThat(branching).isGreaterThan(Trials.enough(250, 2000));
        assertThat(negative).isGreaterThan(Trials.enough(250, 2000));
        assertThat(impossible).isGreaterThan(Trials.enough(4, 50));
    }

    private static final long[] NONE = {};

    /** A neck and two heads, the second head a double of the first. Costs in micro-units. */
    private static Problem bust(Pin... pins) {
        Anatomy anatomy =
                Anatomy.of("bust", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));
        PairCosts pairs = new PairCosts.Builder().add(0, 1, -10).add(1, 2, -10).build(3, true);
        List<Detection> detections = List.of(detection(0), detection(1), detection(1));
        return new Problem("bust", null, anatomy, 0, detections, pairs, List.of(pins));
    }

    private static Detection detection(int part) {
        return new Detection(part, null, null, null, 0);
    }

    private static Proof withTrees(Proof.Tree... trees) {
        return new Proof(0, new long[3], new long[3], List.of(trees));
    }

    private static Nested.Leaf leaf(long... lambda1) {
        return Nested.Leaf.of(lambda1);
    }

    /**
     * The optimum is -20. That head 1 hosts head 2 makes it required, so its price may be -1000 there, but the neck
     * outside the tree can have it, and must then get it at that price.
     */
    @Test
    void aHostCanBeInASkeletonFromOutsideItsTree() {
        Problem problem = bust();
        assertThat(new Enumeration(problem)
                        .optimum().stream().mapToLong(ClaimedPose::cost).sum())
                .isEqualTo(-20);
        Nested root = new Nested.Branch(new Decision(Kind.LOCAL, 1, 2), leaf(-1000, 0), leaf(10, 0));
        // leaf "in": 1000, and 1 hosts 2 for -10; leaf "out": -10, and 2 hosts 1 for -10 + 10; the rest: 0 with 1 at
        // -10 - 1000. Were that leaf not counted, the rest would be 0 and -10 would be "proven"
        assertThat(Checker.lowerBound(problem, withTrees(Nested.tree(new int[] {1, 2}, root))))
                .isEqualTo(-10 - 1010);
    }

    /** A head that is local to another cannot be had from outside; what it costs there does not matter. */
    @Test
    void aLocalDetectionIsOutOfReachFromOutside() {
        Problem problem = bust();
        Nested root = new Nested.Branch(new Decision(Kind.LOCAL, 2, 1), leaf(-1000, 0), leaf(10, 0));
        // leaf "in": 1000, and 2 hosts 1 for -10 - 1000; leaf "out": -10, and 1 hosts 2 for -10; the rest: 0 with 1 at
        // -10 + 10
        assertThat(Checker.lowerBound(problem, withTrees(Nested.tree(new int[] {1, 2}, root))))
                .isEqualTo(-20);
    }

    /** Head 1 is too dear for all in the first leaf. What is remembered of that leaf must not rule it out in the second. */
    @Test
    void whoIsTooDearInOneLeafMayPayInTheNext() {
        Problem problem = bust();
        Nested root = new Nested.Branch(new Decision(Kind.LOCAL, 1, 2), leaf(0, 25, 0), leaf(0, 0, 25));
        // leaf "in": -25, and 1 hosts 2 for -10; leaf "out": -25, 0 with 1 for -10, 2 hosts 1 for -10
        assertThat(Checker.lowerBound(problem, withTrees(Nested.tree(new int[] {0, 1, 2}, root))))
                .isEqualTo(-45);
    }

    /** A head that costs 3 with the neck, and a nose that saves 10 with the head: both pay, though neither would alone. */
    @Test
    void thoseOutsideATreeMayPayTogether() {
        Anatomy anatomy = Anatomy.of(
                "face",
                List.of("neck", "head", "nose"),
                List.of("neck"),
                List.of(List.of("neck", "head"), List.of("head", "nose")));
        PairCosts pairs =
                new PairCosts.Builder().add(0, 1, 3).add(0, 2, 1).add(1, 2, -10).build(3, true);
        Problem problem = new Problem(
                "face", null, anatomy, 0, List.of(detection(0), detection(1), detection(2)), pairs, List.of());
        assertThat(Checker.lowerBound(problem, withTrees(Nested.tree(new int[] {0}, leaf(0)))))
                .isEqualTo(-6);
    }

    @Test
    void theFinestGridIsAllowedAndNoFiner() {
        assertThat(Checker.lowerBound(bust(), new Proof(Proof.MAX_SCALE_BITS, new long[3], new long[3])))
                .isEqualTo(-30);
        for (int bits : new int[] {-1, Proof.MAX_SCALE_BITS + 1}) {
            assertThatThrownBy(() -> Checker.lowerBound(bust(), new Proof(bits, new long[3], new long[3])))
                    .hasMessage("scaleBits " + bits + " must be 0 to 40");
        }
    }

    @Test
    void pinsAloneRaiseTheBound() {
        Proof zero = withTrees();
        // 0 with 1, 1 with 2, 2 with 1
        assertThat(Checker.lowerBound(bust(), zero)).isEqualTo(-30);
        assertThat(Checker.lowerBound(bust(new Pin.Skip(2)), zero)).isEqualTo(-10);
        assertThat(Checker.lowerBound(bust(new Pin.Skip(0)), zero)).isEqualTo(-20);
        assertThat(Checker.lowerBound(bust(new Pin.Apart(2, 1)), zero)).isEqualTo(-10);
        assertThat(Checker.lowerBound(bust(new Pin.Apart(0, 1)), zero)).isEqualTo(-20);
        // these two may not pair anyway, so nothing is ruled out
        assertThat(Checker.lowerBound(bust(new Pin.Apart(0, 2)), zero)).isEqualTo(-30);
        // required, at a price of -7: 7, and 0 with 1 at -17, 2 with 1 at -17, 1 with 2 at -10
        Proof bonus = new Proof(0, new long[] {0, -7, 0}, new long[3]);
        assertThat(Checker.lowerBound(bust(new Pin.Use(1)), bonus)).isEqualTo(7 - 17 - 17 - 10);
        assertThat(Checker.lowerBound(bust(new Pin.Together(1, 2)), bonus)).isEqualTo(7 - 17 - 17 - 10);
        assertThatThrownBy(() -> Checker.lowerBound(bust(new Pin.Use(2)), bonus))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lambda1[1] is -7 but must not be negative, as nothing requires detection 1");
    }

    private static Proof.Tree chain(int depth) {
        Nested node = leaf(0, 0, 0);
        for (int i = 0; i < depth; i++) {
            Decision decision = new Decision(i % 2 == 0 ? Kind.JOIN : Kind.LOCAL, i % 2 == 0 ? 0 : 1, 2);
            node = i % 3 == 0
                    ? new Nested.Branch(decision, node, leaf(0, 0, 0))
                    : new Nested.Branch(decision, leaf(0, 0, 0), node);
        }
        return Nested.tree(new int[] {0, 1, 2}, node);
    }

    @Tag("heavy")
    @Test
    void depthIsLimitedNotByTheStack() {
        // the first question leaves 1 with 2 or 2 with 1, not both as in the -30 without it
        assertThat(Checker.lowerBound(bust(), withTrees(chain(Proof.MAX_DEPTH))))
                .isEqualTo(-20);
        assertThatThrownBy(() -> Checker.lowerBound(bust(), withTrees(chain(Proof.MAX_DEPTH + 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tree 0: more than 5000 decisions one below the other");
        assertThatThrownBy(() -> Checker.lowerBound(bust(), withTrees(chain(1_000_000))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A leaf costs one pass over the detections of its tree, not over those of the problem. */
    @Tag("timing")
    @Test
    void manyLeavesOfASmallTree() {
        Random random = new Random(5);
        Problem problem = RandomProblems.random(random, 14, 1, 600, 1_000_000, 0.3, true);
        long[] prices = random.longs(600, 0, 6_000_000).toArray();
        int[] detections = IntStream.range(0, 60).toArray();
        int[] leads = Arrays.stream(detections)
                .filter(d -> problem.anatomy().isMajor(problem.part(d)))
                .toArray();
        Nested.Leaf leaf = leaf(Arrays.copyOf(prices, 60));
        Nested node = leaf;
        for (int i = 0; i < 2000; i++) {
            node = new Nested.Branch(new Decision(Kind.JOIN, leads[i % leads.length], i % 60), leaf, node);
        }
        Proof base = new Proof(0, prices, new long[600]);
        Proof proof = new Proof(0, prices, new long[600], List.of(Nested.tree(detections, node)));
        long pass = fastest(problem, base);
        long leaves = fastest(problem, proof) / 2001;
        System.out.printf(
                "600 detections: %.3f ms without trees, %.4f ms a leaf over 60 of them%n", pass / 1e6, leaves / 1e6);
        assertThat(leaves).isLessThan(pass / 3);
    }

    private static long fastest(Problem problem, Proof proof) {
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long start = System.nanoTime();
            assertThat(Checker.lowerBound(problem, proof)).isNegative();
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        return fastest;
    }

    static Stream<Arguments> malformed() {
        int[] all = {0, 1, 2};
        int[] heads = {1, 2};
        return Stream.of(
                arguments("tree 0: detection 3 is not one of the problem's 3", tree(new int[] {1, 3}, leaf(0, 0))),
                arguments("tree 0: detection -1 is not one of", tree(new int[] {-1, 3}, leaf(0, 0))),
                arguments("tree 0: detections must ascend but 2 is followed by 1", tree(new int[] {2, 1}, leaf(0, 0))),
                arguments("tree 0: detections must ascend but 1 is followed by 1", tree(new int[] {1, 1}, leaf(0, 0))),
                arguments(
                        "tree 1: detection 2 is already in tree 0",
                        List.of(Nested.tree(heads, leaf(0, 0)), Nested.tree(new int[] {0, 2}, leaf(0, 0)))),
                arguments(
                        "tree 0, node 0: local [0, 2]: detection 0 is not one of the tree's",
                        tree(heads, ask(Kind.LOCAL, 0, 2))),
                arguments(
                        "tree 0, node 0: join [0, 9]: detection 9 is not one of the tree's",
                        tree(all, ask(Kind.JOIN, 0, 9))),
                arguments(
                        "tree 0, node 0: join [1, 0]: detection 1 is not of a major part",
                        tree(all, ask(Kind.JOIN, 1, 0))),
                arguments(
                        "tree 0, node 0: local [0, 2]: the two detections are not of one part",
                        tree(all, ask(Kind.LOCAL, 0, 2))),
                arguments(
                        "tree 0, node 0: local [1, 1]: a detection is not local to itself",
                        tree(all, ask(Kind.LOCAL, 1, 1))),
                arguments(
                        "tree 0, node 2: local [1, 1]: a detection is not local to itself",
                        tree(
                                all,
                                new Nested.Branch(
                                        new Decision(Kind.JOIN, 0, 0), leaf(0, 0, 0), ask(Kind.LOCAL, 1, 1)))),
                arguments(
                        "tree 0, node 0: shift 63 must be 0 to 62",
                        tree(heads, new Nested.Leaf(63, new long[2], new long[2]))),
                arguments(
                        "tree 0, node 0: shift -1 must be 0 to 62",
                        tree(heads, new Nested.Leaf(-1, new long[2], new long[2]))),
                arguments("tree 0, node 0: lambda1 has 1 entries but the tree has 2 detections", tree(heads, leaf(0))),
                arguments(
                        "tree 0, node 0: lambda3 has 0 entries but the tree has 2 detections",
                        tree(heads, new Nested.Leaf(0, new long[2], NONE))),
                arguments(
                        "tree 0, node 2: lambda1[1] is -5 but must not be negative, as nothing requires detection 2",
                        tree(heads, new Nested.Branch(new Decision(Kind.LOCAL, 1, 2), leaf(-5, -5), leaf(0, -5)))),
                arguments(
                        "tree 0, node 1: lambda3[0] is -1 but must not be negative",
                        tree(
                                heads,
                                new Nested.Branch(
                                        new Decision(Kind.LOCAL, 1, 2),
                                        new Nested.Leaf(0, new long[2], new long[] {-1, 0}),
                                        leaf(0, 0)))),
                arguments(
                        "numbers too large for exact arithmetic",
                        tree(heads, new Nested.Leaf(62, new long[] {2, 0}, new long[2]))));
    }

    private static List<Proof.Tree> tree(int[] detections, Nested root) {
        return List.of(Nested.tree(detections, root));
    }

    private static Nested ask(Kind kind, int holder, int detection) {
        return new Nested.Branch(new Decision(kind, holder, detection), leaf(NONE), leaf(NONE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void malformedTreesAreRejectedByPlace(String reason, List<Proof.Tree> trees) {
        Proof proof = withTrees(trees.toArray(Proof.Tree[]::new));
        Claim claim = new Claim(ProblemDigest.sha256(bust()), false, 0, -100, 0, List.of(), proof);
        assertThat(Checker.check(bust(), claim).reasons())
                .singleElement()
                .asString()
                .startsWith("certificate: " + reason);
    }
}
