package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.MarginClaim.Price;
import dev.jointly.proof.Nested;
import dev.jointly.proof.Proof;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Claims of margins, true and false, on a problem whose margins can be told by hand. */
class MarginCheckTest {
    /** A neck that takes the first head for -10 and would take the second for -4, and not both. */
    private static final Problem BUST = bust();

    private static final Proof ZERO = new Proof(0, new long[3], new long[3]);
    private static final Pin WITHOUT_FIRST = new Pin.Skip(1);

    private static Problem bust() {
        Anatomy anatomy =
                Anatomy.of("bust", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));
        PairCosts pairs = new PairCosts.Builder().add(0, 1, -10).add(0, 2, -4).build(3, true);
        List<Detection> detections = List.of(Detection.of(0, 0), Detection.of(1, 0), Detection.of(1, 0));
        return new Problem("bust", null, anatomy, 0, detections, pairs, List.of());
    }

    private static Claim claim(Proof proof, MarginClaim... margins) {
        ClaimedPose pose = new ClaimedPose(-10, Map.of(0, 0, 1, 1), Map.of());
        return new Claim(ProblemDigest.sha256(BUST), true, -10, -10, 0, List.of(pose), proof)
                .withMargins(List.of(margins));
    }

    private static MarginClaim margin(long atLeast, Price... prices) {
        return new MarginClaim(List.of(WITHOUT_FIRST), atLeast, List.of(prices), null);
    }

    private static List<String> reasons(Proof proof, MarginClaim... margins) {
        return Checker.check(BUST, claim(proof, margins)).reasons();
    }

    @Test
    void whatIsProvenIsAcceptedAndNoMore() {
        // without head 1 the best costs -4
        assertThat(reasons(ZERO, margin(6))).isEmpty();
        assertThat(reasons(ZERO, margin(5), margin(7)))
                .containsExactly("margin 1 is said to be at least 0.000007 but only 0.000006 is proven");
        assertThat(Checker.lowerBound(BUST, ZERO, margin(0), CheckLimits.NONE)).isEqualTo(new ProvenBound(-4, true));
    }

    /** Another price for a detection, and a certificate of its own: each proves less here, and exactly so much. */
    @Test
    void otherPricesAndAnotherCertificateCount() {
        Price dear = new Price(2, 1, 0);
        // 1 for head 2, which then saves 3: the bound stays; 5: it saves nothing
        assertThat(reasons(ZERO, margin(6, dear))).isEmpty();
        assertThat(reasons(ZERO, margin(6, new Price(2, 5, 0))))
                .containsExactly("margin 0 is said to be at least 0.000006 but only 0.000005 is proven");
        Proof own = new Proof(0, new long[] {0, 0, 5}, new long[3]);
        MarginClaim withOwn = new MarginClaim(List.of(WITHOUT_FIRST), 6, List.of(), own);
        assertThat(reasons(ZERO, withOwn))
                .containsExactly("margin 0 is said to be at least 0.000006 but only 0.000005 is proven");
        assertThat(reasons(ZERO, new MarginClaim(List.of(WITHOUT_FIRST), 5, List.of(), own)))
                .isEmpty();
        assertThat(reasons(ZERO, new MarginClaim(List.of(WITHOUT_FIRST), 5, List.of(dear), own)))
                .containsExactly("margin 0: prices and a certificate of its own exclude each other");
    }

    /** A tree stays if no price of its detections is changed, and is set aside otherwise. */
    @Test
    void aTreeWithAnotherPriceIsSetAside() {
        // base prices that prove little: 9 for head 2 although it saves 4 at most
        Proof.Tree tree = Nested.tree(new int[] {1, 2}, Nested.Leaf.of(0, 0));
        Proof proof = new Proof(0, new long[] {0, 0, 9}, new long[3], List.of(tree));
        assertThat(reasons(proof, margin(6))).as("the tree counts").isEmpty();
        assertThat(reasons(proof, margin(6, new Price(0, 0, 0))))
                .as("it still does")
                .isEmpty();
        assertThat(reasons(proof, margin(6, new Price(1, 0, 0))))
                .as("it does not: 9 are paid for nothing")
                .containsExactly("margin 0 is said to be at least 0.000006 but only 0.000001 is proven");
    }

    @Test
    void pricesOfNobodyAndTwoPricesOfOneAreRefused() {
        for (int nobody : new int[] {-1, 3}) {
            assertThat(reasons(ZERO, margin(0, new Price(nobody, 0, 0))))
                    .containsExactly(
                            "margin 0: a price is of detection " + nobody + ", which is not one of the problem's 3");
        }
        for (int d : new int[] {0, 2}) {
            assertThat(reasons(ZERO, margin(0, new Price(d, 0, 0)))).isEmpty();
            assertThat(reasons(ZERO, margin(0, new Price(d, 0, 0), new Price(d, 0, 0))))
                    .containsExactly("margin 0: detection " + d + " has two prices");
        }
        assertThatThrownBy(() -> Checker.lowerBound(BUST, ZERO, margin(0, new Price(3, 0, 0)), CheckLimits.NONE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numbersTooLargeAreRefused() {
        assertThat(reasons(ZERO, margin(0, new Price(2, Long.MAX_VALUE, 0), new Price(0, Long.MAX_VALUE, 0))))
                .containsExactly("margin 0: numbers too large for exact arithmetic");
    }

    /** Local sets too hard for the nodes allowed: undecided, never refused; and accepted where enough is proven. */
    @Test
    void limitsLeaveMarginsUndecided() {
        Problem hard = RandomProblems.random(new Random(1), 1, 1, 30, 1_000_000, 1, false);
        Proof zero = new Proof(0, new long[30], new long[30]);
        CheckLimits few = new CheckLimits(0, () -> false);
        Pin use = new Pin.Use(0);
        long crude = Checker.lowerBound(hard, zero, few).lowerBound();
        Claim modest = new Claim(ProblemDigest.sha256(hard), false, 0, crude, 0, List.of(), zero);
        ProvenBound bound = Checker.lowerBound(hard, zero, new MarginClaim(List.of(use), 0, List.of(), null), few);
        assertThat(bound.complete()).isFalse();
        MarginClaim much = new MarginClaim(List.of(use), bound.lowerBound() + 1, List.of(), null);
        Verdict verdict = Checker.check(hard, modest.withMargins(List.of(much)), few);
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.UNDECIDED);
        assertThat(verdict.reasons()).singleElement().asString().endsWith(" is proven within the limits of the check");
        MarginClaim little = new MarginClaim(List.of(use), bound.lowerBound(), List.of(), null);
        assertThat(Checker.check(hard, modest.withMargins(List.of(little)), few).kind())
                .isEqualTo(Verdict.Kind.BOUNDED);
    }

    /** Stopped among the margins, it has no bound for those that are left. */
    @Test
    void stoppedMarginsAreUndecided() {
        Claim claim = claim(ZERO, margin(6), margin(6));
        AtomicInteger all = new AtomicInteger();
        assertThat(Checker.check(BUST, claim, new CheckLimits(Long.MAX_VALUE, () -> {
                            all.incrementAndGet();
                            return false;
                        }))
                        .kind())
                .isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
        for (int stop = 0; stop < all.get(); stop++) {
            AtomicInteger left = new AtomicInteger(stop);
            Verdict verdict =
                    Checker.check(BUST, claim, new CheckLimits(Long.MAX_VALUE, () -> left.getAndDecrement() <= 0));
            assertThat(verdict.kind()).as("stopped at question %d", stop).isEqualTo(Verdict.Kind.UNDECIDED);
        }
        assertThat(Checker.lowerBound(BUST, ZERO, new CheckLimits(Long.MAX_VALUE, () -> true)))
                .isEqualTo(new ProvenBound(Long.MIN_VALUE, false));
    }
}
