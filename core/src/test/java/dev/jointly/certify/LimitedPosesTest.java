package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The price of a pose where the number of poses is limited: never a bound above the optimum, and often a better one. */
class LimitedPosesTest {
    @Test
    void noPricesProveMoreThanTheOptimum() {
        int better = 0;
        for (long seed : Trials.seeds(1, 200, 2000)) {
            Problem problem = seed % 3 == 0 ? TinyProblems.pinned(seed) : TinyProblems.random(seed);
            Random random = new Random(seed);
            Problem limited = problem.withAtMost(random.nextInt(4));
            OptionalLong optimum = BruteForce.optimumIfFeasible(limited);
            for (int i = 0; i < 10; i++) {
                long[] lambda1 = prices(random, problem.size());
                long[] lambda3 = prices(random, problem.size());
                Proof without = new Proof(2, lambda1, lambda3, 0, List.of());
                long posePrice = random.nextInt(20_000_000);
                Proof with = new Proof(2, lambda1, lambda3, posePrice, List.of());
                long bound = Checker.lowerBound(limited, with);
                if (optimum.isPresent()) {
                    assertThat(bound).as(problem.id()).isLessThanOrEqualTo(optimum.getAsLong());
                }
                better += bound > Checker.lowerBound(limited, without) ? 1 : 0;
                Proof inTree = new Proof(2, lambda1, lambda3, 3, List.of(whole(problem, random, lambda1, lambda3)));
                if (optimum.isPresent()) {
                    assertThat(Checker.lowerBound(limited, inTree))
                            .as(problem.id())
                            .isLessThanOrEqualTo(optimum.getAsLong());
                }
            }
        }
        assertThat(better).isGreaterThan(Trials.enough(200, 2000));
    }

    private static long[] prices(Random random, int size) {
        return random.longs(size, 0, 4_000_000).toArray();
    }

    /** All detections, with one decision whether the first of a major part leads, and a price of a pose for either answer. */
    private static Proof.Tree whole(Problem problem, Random random, long[] lambda1, long[] lambda3) {
        int[] all = IntStream.range(0, problem.size()).toArray();
        int lead = Arrays.stream(all)
                .filter(d -> problem.anatomy().isMajor(problem.part(d)))
                .findFirst()
                .orElse(-1);
        Proof.Leaf one = leaf(random, lambda1, lambda3, lead >= 0);
        if (lead < 0) {
            return new Proof.Tree(all, List.of(one));
        }
        Proof.Leaf other = leaf(random, lambda1, lambda3, true);
        return new Proof.Tree(
                all, List.of(new Proof.Branch(new Decision(Decision.Kind.JOIN, lead, lead), 1, 2), one, other));
    }

    private static Proof.Leaf leaf(Random random, long[] lambda1, long[] lambda3, boolean priced) {
        return new Proof.Leaf(0, lambda1, lambda3, new long[0], priced ? random.nextInt(20_000_000) : 0);
    }

    /** The definition: every pose costs its price more, and the price of as many poses as are allowed is given back. */
    @Test
    void aPriceMakesPosesDearerAndIsGivenBackForTheLimit() {
        int inTrees = 0;
        for (long seed : Trials.seeds(1, 100, 1000)) {
            Problem problem = seed % 3 == 0 ? TinyProblems.pinned(seed) : TinyProblems.random(seed);
            Random random = new Random(seed);
            int most = random.nextInt(4);
            long price = random.nextInt(5_000_000);
            long[] lambda1 = prices(random, problem.size());
            long[] lambda3 = prices(random, problem.size());
            long expected = Checker.lowerBound(dearer(problem, price), new Proof(0, lambda1, lambda3)) - most * price;
            Problem limited = problem.withAtMost(most);
            assertThat(Checker.lowerBound(limited, new Proof(0, lambda1, lambda3, price, List.of())))
                    .as(problem.id())
                    .isEqualTo(expected);
            if (hasMajor(problem)) {
                // with everybody in one tree only the price at its leaf counts
                long[] none = new long[problem.size()];
                Proof.Leaf leaf = new Proof.Leaf(0, lambda1, lambda3, new long[0], price);
                Proof proof = new Proof(0, none, none, 7, List.of(everybody(problem, leaf)));
                assertThat(Checker.lowerBound(limited, proof)).as(problem.id()).isEqualTo(expected);
                inTrees++;
            }
        }
        assertThat(inTrees).isGreaterThan(Trials.enough(50, 500));
    }

    private static Problem dearer(Problem problem, long price) {
        return new Problem(
                problem.id(),
                problem.image(),
                problem.anatomy(),
                problem.poseCost() + price,
                problem.detections(),
                problem.pairs(),
                problem.pins(),
                problem.maxPoses());
    }

    private static boolean hasMajor(Problem problem) {
        return IntStream.range(0, problem.size())
                .anyMatch(d -> problem.anatomy().isMajor(problem.part(d)));
    }

    private static Proof.Tree everybody(Problem problem, Proof.Leaf leaf) {
        return new Proof.Tree(IntStream.range(0, problem.size()).toArray(), List.of(leaf));
    }

