package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Proof;
import dev.jointly.proof.Proof.Cut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bounds with cuts, against the formulas of the page put to every skeleton and local assignment one by one. */
class CutBoundTest {
    private static final int FALSE_CLAIMS = Trials.count(400, 2_000);
    private static final int ALL_BUT_ONE = Trials.enough(Mutation.values().length - 1, Mutation.values().length - 1);

    @Test
    void equalsTheRulesWordByWordAndNeverExceedsTheOptimum() {
        int counting = 0;
        int inTrees = 0;
        for (int seed = 0; seed < Trials.count(400, 2_000); seed++) {
            Random random = new Random(seed);
            Problem free = RandomProblems.tiny(random);
            Problem problem = seed % 3 == 0 ? RandomProblems.withPins(random, free) : free;
            Enumeration truth = new Enumeration(problem);
            Optional<Long> optimum = truth.underPins()
                    .map(poses -> poses.stream().mapToLong(ClaimedPose::cost).sum());
            for (int i = 0; i < 4; i++) {
                Proof plain = i == 0
                        ? RandomProblems.lambda(random, problem, random.nextInt(8))
                        : RandomTrees.proof(random, problem);
                if (i == 0 && seed % 3 == 0) {
                    // these prices do not know the pins; they are valid all the same
                    assertThat(plain.trees()).isEmpty();
                }
                Proof proof = RandomCuts.added(random, problem, plain);
                DefinitionalBound literal = new DefinitionalBound(problem, truth, proof);
                assertThat(literal.wellFormed())
                        .as("seed %d, proof %d", seed, i)
                        .isTrue();
                long bound = Checker.lowerBound(problem, proof);
                assertThat(bound).as("seed %d, proof %d", seed, i).isEqualTo(literal.lowerBound());
                assertThat(bound).as("seed %d, proof %d", seed, i).isLessThanOrEqualTo(optimum.orElse(Long.MAX_VALUE));
                Proof without = new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), plain.trees());
                counting += bound != Checker.lowerBound(problem, without) ? 1 : 0;
                inTrees += proof.trees().stream().anyMatch(tree -> !tree.cuts().isEmpty()) ? 1 : 0;
            }
        }
        assertThat(counting).as("cuts make a difference").isGreaterThan(Trials.enough(700, 3_400));
        assertThat(inTrees).isGreaterThan(Trials.enough(300, 1_500));
    }

    /** Three necks, each with two of head, hand and foot; any two want one in common. */
    static Problem threeNecks() {
        Anatomy anatomy = Anatomy.of(
                "cycle",
                List.of("neck", "head", "hand", "foot"),
                List.of("neck"),
                List.of(List.of("neck", "head"), List.of("neck", "hand"), List.of("neck", "foot")));
        PairCosts.Builder pairs = new PairCosts.Builder();
        int[][] wanted = {{0, 3}, {0, 4}, {1, 4}, {1, 5}, {2, 5}, {2, 3}};
        for (int[] pair : wanted) {
            pairs.add(pair[0], pair[1], -2_000_000);
        }
        List<Detection> detections = new ArrayList<>();
        for (int part : new int[] {0, 0, 0, 1, 2, 3}) {
            detections.add(new Detection(part, null, null, null, 0));
        }
        return new Problem("three", null, anatomy, 3_000_000, detections, pairs.build(6, true), List.of());
    }

    @Test
    void aCutClosesTheGapThatPricesLeave() {
        Cut cut = new Cut(new int[] {3, 4, 5}, new int[0]);
        Proof proof = RandomCuts.atZero(6, List.of(cut), 1_000_000);
        assertThat(Checker.lowerBound(threeNecks(), proof)).isEqualTo(-1_000_000);
        assertThat(Checker.lowerBound(threeNecks(), new Proof(0, new long[6], new long[6])))
                .isEqualTo(-3_000_000);
    }

    @Test
    void tooManyCutsForALeadOrAHostAreRefused() {
        List<Cut> cuts = new ArrayList<>();
        for (int t = 0; t < 13; t++) {
            // all of them tax skeletons with 0 and 1 in them
            cuts.add(new Cut(new int[] {0, 1, 2 + t}, new int[0]));
        }
        long[] ones = new long[13];
        Arrays.fill(ones, 1);
        Anatomy three = Anatomy.of(
                "three",
                List.of("neck", "head", "hand"),
                List.of("neck"),
                List.of(List.of("neck", "head"), List.of("neck", "hand")));
        Problem leads =
                problem(three, IntStream.range(0, 15).map(d -> Math.min(d, 2)).toArray());
        assertThat(Checker.lowerBound(leads, RandomCuts.atZero(15, cuts.subList(0, 12), Arrays.copyOf(ones, 12))))
                .isNotPositive();
        assertThatThrownBy(() -> Checker.lowerBound(leads, RandomCuts.atZero(15, cuts, ones)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("too many cuts: 13 can tax skeletons led by detection 0, the limit is 12");
        // one that costs nothing charges no detection
        long[] free = ones.clone();
        free[3] = 0;
        assertThat(Checker.lowerBound(leads, RandomCuts.atZero(15, cuts, free))).isNotPositive();

        Anatomy one = new Anatomy("one", List.of("neck"), List.of(0), List.of());
        Problem hosts = problem(one, new int[15]);
        // twelve beside each of them, as many as may be
        Cut most = new Cut(IntStream.range(0, 13).toArray(), new int[0]);
        Problem few = problem(one, new int[13]);
        assertThat(Checker.lowerBound(few, RandomCuts.atZero(13, List.of(most), 1)))
                .isNotPositive();
        Cut all = new Cut(IntStream.range(1, 14).toArray(), new int[0]);
        assertThatThrownBy(() -> Checker.lowerBound(hosts, RandomCuts.atZero(15, List.of(all), 1)))
                .hasMessage("too many cuts: 13 detections are taxed beside detection 0, the limit is 12");
    }

    private static Problem problem(Anatomy anatomy, int[] parts) {
        List<Detection> detections = new ArrayList<>();
        for (int part : parts) {
            detections.add(new Detection(part, null, null, null, 0));
        }
        return new Problem(
                "many", null, anatomy, 0, detections, new PairCosts.Builder().build(parts.length, false), List.of());
    }

    /** A problem and a claim about it. */
    private record Case(Problem problem, Claim claim) {}

    @Test
    void everyFalseClaimIsRejectedAndEveryTrueOneAccepted() {
        Map<Mutation, Integer> untrue = new EnumMap<>(Mutation.class);
        int falseClaims = 0;
        int trueClaims = 0;
        int better = 0;
        int honestOnes = 0;
        for (int seed = 0; falseClaims < FALSE_CLAIMS || untrue.size() <= ALL_BUT_ONE; seed++) {
            assertThat(seed).as("rejected so far: %s", untrue).isLessThan(4 * FALSE_CLAIMS);
            Random random = new Random(seed);
            int parts = 2 + random.nextInt(3);
            Problem problem =
                    RandomProblems.random(random, parts, 1, 4 + random.nextInt(4), 20, 0.9, random.nextBoolean());
            Enumeration truth = new Enumeration(problem);
            List<ClaimedPose> optimum = truth.optimum();
            Proof base = RandomProblems.climb(random, problem, random.nextInt(4), 100);
            Proof shape = seed % 2 == 0 ? base : RandomTrees.atBasePrices(RandomTrees.proof(random, problem), base);
            Proof proof = RandomCuts.climb(random, problem, RandomCuts.added(random, problem, shape), 100);
            Case honest = honest(problem, truth, optimum, proof);
            honestOnes++;
            better += honest.claim().lowerBound() > Checker.lowerBound(problem, base) ? 1 : 0;
            for (Mutation mutation : Mutation.values()) {
                Case bent = new Case(problem, mutation.applied(random, problem, honest.claim()));
                Verdict.Kind expected = expected(bent, truth);
                assertThat(Checker.check(problem, bent.claim()).kind())
                        .as("seed %d, %s", seed, mutation)
                        .isEqualTo(expected);
                if (expected == Verdict.Kind.REJECTED) {
                    falseClaims++;
                    untrue.merge(mutation, 1, Integer::sum);
                } else {
                    trueClaims++;
                }
            }
        }
        System.out.printf(
                "cuts: %d false claims rejected %s; %d true ones accepted; of %d honest proofs %d are better by cuts%n",
                falseClaims, untrue, trueClaims, honestOnes, better);
        assertThat(trueClaims).isGreaterThan(FALSE_CLAIMS / 4);
        assertThat(better).isGreaterThan(Trials.enough(1, 1));
    }

    private static Case honest(Problem problem, Enumeration truth, List<ClaimedPose> poses, Proof proof) {
        long objective = poses.stream().mapToLong(ClaimedPose::cost).sum();
        long bound = new DefinitionalBound(problem, truth, proof).lowerBound();
        return new Case(
                problem,
                new Claim(ProblemDigest.sha256(problem), bound == objective, objective, bound, 0, poses, proof));
    }

    /** The poses are those of an optimum, so only the proof can be wrong. */
    private static Verdict.Kind expected(Case c, Enumeration truth) {
        DefinitionalBound literal =
                new DefinitionalBound(c.problem(), truth, c.claim().proof());
        if (!literal.wellFormed()) {
            return Verdict.Kind.REJECTED;
        }
        long proven = literal.lowerBound();
        assertThat(proven).isLessThanOrEqualTo(c.claim().objective());
        if (c.claim().lowerBound() > proven
                || c.claim().lowerBound() > c.claim().objective()) {
            return Verdict.Kind.REJECTED;
        }
        return proven == c.claim().objective() ? Verdict.Kind.PROVEN_OPTIMAL : Verdict.Kind.BOUNDED;
    }

    /** What may be wrong with cuts. */
    enum Mutation {
        EVEN_USE,
        UNSORTED_SET,
        REPEATED_DETECTION,
        NEGATIVE_SIGMA,
        ACROSS_TREES,
        NAMED_TWICE,
        OUTSIDE_THE_PROBLEM,
        SIGMA_MISSING,
        MORE_SIGMA,
        LESS_SIGMA,
        OTHER_HOST,
        OTHER_USE,
        NO_CUTS,
        RAISED_BOUND;

        Claim applied(Random random, Problem problem, Claim c) {
            if (this == RAISED_BOUND) {
                long raised = random.nextBoolean() ? c.objective() : c.lowerBound() + 1 + random.nextInt(5);
                return with(c, raised, c.proof());
            }
            return with(c, c.lowerBound(), bent(random, problem, c.proof()));
        }

        private static Claim with(Claim c, long bound, Proof proof) {
            return new Claim(c.problemSha256(), c.claimsOptimal(), c.objective(), bound, 0, c.poses(), proof);
        }

        private Proof bent(Random random, Problem problem, Proof proof) {
            List<Proof.Tree> trees = new ArrayList<>(proof.trees());
            int j = random.nextInt(trees.size());
            Proof.Tree tree = trees.get(j);
            List<Cut> cuts = bent(random, problem, tree.cuts());
            trees.set(j, RandomCuts.with(tree, cuts, leaf -> bent(random, leaf.sigma(), proof.scaleBits())));
            return new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), trees);
        }

        private long[] bent(Random random, long[] sigma, int bits) {
            long[] bent = sigma.clone();
            if (bent.length == 0) {
                return bent;
            }
            int t = random.nextInt(bent.length);
            switch (this) {
                case NEGATIVE_SIGMA -> bent[t] = -1L - random.nextInt(5);
                case MORE_SIGMA -> bent[t] += 1L + random.nextInt(10 << bits);
                case LESS_SIGMA -> bent[t] = random.nextInt(2) * (bent[t] / 2);
                case SIGMA_MISSING, NO_CUTS -> {
                    return new long[this == NO_CUTS ? 0 : bent.length - 1];
                }
                default -> {}
            }
            return bent;
        }

        private List<Cut> bent(Random random, Problem problem, List<Cut> cuts) {
            List<Cut> bent = new ArrayList<>(cuts);
            if (this == NO_CUTS) {
                return List.of();
            }
            if (bent.isEmpty()) {
                return bent;
            }
            int t = random.nextInt(bent.size());
            int[] use = bent.get(t).use().clone();
            int[] host = bent.get(t).host().clone();
            int any = random.nextInt(problem.size());
            switch (this) {
                case EVEN_USE -> use = IntStream.of(use).skip(1).toArray();
                case UNSORTED_SET -> swap(use);
                case REPEATED_DETECTION ->
                    use = IntStream.concat(IntStream.of(use[0], use[0]), IntStream.of(use))
                            .toArray();
                case ACROSS_TREES -> host = with(host, any);
                case OUTSIDE_THE_PROBLEM -> host = with(host, random.nextBoolean() ? problem.size() : -1);
                case OTHER_HOST -> host = random.nextBoolean() ? with(host, any) : new int[0];
                case OTHER_USE -> use[random.nextInt(use.length)] = any;
                case NAMED_TWICE -> bent.set(0, bent.get(bent.size() - 1));
                default -> {}
            }
            if (this != NAMED_TWICE) {
                bent.set(t, new Cut(use, host));
            }
            return bent;
        }

        private static void swap(int[] set) {
            int first = set[0];
            set[0] = set[set.length - 1];
            set[set.length - 1] = first;
        }

        private static int[] with(int[] set, int d) {
            return IntStream.concat(IntStream.of(set), IntStream.of(d))
                    .sorted()
                    .distinct()
                    .toArray();
        }
    }
}
