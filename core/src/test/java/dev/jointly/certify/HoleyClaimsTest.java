package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Claims as only Java can make them: null in every place, wrong lengths, indices from anywhere. */
@SuppressWarnings("NullAway") // putting null where none may be is the point
class HoleyClaimsTest {
    private static final Map<Integer, List<Integer>> NO_LOCALS = Map.of();
    private static final Proof.Leaf LEAF = leaf(2);

    /** A neck of -1 and a head, which cost nothing together. */
    private static Problem problem() {
        Anatomy anatomy =
                Anatomy.of("bust", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));
        return new Problem(
                "bust",
                null,
                anatomy,
                0,
                List.of(new Detection(0, null, null, null, -1), new Detection(1, null, null, null, 0)),
                new PairCosts.Builder().build(2, false),
                List.of());
    }

    private static Proof.Leaf leaf(int size) {
        return new Proof.Leaf(0, new long[size], new long[size]);
    }

    private static Proof zero(List<Proof.Tree> trees) {
        return new Proof(0, new long[2], new long[2], trees);
    }

    private static Proof tree(Proof.Node... nodes) {
        return zero(List.of(new Proof.Tree(new int[] {0, 1}, Arrays.asList(nodes))));
    }

    private static Proof asking(Decision decision) {
        return tree(new Proof.Branch(decision, 1, 2), LEAF, LEAF);
    }

    private static Claim claim(Proof proof, ClaimedPose... poses) {
        return new Claim(ProblemDigest.sha256(problem()), true, -1, -1, 0, Arrays.asList(poses), proof);
    }

    private static final ClaimedPose POSE = new ClaimedPose(-1, Map.of(0, 0), NO_LOCALS);

    private static Claim proved(Proof proof) {
        return claim(proof, POSE);
    }

    private static Claim posed(Map<Integer, Integer> global, Map<Integer, List<Integer>> local) {
        return claim(zero(List.of()), new ClaimedPose(-1, global, local));
    }

    /** A right claim with a margin that is right but for one place. */
    private static Claim marginal(List<Pin> pins, List<MarginClaim.Price> prices, Proof proof) {
        return proved(zero(List.of())).withMargins(List.of(new MarginClaim(pins, 0, prices, proof)));
    }

    private static <K, V> Map<K, V> map(K key, V value) {
        Map<K, V> map = new HashMap<>();
        map.put(key, value);
        return map;
    }

    @Test
    void withoutHolesAllIsWell() {
        assertThat(Checker.check(problem(), proved(zero(List.of()))).kind()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
        assertThat(Checker.check(problem(), proved(asking(new Decision(Kind.JOIN, 0, 1))))
                        .kind())
                .isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
    }

    @Test
    void aMarginWithoutHolesIsRight() {
        assertThat(Checker.check(
                                problem(),
                                marginal(List.of(new Pin.Skip(1)), List.of(new MarginClaim.Price(1, 0, 0)), null))
                        .kind())
                .isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
    }

    static Stream<Arguments> holes() {
        long[] two = new long[2];
        Decision decision = new Decision(Kind.JOIN, 0, 1);
        String sha256 = ProblemDigest.sha256(problem());
        return Stream.of(
                arguments("the claim is missing", null),
                arguments("problemSha256 is null", new Claim(null, true, -1, -1, 0, List.of(POSE), zero(List.of()))),
                arguments("the list of poses is missing", new Claim(sha256, true, -1, -1, 0, null, zero(List.of()))),
                arguments("pose 1 is missing", claim(zero(List.of()), POSE, null)),
                arguments("pose 0 has no global detections", posed(null, NO_LOCALS)),
                arguments("pose 0 has no global detections", posed(map(null, 0), NO_LOCALS)),
                arguments("pose 0 has no global detections", posed(map(0, null), NO_LOCALS)),
                arguments("pose 0 has no map of local detections", posed(Map.of(0, 0), null)),
                arguments("pose 0 has no map of local detections", posed(Map.of(0, 0), map(0, null))),
                arguments("pose 0 has no map of local detections", posed(Map.of(0, 0), map(null, List.of(1)))),
                arguments(
                        "pose 0 has null among its local detections",
                        posed(Map.of(0, 0), map(0, Collections.singletonList(null)))),
                arguments("pose 0 has detection -1", posed(Map.of(0, -1), NO_LOCALS)),
                arguments("pose 0 has detection 0 as part -1", posed(Map.of(-1, 0), NO_LOCALS)),
                arguments("pose 0 has no detection of a major part", posed(Map.of(Integer.MIN_VALUE, 0), NO_LOCALS)),
                arguments("pose 0 has detection -7", posed(Map.of(0, 0), Map.of(0, List.of(-7)))),
                arguments("certificate: the proof is missing", proved(null)),
                arguments("certificate: lambda1 is missing", proved(new Proof(0, null, two))),
                arguments("certificate: lambda3 is missing", proved(new Proof(0, two, null))),
                arguments("certificate: lambda3 has 1 entries", proved(new Proof(0, two, new long[1]))),
                arguments("certificate: lambda1 has 3 entries", proved(new Proof(0, new long[3], two))),
                arguments("certificate: the list of trees is missing", proved(zero(null))),
                arguments("certificate: tree 0 is missing", proved(zero(Collections.singletonList(null)))),
                arguments(
                        "certificate: tree 0: the list of detections is missing",
                        proved(zero(List.of(new Proof.Tree(null, List.of(LEAF)))))),
                arguments(
                        "certificate: tree 0: the list of nodes is missing",
                        proved(zero(List.of(new Proof.Tree(new int[] {0, 1}, null))))),
                arguments("certificate: tree 0 has no nodes", proved(tree())),
                arguments("certificate: tree 0, node 0 is missing", proved(tree((Proof.Node) null))),
                arguments(
                        "certificate: tree 0: detection -1 is not one of the problem's 2",
                        proved(zero(List.of(new Proof.Tree(new int[] {-1, 0}, List.of(LEAF)))))),
                arguments("certificate: tree 0, node 0: the decision is missing", proved(asking(null))),
                arguments(
                        "certificate: tree 0, node 0: the kind of the decision is missing",
                        proved(asking(new Decision(null, 0, 1)))),
                arguments(
                        "certificate: tree 0, node 2 is missing",
                        proved(tree(new Proof.Branch(decision, 1, 2), LEAF, null))),
                arguments(
                        "certificate: tree 0, node 2: the decision is missing",
                        proved(tree(new Proof.Branch(decision, 1, 2), LEAF, new Proof.Branch(null, 3, 4), LEAF, LEAF))),
                arguments("certificate: tree 0, node 0: join [-1, 0]", proved(asking(new Decision(Kind.JOIN, -1, 0)))),
                arguments(
                        "certificate: tree 0, node 0: local [0, -1]", proved(asking(new Decision(Kind.LOCAL, 0, -1)))),
                arguments(
                        "certificate: tree 0, node 0: lambda3 is missing", proved(tree(new Proof.Leaf(0, two, null)))),
                arguments("certificate: tree 0, node 0: lambda1 has 1 entries", proved(tree(leaf(1)))),
                arguments(
                        "the list of margins is missing",
                        proved(zero(List.of())).withMargins(null)),
                arguments(
                        "margin 0: the claim is missing",
                        proved(zero(List.of())).withMargins(Collections.singletonList(null))),
                arguments("margin 0: the list of pins is missing", marginal(null, List.of(), null)),
                arguments("margin 0: a pin is missing", marginal(Collections.singletonList(null), List.of(), null)),
                arguments("margin 0: skip 2 names detection 2", marginal(List.of(new Pin.Skip(2)), List.of(), null)),
                arguments("margin 0: the list of prices is missing", marginal(List.of(), null, null)),
                arguments("margin 0: a price is missing", marginal(List.of(), Collections.singletonList(null), null)),
                arguments(
                        "margin 0: a price is of detection -1",
                        marginal(List.of(), List.of(new MarginClaim.Price(-1, 0, 0)), null)),
                arguments(
                        "margin 0: detection 1 has two prices",
                        marginal(
                                List.of(),
                                List.of(new MarginClaim.Price(1, 0, 0), new MarginClaim.Price(1, 0, 0)),
                                null)),
                arguments(
                        "margin 0: prices and a certificate of its own exclude each other",
                        marginal(List.of(), List.of(new MarginClaim.Price(1, 0, 0)), zero(List.of()))),
                arguments("margin 0: lambda1 is missing", marginal(List.of(), List.of(), new Proof(0, null, two))),
                arguments(
                        "margin 0: tree 0 is missing",
                        marginal(List.of(), List.of(), zero(Collections.singletonList(null)))),
                arguments(
                        "maxPoses is missing",
                        new Claim(sha256, true, -1, -1, 0, List.of(POSE), zero(List.of()), null, List.of())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("holes")
    void areRejectedWithAReason(String reason, Claim claim) {
        Verdict verdict = Checker.check(problem(), claim);
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REJECTED);
        assertThat(verdict.reasons()).anySatisfy(line -> assertThat(line).startsWith(reason));
        assertThat(Checker.check(problem(), claim, new CheckLimits(0, () -> false))
                        .kind())
                .isEqualTo(Verdict.Kind.REJECTED);
        if (claim != null && reason.startsWith("certificate: ")) {
            assertThatThrownBy(() -> Checker.lowerBound(problem(), claim.proof()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(reason.substring("certificate: ".length()));
        }
    }

    /** No certificate can do this, so the numbers are put in by hand. */
    @Test
    void aBoundAboveTheCostOfASolutionIsAContradiction() {
        Reasons reasons = new Reasons();
        Checker.checkContradiction(true, -5_000_000, -5_000_000, reasons);
        Checker.checkContradiction(false, -5_000_000, 0, reasons);
        assertThat(reasons.isEmpty()).isTrue();
        Checker.checkContradiction(true, -5_000_000, -4_999_999, reasons);
        assertThat(reasons.texts())
                .singleElement()
                .asString()
                .startsWith("internal contradiction: the certificate proves more than the poses cost");
    }
}