    /** A neck in a tree, its head outside: the price at the leaf counts, as all detections of major parts are in the tree. */
    @Test
    void minorDetectionsMayBeOutsideTheTreeThatHasThePrice() {
        Anatomy anatomy =
                Anatomy.of("bust", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));
        PairCosts pairs = new PairCosts.Builder().add(0, 1, -10).build(2, true);
        Problem problem = new Problem(
                "bust", null, anatomy, 0, List.of(Detection.of(0, 0), Detection.of(1, 0)), pairs, List.of());
        Proof.Leaf leaf = new Proof.Leaf(0, new long[1], new long[1], new long[0], 4);
        Proof.Tree neck = new Proof.Tree(new int[] {0}, List.of(leaf));
        Proof proof = new Proof(0, new long[2], new long[2], 0, List.of(neck));
        // the pose for -10 + 4, less 4 for each of so many poses
        assertThat(Checker.lowerBound(problem.withAtMost(1), proof)).isEqualTo(-10);
        assertThat(Checker.lowerBound(problem.withAtMost(3), proof)).isEqualTo(-18);
    }

    @Test
    void aNegativePriceAtALeafIsRefused() {
        Problem problem = LongStream.range(1, 100)
                .mapToObj(TinyProblems::random)
                .filter(LimitedPosesTest::hasMajor)
                .findFirst()
                .orElseThrow();
        long[] none = new long[problem.size()];
        Proof.Leaf leaf = new Proof.Leaf(0, none, none, new long[0], -1);
        Proof proof = new Proof(0, none, none, 0, List.of(everybody(problem, leaf)));
        assertThatThrownBy(() -> Checker.lowerBound(problem.withAtMost(1), proof))
                .hasMessageContaining("posePrice is -1 but must not be negative");
    }

    @Test
    void morePosesThanAreAllowedAreRefused() {
        int tried = 0;
        for (long seed : Trials.seeds(1, 100, 400)) {
            Problem problem = TinyProblems.random(seed);
            List<ClaimedPose> poses = new Enumeration(problem).optimum();
            assertThat(judged(problem.withAtMost(poses.size()), poses).accepted())
                    .as("seed %d", seed)
                    .isTrue();
            if (!poses.isEmpty()) {
                Verdict verdict = judged(problem.withAtMost(poses.size() - 1), poses);
                assertThat(verdict.kind()).as("seed %d", seed).isEqualTo(Verdict.Kind.REJECTED);
                assertThat(verdict.reasons())
                        .contains("there are " + poses.size() + " poses but at most " + (poses.size() - 1)
                                + " are allowed");
                tried++;
            }
        }
        assertThat(tried).isGreaterThan(Trials.enough(30, 100));
    }

    private static Verdict judged(Problem problem, List<ClaimedPose> poses) {
        long cost = poses.stream().mapToLong(ClaimedPose::cost).sum();
        Proof proof = new Proof(0, new long[problem.size()], new long[problem.size()]);
        long bound = Math.min(cost, Checker.lowerBound(problem, proof));
        return Checker.check(problem, new Claim(ProblemDigest.sha256(problem), false, cost, bound, 0, poses, proof));
    }

    /** A solution cannot make its own question: no pose at all is the best there is with at most none. */
    @Test
    void aLimitIsTheProblemsOrTheClaimIsRefused() {
        Problem problem = TinyProblems.random(5, 1);
        Problem none = problem.withAtMost(0);
        long[] dear = new long[problem.size()];
        Arrays.fill(dear, 1_000_000_000);
        Proof proof = new Proof(0, new long[problem.size()], dear, 1_000_000_000_000L, List.of());
        for (Problem digested : List.of(problem, none)) {
            Claim claim = new Claim(
                    ProblemDigest.sha256(digested), true, 0, 0, 0, List.of(), proof, OptionalInt.of(0), List.of());
            Verdict unasked = Checker.check(problem, claim);
            assertThat(unasked.kind()).isEqualTo(Verdict.Kind.REJECTED);
            assertThat(unasked.lowerBound()).isEqualTo(Long.MIN_VALUE);
            assertThat(unasked.reasons())
                    .containsExactly("maxPoses is 0 but the number of poses is not limited; to check the solution under"
                            + " that limit, ask for it (--max-people 0)");
            assertThat(Checker.check(problem.withAtMost(2), claim).reasons())
                    .containsExactly(
                            "maxPoses is 0 but the limit is 2; to check the solution under that limit, ask for it"
                                    + " (--max-people 0)");
            assertThat(Checker.check(none, claim).kind())
                    .isEqualTo(digested.maxPoses().isPresent() ? Verdict.Kind.PROVEN_OPTIMAL : Verdict.Kind.REJECTED);
        }
        Claim larger =
                new Claim(ProblemDigest.sha256(none), true, 0, 0, 0, List.of(), proof, OptionalInt.of(1), List.of());
        assertThat(Checker.check(none, larger).reasons()).containsExactly("maxPoses is 1 but the limit is 0");
    }

    @Test
    void pricesOfPosesWithoutALimitAreRefused() {
        Problem problem = TinyProblems.random(5, 1);
        long[] none = new long[problem.size()];
        assertThatThrownBy(() -> Checker.lowerBound(problem, new Proof(0, none, none, 1, List.of())))
                .hasMessageContaining("posePrice is 1 but must be 0");
        assertThatThrownBy(() -> Checker.lowerBound(problem.withAtMost(1), new Proof(0, none, none, -1, List.of())))
                .hasMessageContaining("posePrice is -1 but must not be negative");
        Proof.Leaf leaf = new Proof.Leaf(0, new long[0], new long[0], new long[0], 1);
        Proof.Tree nobody = new Proof.Tree(new int[0], List.of(leaf));
        assertThatThrownBy(
                        () -> Checker.lowerBound(problem.withAtMost(1), new Proof(0, none, none, 0, List.of(nobody))))
                .hasMessageContaining("every detection of a major part");
    }
}
