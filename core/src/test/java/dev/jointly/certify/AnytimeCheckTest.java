package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Proof;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Checks that try again with more nodes until the time is over. */
class AnytimeCheckTest {
    /** Detections of one part whose random pair costs make local sets hard: more than the first nodes are needed. */
    private static final Problem HARD = RandomProblems.random(new Random(1), 1, 1, 26, 1_000_000, 1, false);

    private static final Proof ZERO = new Proof(0, new long[26], new long[26]);

    private static final CheckLimits FIRST = new CheckLimits(1_000, () -> false);

    private static Claim claim(long lowerBound) {
        return new Claim(ProblemDigest.sha256(HARD), false, 0, lowerBound, 0, List.of(), ZERO);
    }

    @Test
    void goesOnUntilItIsDecided() {
        long exact = Checker.lowerBound(HARD, ZERO);
        assertThat(Checker.check(HARD, claim(exact), FIRST).kind())
                .as("the first attempt is not enough")
                .isEqualTo(Verdict.Kind.UNDECIDED);
        assertThat(AnytimeCheck.of(HARD, claim(exact), () -> false))
                .isEqualTo(new Verdict(Verdict.Kind.BOUNDED, 0, exact, List.of()));
        assertThat(AnytimeCheck.of(HARD, claim(exact + 1), () -> false).kind()).isEqualTo(Verdict.Kind.REJECTED);
    }

    /** A bound that few nodes confirm takes no more. */
    @Test
    void aModestClaimIsConfirmedByTheFirstAttempt() {
        long modest = Checker.lowerBound(HARD, ZERO, FIRST).lowerBound();
        AtomicLong asked = new AtomicLong();
        Verdict verdict = AnytimeCheck.of(HARD, claim(modest), () -> {
            asked.incrementAndGet();
            return false;
        });
        assertThat(verdict).isEqualTo(new Verdict(Verdict.Kind.BOUNDED, 0, modest, List.of()));
        AtomicLong once = new AtomicLong();
        Checker.check(HARD, claim(modest), new CheckLimits(1_000, () -> {
            once.incrementAndGet();
            return false;
        }));
        assertThat(asked).as("looks at the clock").hasValue(once.get());
    }

    /** When the time is over it says the best it has, which no later attempt spoils. */
    @Test
    void theBestBoundSoFarIsWhatIsSaidWhenTimeIsOver() {
        long exact = Checker.lowerBound(HARD, ZERO);
        long first = Checker.lowerBound(HARD, ZERO, FIRST).lowerBound();
        assertThat(first).isLessThan(exact);
        AtomicLong asked = new AtomicLong();
        Checker.check(HARD, claim(exact), new CheckLimits(1_000, () -> {
            asked.incrementAndGet();
            return false;
        }));
        for (long more : new long[] {1, 2, 3}) {
            // the second attempt is stopped as soon as it has begun
            AtomicLong left = new AtomicLong(asked.get() + more);
            Verdict verdict = AnytimeCheck.of(HARD, claim(exact), () -> left.getAndDecrement() <= 0);
            assertThat(verdict.kind()).isEqualTo(Verdict.Kind.UNDECIDED);
            assertThat(verdict.lowerBound()).as("%d questions more", more).isEqualTo(first);
        }
        Verdict atOnce = AnytimeCheck.of(HARD, claim(exact), () -> true);
        assertThat(atOnce.kind()).isEqualTo(Verdict.Kind.UNDECIDED);
        assertThat(atOnce.lowerBound()).isEqualTo(Long.MIN_VALUE);
    }
}
