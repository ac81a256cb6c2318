package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The worked example of docs/certificate.md, and everything that can be wrong with a claim about it. */
class CheckerTest {
    private static final int NECK = 0;
    private static final int HEAD = 1;
    private static final Map<Integer, List<Integer>> NO_LOCALS = Map.of();
    private static final ClaimedPose LEFT =
            new ClaimedPose(-4_500_000, Map.of(NECK, 0, HEAD, 2), Map.of(HEAD, List.of(3)));
    private static final ClaimedPose RIGHT = new ClaimedPose(-1_000_000, Map.of(NECK, 1), NO_LOCALS);
    private static final long OPTIMUM = -5_500_000;

    private static Problem example(Pin... pins) {
        Anatomy anatomy =
                Anatomy.of("bust", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));
        PairCosts pairs = new PairCosts.Builder()
                .add(0, 2, -2_000_000)
                .add(1, 2, -1_500_000)
                .add(2, 3, -1_500_000)
                .build(4, true);
        List<Detection> detections =
                List.of(Detection.of(NECK, -2), Detection.of(NECK, -2), Detection.of(HEAD, -1), Detection.of(HEAD, 1));
        return new Problem("example", null, anatomy, 1_000_000, detections, pairs, List.of(pins));
    }

    /** Three units for head 2, which both necks want, less half a unit for what it saves as a host. */
    private static Proof tight() {
        return new Proof(0, new long[] {0, 0, 3_000_000, 0}, new long[] {0, 0, 500_000, 0});
    }

    private static Claim claim(
            Problem problem,
            boolean optimal,
            long objective,
            long bound,
            double gap,
            Proof lambda,
            ClaimedPose... poses) {
        return new Claim(ProblemDigest.sha256(problem), optimal, objective, bound, gap, List.of(poses), lambda);
    }

    private static Claim honest(Problem problem) {
        return claim(problem, true, OPTIMUM, OPTIMUM, 0, tight(), LEFT, RIGHT);
    }

    private static Claim posed(long objective, ClaimedPose... poses) {
        return claim(example(), false, objective, -9_000_000, 0, tight(), poses);
    }

    private static Claim proved(Proof proof) {
        return claim(example(), true, OPTIMUM, OPTIMUM, 0, proof, LEFT, RIGHT);
    }

    @Test
    void theWorkedExampleIsProvenOptimal() {
        Problem problem = example();
        assertThat(new Enumeration(problem)
                        .optimum().stream().mapToLong(ClaimedPose::cost).sum())
                .isEqualTo(OPTIMUM);
        assertThat(Checker.check(problem, honest(problem)))
                .isEqualTo(new Verdict(Verdict.Kind.PROVEN_OPTIMAL, OPTIMUM, OPTIMUM, List.of()));
    }

    @Test
    void lambdaZeroOnlyBoundsIt() {
        Problem problem = example();
        // both necks take head 2, -4 and -3.5; head 2 hosts head 3 for -0.5 and head 3 would host head 2 for -2.5
        long atZero = -4_000_000 - 3_500_000 - 500_000 - 2_500_000;
        Proof zero = new Proof(0, new long[4], new long[4]);
        Claim claim = claim(problem, false, OPTIMUM, atZero, 0, zero, LEFT, RIGHT);
        assertThat(Checker.check(problem, claim))
                .isEqualTo(new Verdict(Verdict.Kind.BOUNDED, OPTIMUM, atZero, List.of()));
    }

    /** The second example of the page: three necks, each wanting two of three detections, and an LP that says -1.5. */
    @Test
    void aTreeProvesWhatPricesAloneCannot() {
        Anatomy anatomy = Anatomy.of(
                "cycle",
                List.of("neck", "head", "hand", "foot"),
                List.of("neck"),
                List.of(List.of("neck", "head"), List.of("neck", "hand"), List.of("neck", "foot")));
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int neck = 0; neck < 3; neck++) {
            pairs.add(neck, 3 + neck, -2_000_000).add(neck, 3 + (neck + 1) % 3, -2_000_000);
        }
        List<Detection> detections =
                Stream.of(0, 0, 0, 1, 2, 3).map(part -> Detection.of(part, 0)).toList();
        Problem problem = new Problem("three", null, anatomy, 3_000_000, detections, pairs.build(6, true), List.of());
        long[] none = new long[6];
        long[] half = {0, 0, 0, 500_000, 500_000, 500_000};
        assertThat(Checker.lowerBound(problem, new Proof(0, half, none))).isEqualTo(-1_500_000);

        Proof.Leaf in = new Proof.Leaf(6, new long[] {-15625, 0, 0, 15625, 15625, 0}, none);
        Proof.Leaf out = new Proof.Leaf(0, new long[] {0, 0, 0, 0, 0, 1_000_000}, none);
        Proof.Branch leads = new Proof.Branch(new Decision(Decision.Kind.JOIN, 0, 0), 1, 2);
        Proof.Tree tree = new Proof.Tree(new int[] {0, 1, 2, 3, 4, 5}, List.of(leads, in, out));
        Proof proof = new Proof(0, half, none, List.of(tree));
        ClaimedPose pose = new ClaimedPose(-1_000_000, Map.of(0, 0, 1, 3, 2, 4), NO_LOCALS);
        assertThat(Checker.check(problem, claim(problem, true, -1_000_000, -1_000_000, 0, proof, pose)))
                .isEqualTo(new Verdict(Verdict.Kind.PROVEN_OPTIMAL, -1_000_000, -1_000_000, List.of()));
        assertThat(ProblemDigest.sha256(problem))
                .isEqualTo("4714a8f637b40e0e9b1fc6680cedbec4a6709b458525db2def5a3baa7a3ed564");
    }

    static Stream<Arguments> falseClaims() {
        Problem problem = example();
        Claim honest = honest(problem);
        long[] none = new long[4];
        long[] huge = {Long.MAX_VALUE, 1, 0, 0};
        return Stream.of(
                arguments(
                        "problemSha256 is ",
                        new Claim("0123", true, OPTIMUM, OPTIMUM, 0, honest.poses(), honest.proof())),
                arguments(
                        "pose 0 has no detection of a major part",
                        posed(0, new ClaimedPose(0, Map.of(HEAD, 2), NO_LOCALS))),
                arguments("pose 0 has no detection of a major part", posed(0, new ClaimedPose(0, Map.of(), NO_LOCALS))),
                arguments(
                        "pose 0 has detection 4 but there are only 4",
                        posed(0, new ClaimedPose(0, Map.of(NECK, 4), NO_LOCALS))),
                arguments("pose 0 has detection -1 but", posed(0, new ClaimedPose(0, Map.of(NECK, -1), NO_LOCALS))),
                arguments(
                        "pose 0 has detection 2 as part 0 but it is of part 1",
                        posed(0, new ClaimedPose(0, Map.of(NECK, 2), NO_LOCALS))),
                arguments(
                        "pose 0 has detection 2 as part 7 but it is of part 1",
                        posed(0, new ClaimedPose(0, Map.of(NECK, 0, 7, 2), NO_LOCALS))),
                arguments(
                        "pose 0 has local detections of part 1 but no global one",
                        posed(0, new ClaimedPose(0, Map.of(NECK, 0), Map.of(HEAD, List.of(3))))),
                arguments(
                        "pose 0 has an empty list of local detections of part 1",
                        posed(0, new ClaimedPose(0, Map.of(NECK, 0, HEAD, 2), Map.of(HEAD, List.of())))),
                arguments(
                        "detection 2 is used twice, in pose 0 and in pose 0",
                        posed(0, new ClaimedPose(0, Map.of(NECK, 0, HEAD, 2), Map.of(HEAD, List.of(2))))),
                arguments("detection 0 is used twice, in pose 0 and in pose 1", posed(0, LEFT, LEFT)),
                arguments(
                        "pose 0 has the forbidden pair of detections 0 and 3",
                        posed(0, new ClaimedPose(0, Map.of(NECK, 0, HEAD, 3), NO_LOCALS))),
                arguments(
                        "pose 0 has the forbidden pair of detections 0 and 1",
                        posed(0, new ClaimedPose(0, Map.of(NECK, 0), Map.of(NECK, List.of(1))))),
                arguments(
                        "pose 0 has cost -1.5 but costs -1.0",
                        posed(-1_500_000, new ClaimedPose(-1_500_000, Map.of(NECK, 1), NO_LOCALS))),
                arguments("objective is -6.0 but the poses cost -5.5", posed(-6_000_000, LEFT, RIGHT)),
                arguments(
                        "lowerBound is -5.499999 but the certificate proves only -5.5",
                        claim(problem, false, OPTIMUM, OPTIMUM + 1, 0, tight(), LEFT, RIGHT)),
                arguments(
                        "lowerBound -5.499999 is above the objective -5.5",
                        claim(problem, false, OPTIMUM, OPTIMUM + 1, 0, tight(), LEFT, RIGHT)),
                arguments(
                        "requestedGap -0.5 must be",
                        claim(problem, true, OPTIMUM, OPTIMUM, -0.5, tight(), LEFT, RIGHT)),
                arguments(
                        "requestedGap NaN must be",
                        claim(problem, true, OPTIMUM, OPTIMUM, Double.NaN, tight(), LEFT, RIGHT)),
                arguments(
                        "requestedGap Infinity must be",
                        claim(problem, true, OPTIMUM, OPTIMUM, Double.POSITIVE_INFINITY, tight(), LEFT, RIGHT)),
                arguments(
                        "status is optimal but objective -4.5 is not within the requested gap 0.01 of the lowerBound -5.5",
                        claim(problem, true, -4_500_000, OPTIMUM, 0.01, tight(), LEFT)),
                arguments("certificate: scaleBits 41 must be 0 to 40", proved(new Proof(41, none, none))),
                arguments("certificate: scaleBits -1 must be 0 to 40", proved(new Proof(-1, none, none))),
                arguments(
                        "certificate: lambda3 has 3 entries but the problem has 4 detections",
                        proved(new Proof(0, none, new long[3]))),
                arguments(
                        "certificate: lambda3[1] is -7 but must not be negative",
                        proved(new Proof(0, none, new long[] {0, -7, 0, 0}))),
                arguments("certificate: numbers too large for exact arithmetic", proved(new Proof(0, huge, none))),
                arguments("certificate: numbers too large for exact arithmetic", proved(new Proof(0, none, huge))),
                arguments(
                        "certificate: numbers too large for exact arithmetic",
                        proved(new Proof(0, none, new long[] {Long.MAX_VALUE, 0, 0, 0}))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("falseClaims")
    void saysWhy(String reason, Claim claim) {
        Verdict verdict = Checker.check(example(), claim);
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REJECTED);
        assertThat(verdict.reasons()).anySatisfy(line -> assertThat(line).startsWith(reason));
        assertThat(verdict.reasons()).noneMatch(line -> line.contains("\n"));
    }

    @Test
    void costsTooLargeToAddAreRejectedNotWrapped() {
        Anatomy anatomy = new Anatomy("one", List.of("neck"), List.of(0), List.of());
        int size = 140;
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int d = 0; d < size; d++) {
            for (int e = 0; e < d; e++) {
                pairs.add(d, e, -Micro.LARGEST);
            }
        }
        Problem problem = new Problem(
                "huge",
                null,
                anatomy,
                0,
                Collections.nCopies(size, new Detection(0, null, null, null, -Micro.LARGEST)),
                pairs.build(size, true),
                List.of());
        Proof zero = new Proof(0, new long[size], new long[size]);
        // 140 detections and 9,730 pairs at -10^15 each are -9.87e18, and the least long is -9.22e18
        long wraps = new BigDecimal("-9.87e18").longValue();
        assertThat(wraps).isPositive();
        List<Integer> others = IntStream.range(1, size).boxed().toList();
        Claim wrapped =
                claim(problem, false, wraps, -10, 0, zero, new ClaimedPose(wraps, Map.of(0, 0), Map.of(0, others)));
        assertThat(Checker.check(problem, wrapped).reasons())
                .containsExactly(
                        "poses: numbers too large for exact arithmetic",
                        "certificate: numbers too large for exact arithmetic");
    }

    static Stream<Arguments> pins() {
        return Stream.of(
                arguments(new Pin.Together(3, 0), true),
                arguments(new Pin.Together(2, 3), true),
                arguments(new Pin.Together(0, 1), false),
                arguments(new Pin.Apart(0, 1), true),
                arguments(new Pin.Apart(0, 3), false),
                arguments(new Pin.Use(3), true),
                arguments(new Pin.Skip(3), false));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("pins")
    void pinsMustHold(Pin pin, boolean holds) {
        Problem problem = example(pin);
        Verdict verdict = Checker.check(problem, honest(problem));
        assertThat(verdict.accepted()).isEqualTo(holds);
        assertThat(verdict.reasons()).isEqualTo(holds ? List.of() : List.of("the poses violate the pin " + pin));
    }

    @Test
    void unusedDetectionsAreNeitherTogetherNorInUse() {
        List.of(new Pin.Together(2, 3), new Pin.Use(2)).forEach(pin -> {
            Problem problem = example(pin);
            Claim claim = claim(problem, false, -1_000_000, OPTIMUM, 0, tight(), RIGHT);
            assertThat(Checker.check(problem, claim).accepted()).as("%s", pin).isFalse();
        });
        List.of(new Pin.Apart(2, 3), new Pin.Skip(2)).forEach(pin -> {
            Problem problem = example(pin);
            Claim claim = claim(problem, false, -1_000_000, OPTIMUM, 0, tight(), RIGHT);
            assertThat(Checker.check(problem, claim).accepted()).as("%s", pin).isTrue();
        });
    }

    /** 9/10 is a hair below the double 0.9, and 19/20 a hair above the double 0.95, though 19.0 / 20.0 == 0.95. */
    @Test
    void theGapIsComparedExactly() {
        assertThat(withinGap(0.9, -10_000_000)).isTrue();
        assertThat(withinGap(0.9, -10_000_001)).isFalse();
        assertThat(withinGap(0.95, -20_000_000)).isFalse();
        assertThat(withinGap(0.95, -19_999_999)).isTrue();
        assertThat(withinGap(0.5, -8_000_000)).isFalse();
    }

    /** One pose of cost -1 is 1 - 1 / |bound| away from a bound, relative to it. */
    private static boolean withinGap(double gap, long bound) {
        return Checker.check(example(), claim(example(), true, -1_000_000, bound, gap, tight(), RIGHT))
                .accepted();
    }

    /** Next to a bound of 0 the gap is measured in billionths of a unit. */
    @Test
    void atABoundOfZeroTheDenominatorIsABillionth() {
        Problem problem = new Problem(
                "positive",
                null,
                example().anatomy(),
                0,
                List.of(new Detection(NECK, null, null, null, 1)),
                new PairCosts.Builder().build(1, true),
                List.of());
        Proof zero = new Proof(0, new long[1], new long[1]);
        ClaimedPose pose = new ClaimedPose(1, Map.of(NECK, 0), NO_LOCALS);
        // one micro-unit over 1e-9 units is 1000
        assertThat(Checker.check(problem, claim(problem, true, 1, 0, 1000, zero, pose))
                        .kind())
                .isEqualTo(Verdict.Kind.BOUNDED);
        assertThat(Checker.check(problem, claim(problem, true, 1, 0, 999, zero, pose))
                        .accepted())
                .isFalse();
        assertThat(Checker.check(problem, claim(problem, true, 0, -3, 0, zero)).kind())
                .isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
    }
}
